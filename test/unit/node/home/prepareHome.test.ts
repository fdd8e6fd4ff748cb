import fs, {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import {
	engineBeside,
	forgetChain,
	hasEngine,
	homePaths,
	noteSettings,
	prepareHome,
	readHomeConfig,
	stampHome,
	writeHomeConfig,
} from '../../../../src/node/home/home.ts'
import type { NodeConfig } from '../../../../src/node/NodeConfig.ts'

const made: string[] = []

afterEach(() => {
	for (const home of made.splice(0)) rmSync(home, { recursive: true, force: true })
})

function newHome(): string {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-home-'))
	made.push(home)
	return home
}

function configOf(evmChainId: bigint | undefined): NodeConfig {
	return { settings: defaultChainSettings, evmChainId } as NodeConfig
}

describe('prepareHome', () => {
	it('keeps the number of the EVM that a home was made with', () => {
		const home = newHome()
		prepareHome(configOf(5n), home)
		expect(readHomeConfig(home).evmChainId).toBe('5')
		prepareHome(configOf(undefined), home)
		expect(readHomeConfig(home).evmChainId).toBe('5')
	})

	it('keeps none where none was asked for', () => {
		const home = newHome()
		prepareHome(configOf(undefined), home)
		expect(readHomeConfig(home)).not.toHaveProperty('evmChainId')
	})

	it('a prepared home has a format and settings that a person can read, and keeps both', () => {
		const home = newHome()
		prepareHome(configOf(undefined), home)
		const { version, config, data, keyring, logs } = homePaths(home)
		expect(readFileSync(version, 'utf8')).toBe('{"format":2}\n')
		for (const folder of [data, keyring, logs]) expect(statSync(folder).mode & 0o777).toBe(0o700)
		expect(readFileSync(config, 'utf8')).toMatch(/^\{\n {2}"prefix": "[a-z]+",\n {2}"denom": .*\n\}\n$/s)
		writeHomeConfig(home, { ...readHomeConfig(home), prefix: 'kite' })
		prepareHome(configOf(5n), home)
		expect(readHomeConfig(home)).toMatchObject({ prefix: 'kite' })
	})

	it('a home in which a file stands where a folder belongs is refused with the reason', () => {
		const home = newHome()
		writeFileSync(homePaths(home).data, '')
		expect(() => prepareHome(configOf(undefined), home)).toThrow(
			expect.objectContaining({
				message: `The home folder ${home} cannot be written.`,
				why: expect.stringContaining('EEXIST'),
			}),
		)
	})

	it.each([
		['{"format":99}', 'was written by a newer chain-tui (format 99).'],
		['{}', 'was written by a newer chain-tui (format undefined).'],
		['{"format":"2"}', 'was written by a newer chain-tui (format 2).'],
		['{', 'cannot be read.'],
	])('a home whose format is %s is refused and left as it is', (text, what) => {
		const home = newHome()
		writeFileSync(homePaths(home).version, text)
		expect(() => prepareHome(configOf(undefined), home)).toThrow(what)
		expect(() => readHomeConfig(home)).toThrow(what)
		expect(readFileSync(homePaths(home).version, 'utf8')).toBe(text)
		expect(readdirSync(home)).toEqual(['version.json'])
	})

	it('a home of an older format gets the present one once, and nothing of a home of the present one is written anew', () => {
		const home = newHome()
		const { version } = homePaths(home)
		for (const text of ['{"format":1}', '{}', 'null']) {
			writeFileSync(version, text)
			stampHome(home)
			expect(readFileSync(version, 'utf8')).toBe('{"format":2}\n')
		}
		writeFileSync(version, '{ "format": 2 }')
		stampHome(home)
		expect(readFileSync(version, 'utf8')).toBe('{ "format": 2 }')
	})

	it('a home on a full disk is refused with the reason that its disk gives', () => {
		const home = newHome()
		const { renameSync } = fs
		fs.renameSync = () => {
			throw Object.assign(new Error('ENOSPC: no space left on device, rename'), { code: 'ENOSPC' })
		}
		syncBuiltinESMExports()
		try {
			expect(() => prepareHome(configOf(undefined), home)).toThrow(
				expect.objectContaining({
					message: `The home folder ${home} cannot be written.`,
					why: 'The disk is full (ENOSPC).',
				}),
			)
		} finally {
			fs.renameSync = renameSync
			syncBuiltinESMExports()
		}
	})
})

describe('what a refused genesis leaves of a home', () => {
	it('the settings of a home are taken back to what they were, or to none', () => {
		const home = newHome()
		const { config } = homePaths(home)
		const takeAway = noteSettings(home)
		writeHomeConfig(home, { prefix: 'kite' })
		const takeBack = noteSettings(home)
		writeHomeConfig(home, { prefix: 'other' })
		takeBack()
		expect(readHomeConfig(home)).toEqual({ prefix: 'kite' })
		for (let time = 0; time < 2; time++) {
			takeAway()
			expect(existsSync(config)).toBe(false)
		}
	})

	it('a chain that is forgotten leaves the keys and settings of its home, also when nothing of it is there', () => {
		const home = newHome()
		prepareHome(configOf(undefined), home)
		const { data, mark, tables } = homePaths(home)
		for (const file of [mark, tables, join(data, 'CURRENT')]) writeFileSync(file, 'x')
		for (let time = 0; time < 2; time++) {
			forgetChain(home)
			expect(readdirSync(home).sort()).toEqual(['config.json', 'keyring', 'logs', 'version.json'])
		}
	})
})

describe('the engine of a home', () => {
	it('an engine makes the blocks of a home that names it, and of one beside which its own home is', () => {
		const network = newHome()
		const [home, engine] = [join(network, 'app'), join(network, 'engine')]
		mkdirSync(home)
		expect([hasEngine(home), engineBeside(home)]).toEqual([false, undefined])
		mkdirSync(join(engine, 'config'), { recursive: true })
		expect([hasEngine(home), engineBeside(home)]).toEqual([false, undefined])
		writeFileSync(join(engine, 'config', 'genesis.json'), '{}')
		expect([hasEngine(home), engineBeside(home)]).toEqual([true, engine])
		rmSync(engine, { recursive: true })
		writeFileSync(homePaths(home).network, '{}')
		expect([hasEngine(home), engineBeside(home)]).toEqual([true, undefined])
	})
})
