import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AbciNode, createAbciNode } from '../../../src/node/createAbciNode.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { writeNetworkHome } from '../../../src/node/home/networkHome.ts'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { replayBlocks } from '../abciSocket/replayBlocks.ts'
import { cli } from './testCli.ts'

// The home of one node of a network: the state of its application, beside the home of the engine that makes the blocks. A
// light node gives the blocks here and answers where the engine would.
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-network-home-'))
const home = join(folder, 'node0', 'app')
const engineHome = join(folder, 'node0', 'engine')
const run = (line: string) => cli([...line.split(' '), '--home', home])
let node: TestNode

function openApplication(engineUrl: string | undefined): Promise<AbciNode> {
	const config = resolveNodeConfig({ home, rest: '127.0.0.1:0', grpc: 'off', endpoints: 'off', eth: 'off' }, {})
	const options = { address: 'tcp://127.0.0.1:0', engineUrl, log: silentLog, onFailure: () => {} }
	return createAbciNode({ ...config, home }, options)
}

beforeAll(async () => {
	node = await startNode({ on: ['rpc'] })
	await node.engine.mine(3)
	mkdirSync(join(engineHome, 'config'), { recursive: true })
	writeFileSync(join(engineHome, 'config', 'genesis.json'), (await node.engine.genesis()).text)
	const application = await openApplication(node.addresses.rpc)
	await replayBlocks(node, application.address)
	await application.close()
})
afterAll(async () => {
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

describe('while its application runs', () => {
	let application: AbciNode
	beforeAll(async () => {
		application = await openApplication(node.addresses.rpc)
		await application.serve(new AbortController().signal)
	})
	afterAll(() => application.close())

	test('status asks the engine of a network home', async () => {
		const { exit, stdout } = await run('status --output json')
		expect([exit, JSON.parse(stdout).SyncInfo.latest_block_height]).toEqual([0, String(node.engine.height)])
	})

	test('verify, export, rewind and reset of a network home say that its node runs', async () => {
		for (const command of ['verify', 'export', 'rewind 1 --yes', 'reset --yes']) {
			const { exit, stderr } = await run(command)
			expect([command, exit, stderr]).toEqual([
				command,
				1,
				expect.stringMatching(
					/A node runs on .*\nStop both of its programs first, the engine before the application\./,
				),
			])
		}
	})
})

describe('while its application does not run', () => {
	test('verify of a network home checks its state, and finds a damaged table', async () => {
		const { exit, stdout } = await run('verify --output json')
		expect([exit, JSON.parse(stdout)]).toEqual([
			0,
			expect.objectContaining({
				blocks: `kept by the engine; the state is at height ${node.engine.height}`,
				whole: true,
			}),
		])
		expect(await run('verify --repair')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('cannot be mended alone'),
		})
		const { data } = homePaths(home)
		const log = readFileSync(join(data, 'CURRENT'), 'utf8').trim()
		const manifest = readFileSync(join(data, log))
		writeFileSync(join(data, log), Buffer.from(manifest).fill(0, 8, 20))
		expect((await run('verify')).exit).toBe(1)
		writeFileSync(join(data, log), manifest)
	})

	test('verify of a network home names the heights whose state is damaged, and how the others give it back', async () => {
		const { data } = homePaths(home)
		const level = new ClassicLevel<Uint8Array, Uint8Array>(data, {
			keyEncoding: 'view',
			valueEncoding: 'view',
			compression: false,
		})
		const nodes: [Uint8Array, Uint8Array][] = []
		for await (const row of level.iterator()) if (Buffer.from(row[0]).includes('k/bank/n')) nodes.push(row)
		const [key, value] = nodes.at(-1)!
		await level.put(key, value.toReversed())
		await level.close()
		const { exit, stdout } = await run('verify --output json')
		await level.open()
		await level.put(key, value)
		await level.close()
		expect(exit).toBe(1)
		expect(JSON.parse(stdout)).toMatchObject({
			whole: false,
			blocks: `kept by the engine; the state is at height ${node.engine.height}`,
			// The node of the tree is part of each of them.
			faults: [4, 3, 2, 1].map(
				(height) =>
					`State of height ${height}: The record ${Buffer.from(key).toString('hex')} does not match its checksum.`,
			),
			advice: ['Stop the node, run `chain-tui node reset --keep-keys`: it takes the chain from the others.'],
		})
	})

	test('export of a network home prints the state with the genesis of its engine', async () => {
		const { exit, stdout, stderr } = await run('export')
		expect([exit, stderr]).toEqual([0, ''])
		const exported = JSON.parse(stdout)
		const own = JSON.parse(await node.call('admin_exportGenesis').then(({ genesis }) => genesis))
		expect(exported).toEqual(own)
	})

	test('export --height of a network home prints the state of that height, and says which are kept', async () => {
		const { stdout } = await run('export --height 2')
		const { genesis } = await node.call('admin_exportGenesis', { height: 2 })
		expect(JSON.parse(stdout)).toEqual(JSON.parse(genesis))
		expect(JSON.parse(stdout).initial_height).toBe('3')
		const { exit, stderr } = await run(`export --height ${node.engine.height + 1}`)
		expect([exit, stderr]).toEqual([
			1,
			expect.stringContaining(`The kept states are within 1 to ${node.engine.height}.`),
		])
	})

	test('rewind takes the state of a network home back, which its engine brings up again', async () => {
		const before = (await run('export')).stdout
		const engineThat = (name: string, exit: number): string => {
			const file = join(folder, name)
			writeFileSync(file, `#!/bin/sh\necho it is busy >&2\necho more >&2\nexit ${exit}\n`, { mode: 0o755 })
			return file
		}
		const [able, unable] = [engineThat('able', 0), engineThat('unable', 1)]
		for (const [line, why] of [
			[
				`rewind 2 --yes --engine ${unable}`,
				`The engine could not go back.\nit is busy\nStop the engine of ${engineHome}, then try again.`,
			],
			[`rewind ${node.engine.height} --yes --engine ${able}`, `The state is at height ${node.engine.height}.`],
		] as const) {
			expect(await run(line)).toMatchObject({ exit: 1, stderr: expect.stringContaining(why) })
			expect((await run('export')).stdout).toBe(before)
		}
		const { exit, stderr } = await run(`rewind 2 --yes --engine ${able}`)
		expect([exit, stderr]).toEqual([0, expect.stringContaining('The state is back at height 2.')])
		expect(JSON.parse((await run('export')).stdout).initial_height).toBe('3')
		const application = await openApplication(node.addresses.rpc)
		await replayBlocks(node, application.address, 3)
		await application.close()
		expect((await run('export')).stdout).toBe(before)
	})

	test('logs of a network home prints what its application logged', async () => {
		const { exit, stdout } = await run('logs')
		expect([exit, stdout]).toEqual([0, expect.stringContaining('listening on tcp://127.0.0.1:')])
	})

	test.each([
		['status', 'The node of', 'Start it with `chain-tui testnet start` or `chain-tui abci`'],
		['start', 'is the home of a node of a network.', 'Run it with `chain-tui testnet start` or `chain-tui abci`'],
		['rewind 1 --yes --engine /nowhere', 'is no program that can be run', 'the path of a CometBFT 0.34'],
		['snapshot list', 'cannot be taken back by one node', '`chain-tui rewind`'],
		['snapshot create x', 'cannot be taken back by one node', '`chain-tui rewind`'],
		['reset --yes', "is not this home's alone", 'node reset --keep-keys'],
	])('%s of a network home says why it cannot, and what to do', async (line, what, next) => {
		const { exit, stdout, stderr } = await run(line)
		expect([exit, stdout]).toEqual([1, ''])
		expect(stderr).toContain(what)
		expect(stderr).toContain(next)
		expect(stderr).not.toContain('damaged')
		expect(readRunningNode(home)).toBeUndefined()
	})

	test('export and rewind of a network home that has no state yet say so, and make none', async () => {
		const empty = join(folder, 'empty')
		mkdirSync(empty)
		writeNetworkHome(empty, {})
		for (const line of ['export', 'rewind 1 --yes']) {
			expect(await cli([...line.split(' '), '--home', empty])).toEqual({
				exit: 1,
				stdout: '',
				stderr: `Error: There is no chain in ${empty}.\nMake one with \`chain-tui init\`, or choose another folder with --home.\n`,
			})
		}
		expect(readdirSync(empty)).toEqual(['network.json'])
	})

	test('a network home is known by the engine beside it where no file says so', async () => {
		rmSync(homePaths(home).network)
		expect((await run('verify')).exit).toBe(0)
		expect((await run('snapshot list')).stderr).toContain('cannot be taken back by one node')
	})
})
