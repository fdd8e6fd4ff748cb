import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { homePaths } from '../../../../src/node/home/home.ts'
import { readNetworkHome, refuseNetworkHome, writeNetworkHome } from '../../../../src/node/home/networkHome.ts'

let network: string
let home: string
beforeEach(() => {
	network = mkdtempSync(join(tmpdir(), 'chain-tui-network-'))
	home = join(network, 'app')
	mkdirSync(home)
})
afterEach(() => rmSync(network, { recursive: true, force: true }))

/** Puts the home of an engine beside that of the application. */
function addEngine(): string {
	const engine = join(network, 'engine')
	mkdirSync(join(engine, 'config'), { recursive: true })
	writeFileSync(join(engine, 'config', 'genesis.json'), '{}')
	return engine
}

describe('what a home knows of its engine', () => {
	it('a home that names no engine and has none beside it knows of none, and may be worked on', () => {
		expect(readNetworkHome(home)).toBeUndefined()
		expect(() => refuseNetworkHome(home)).not.toThrow()
	})

	it('a home knows the engine that its file names, from where the home is, else the one beside it', () => {
		const engine = addEngine()
		expect(readNetworkHome(home)).toEqual({ engineHome: engine })
		writeNetworkHome(home, { engineUrl: 'http://127.0.0.1:1' })
		expect(readNetworkHome(home)).toEqual({ engineHome: engine, engineUrl: 'http://127.0.0.1:1' })
		writeNetworkHome(home, { engineHome: '../other' })
		const known = { engineHome: join(network, 'other'), engineUrl: 'http://127.0.0.1:1' }
		expect(readNetworkHome(home)).toEqual(known)
		rmSync(engine, { recursive: true })
		expect(readNetworkHome(home)).toEqual(known)
	})

	it('what a home is told of its engine is kept in a file for people, beside what it knew before', () => {
		writeNetworkHome(home, { address: 'tcp://127.0.0.1:1', others: ['a'] })
		writeNetworkHome(home, { others: ['b', 'c'] })
		expect(readFileSync(homePaths(home).network, 'utf8')).toBe(
			'{\n  "address": "tcp://127.0.0.1:1",\n  "others": [\n    "b",\n    "c"\n  ]\n}\n',
		)
	})

	it.each(['{', '{"others":"a"}'])('a home whose file of its engine is %s is refused by name', (text) => {
		const { network: file } = homePaths(home)
		writeFileSync(file, text)
		expect(() => readNetworkHome(home)).toThrow(
			expect.objectContaining({
				message: `${file} cannot be read.`,
				next: 'Remove the file; `chain-tui abci` writes it anew.',
			}),
		)
	})

	it('work on blocks that an engine keeps is refused, in the words of who asks or in usual ones', () => {
		addEngine()
		const why = 'A real engine makes and keeps its blocks; this home holds the state of its application alone.'
		expect(() => refuseNetworkHome(home)).toThrow(
			expect.objectContaining({
				...{ message: `${home} is the home of a node of a network.`, why },
				next: 'Run it with `chain-tui testnet start` or `chain-tui abci`, or choose another folder with --home.',
			}),
		)
		expect(() => refuseNetworkHome(home, 'No.', 'Go.')).toThrow(
			expect.objectContaining({ message: 'No.', why, next: 'Go.' }),
		)
	})
})
