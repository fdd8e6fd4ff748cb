import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { diallable } from '../support/diallable.ts'
import { cli } from './testCli.ts'

// Joining a network of real engines is tried in test/network/hosts.test.ts. Light nodes answer here.
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-join-'))
const output = join(folder, 'new')
let one: TestNode
let other: TestNode
let foreign: TestNode

const urlOf = (node: TestNode) => node.addresses.rpc!
const joining = (...flags: readonly string[]) => cli(['node', 'join', '--output', output, ...flags])

beforeAll(async () => {
	one = await startNode({ on: ['rpc'], flags: { blockMode: 'manual' } })
	other = await startNode({ on: ['rpc'], flags: { blockMode: 'manual' } })
	foreign = await startNode({ on: ['rpc'], flags: { chainId: 'foreign-1' } })
	for (const node of [one, other, foreign]) await node.engine.mine(3)
})
afterAll(async () => {
	for (const node of [one, other, foreign]) await node.close()
	rmSync(folder, { recursive: true, force: true })
})

describe('node join', () => {
	test('node join refuses one node alone, and one that is named twice', async () => {
		for (const rpc of [urlOf(one), `${urlOf(one)},${urlOf(one)}`]) {
			const { exit, stderr } = await joining('--rpc', rpc)
			expect([exit, stderr]).toEqual([1, expect.stringContaining('A new node needs two nodes of the network.')])
		}
		expect(existsSync(output)).toBe(false)
	})

	test('node join refuses nodes of two chains, and nodes that tell another genesis', async () => {
		const chains = await joining('--rpc', `${urlOf(one)},${urlOf(foreign)}`)
		expect([chains.exit, chains.stderr]).toEqual([1, expect.stringContaining('do not tell the same chain id.')])
		// Each has a validator of its own.
		const documents = await joining('--rpc', `${urlOf(one)},${urlOf(other)}`)
		expect([documents.exit, documents.stderr]).toEqual([
			1,
			expect.stringContaining('do not tell the same genesis (SHA-256).'),
		])
		expect(existsSync(output)).toBe(false)
	})

	test('node join says which step failed: a network that nobody can dial leaves no folder', async () => {
		const rpc = `${urlOf(one)},${urlOf(one).replace('127.0.0.1', 'localhost')}`
		const { exit, stderr } = await joining('--rpc', rpc)
		expect(exit).toBe(1)
		expect(stderr).toMatch(
			/genesis: \d+ bytes, SHA-256 [0-9a-f]{64}, told alike\ntrusted block: height 2, hash [0-9A-F]{64}/,
		)
		expect(stderr).toContain('every block from 1 on is run: 3 so far\n')
		expect(stderr).toContain('Error: No node of the network can be dialled.')
		expect(existsSync(output)).toBe(false)
	})

	test('node join gives the node of a chain with an EVM one too, with a port', async () => {
		const evm = await startNode({ on: ['rpc'], flags: { blockMode: 'manual', chainId: 'chain_2222-1' } })
		await evm.engine.mine(3)
		const { urls, close } = await diallable(evm)
		try {
			const { exit, stdout } = await joining('--rpc', urls)
			const home = join(output, 'node', 'app')
			expect([exit, stdout]).toEqual([0, expect.stringMatching(/^chain_id: chain_2222-1\n/)])
			expect(stdout.split('\n')).toEqual(
				expect.arrayContaining([
					`home: ${home}`,
					`next: chain-tui testnet start ${output}`,
					expect.stringMatching(/^- [0-9a-f]{40}@localhost:\d+$/),
					...['  abci: 26658', '  eth: 8546', '  rpc: 26657', 'sync: replay', 'trust_height: 2'],
				]),
			)
			const config = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))
			expect(config).toMatchObject({ evmChainId: '2222', eth: expect.stringContaining('127.0.0.1:') })
		} finally {
			close()
			await evm.close()
			rmSync(output, { recursive: true, force: true })
		}
	})

	test.each([
		[['--rpc', 'http://'], '--rpc: "http://" is no address of a node'],
		[['--rpc', 'x,y', '--name', 'A b'], '--name takes lower-case letters'],
		[[], 'required flag(s) "rpc" not set'],
	])('node join refuses %j', async (flags, message) => {
		const { exit, stderr } = await joining(...flags)
		expect([exit, stderr]).toEqual([1, expect.stringContaining(message)])
	})
})

describe('commands of a node of a network', () => {
	test.each(['status', 'logs', 'reset --yes', 'leave --yes'])(
		'node %s names the command for a node alone',
		async (line) => {
			const { exit, stderr } = await cli(['node', ...line.split(' '), '--home', folder])
			expect([exit, stderr]).toEqual([1, expect.stringContaining('is not the home of a node of a network.')])
		},
	)
})
