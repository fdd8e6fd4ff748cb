import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli } from '../flow/cli/testCli.ts'
import { engineProgram } from './support/engineProgram.ts'
import { lyingProxy } from './support/lyingProxy.ts'
import { TestNetwork } from './support/TestNetwork.ts'

const { path: engine, missing } = engineProgram()
if (missing !== '') process.stderr.write(`Networks of real engines are not tested: ${missing}.\n`)

const nodes = [0, 1, 2, 3]

describe.runIf(missing === '')('four validators with four applications', { timeout: 180_000 }, () => {
	let network: TestNetwork

	beforeAll(async () => {
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '400ms', snapshotInterval: 5 })
		for (const node of nodes) network.startNode(node)
		await Promise.all(nodes.map((node) => network.until(node, 2)))
	}, 120_000)
	afterAll(() => network.close(), 60_000)

	/** Waits for a height that all have and compares what they hold there. */
	async function agree(among: readonly number[]): Promise<number> {
		// One that has just been started does not answer yet.
		const heights = await Promise.all(among.map((node) => network.height(node).catch(() => 0)))
		const height = Math.max(...heights) + 1
		await Promise.all(among.map((node) => network.until(node, height)))
		const hashes = await Promise.all(among.map((node) => network.appHash(node, height)))
		expect(new Set(hashes).size).toBe(1)
		return height
	}

	it('take a thousand greetings through different nodes and hold the same state', async () => {
		await Promise.all(nodes.map((node) => network.greet(node, 250)))
		for (const node of nodes) {
			await expect.poll(() => network.greetings(node), { timeout: 60_000, interval: 200 }).toBe(1_000)
		}
		await agree(nodes)
		const answers = await Promise.all(
			nodes.map(async (node) => (await fetch(`${network.rest(node)}/chain/swap/v1beta1/greetings/999`)).text()),
		)
		expect(new Set(answers).size).toBe(1)
	})

	it('go on while one is killed, which comes back empty and replays every block', async () => {
		await network.killNode(3)
		const { sequence } = network.greeters[0]!
		await network.greet(0, 20)
		expect(network.greeters[0]!.sequence).toBe(sequence + 20)
		await network.until(0, (await network.height(0)) + 2)
		network.emptyApp(3)
		network.startNode(3)
		const height = await agree(nodes)
		expect(network.log(3, 'engine')).toMatch(/ABCI Replay Blocks.*appHeight=0 storeHeight=[1-9]/)
		expect(height).toBeGreaterThan(5)
		await expect.poll(() => network.greetings(3), { timeout: 20_000 }).toBe(1_020)
	})

	it('give their state to one that lost everything: it begins from a snapshot, not from the first block', async () => {
		await network.killNode(2)
		network.emptyNode(2)
		await network.until(0, (await network.height(0)) + 1)
		await network.trust(2, 0, 1)
		network.startNode(2)
		const target = (await network.height(0)) + 1
		await network.until(2, target, 90_000)
		await agree(nodes)
		expect(network.log(2, 'app')).toMatch(/the state of height \d+ is taken over/)
		const { sync_info } = await network.client(2).call('status')
		expect(Number(sync_info.earliest_block_height)).toBeGreaterThan(1)
		await expect.poll(() => network.greetings(2), { timeout: 20_000 }).toBe(1_020)
	})

	it('take a new node in that one command joins and starts, which says how far it is', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-joined-'))
		const rpc = [0, 1].map((node) => network.client(node).url).join(',')
		const stop = new AbortController()
		const program = process.argv[1]
		process.argv[1] = new URL('../../bin/chain-tui.js', import.meta.url).pathname
		let told = ''
		let logged = ''
		const output = join(folder, 'new')
		try {
			const ended = cli(['node', 'join', '--rpc', rpc, '--output', output, '--start', '--engine', engine], {
				stopped: stop.signal,
				onStderr: (text) => {
					told += text
				},
			})
			await expect.poll(() => told, { timeout: 90_000 }).toMatch(/caught up at height \d+/)
			const logs = cli(['node', 'logs', '-f', '-n', '0', '--home', join(output, 'node')], {
				stopped: stop.signal,
				onStdout: (text) => {
					logged += text
				},
			})
			await expect.poll(() => logged, { timeout: 30_000 }).toMatch(/^engine \| .*committed state/m)
			stop.abort()
			const { exit, stdout } = await ended
			expect([exit, stdout]).toEqual([0, expect.stringContaining('ready {"nodes":[{"name":"node"')])
			await logs
		} finally {
			stop.abort()
			process.argv[1] = program!
			rmSync(folder, { recursive: true, force: true })
		}
	})

	it('stop the one whose application differs, and go on', async () => {
		await network.kill(1, 'engine')
		const proxy = await lyingProxy(network.testnet.nodes[1]!.ports.abci)
		try {
			network.startEngine(1, proxy.address)
			await expect
				.poll(() => network.log(1, 'engine'), { timeout: 60_000, interval: 200 })
				.toMatch(/CONSENSUS FAILURE|wrong Block\.Header\.AppHash|did not match|does not match/)
			const before = await network.height(0)
			await network.until(0, before + 3)
			await agree([0, 2, 3])
		} finally {
			proxy.close()
		}
	})
})
