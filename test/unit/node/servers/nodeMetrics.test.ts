import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { timeFromMs } from '../../../../src/chain/blockTime.ts'
import { homePaths } from '../../../../src/node/home/home.ts'
import { NodeMetrics, serveMetrics } from '../../../../src/node/servers/nodeMetrics.ts'
import { listen } from '../../../../src/serve/listen.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

/** Metrics of a chain at this height whose newest block is two and a half seconds old; `isGone`: nobody answers. */
function metricsOf(home: string | undefined) {
	const chain = { height: 7, isGone: false }
	const answer = async <T>(value: T): Promise<T> => {
		if (chain.isGone) throw new RangeError('gone')
		return value
	}
	const metrics = new NodeMetrics({
		chain: {
			status: () => answer({ height: chain.height, catchingUp: false }),
			header: (height: number) => answer(height === 0 ? undefined : { time: timeFromMs(997_500) }),
			block: () => answer({ txs: [1, 2] }),
			validators: () => answer([1, 2, 3]),
		} as never,
		pool: { mempoolSize: () => answer({ count: 5, bytes: 600 }) } as never,
		home,
		listeners: () => ({
			rpc: 'http://127.0.0.1:1',
			...(chain.isGone ? {} : { rest: 'http://127.0.0.1:2' }),
			eth: undefined,
		}),
		clock: { now: () => 1_000_000 },
	})
	/** Lines of the node itself, without those of the process it runs in. */
	const lines = async () => (await metrics.text()).split('\n').filter((line) => /^(tendermint|chain_tui)_/.test(line))
	return { chain, metrics, lines }
}

const rpc = 'chain_tui_listener{listener="rpc",address="http://127.0.0.1:1"} 1'
const rest = 'chain_tui_listener{listener="rest",address="http://127.0.0.1:2"} 1'
const waiting = ['tendermint_mempool_size 5', 'tendermint_mempool_size_bytes 600']

describe('the metrics of a node', () => {
	test('the metrics of a node have those of its process, and before the first block nothing of one but height 0', async () => {
		const { chain, metrics, lines } = metricsOf(undefined)
		expect(await metrics.text()).toMatch(/^process_resident_memory_bytes \d+$/m)
		chain.height = 0
		expect((await lines()).filter((line) => /height|num_txs|validators/.test(line))).toEqual([
			'tendermint_consensus_height 0',
		])
	})

	test('the metrics of a node are what its chain, mempool and disk tell now, and what does not answer any more is left out', async () => {
		const home = mkdtempSync(join(tmpdir(), 'chain-tui-metrics-'))
		closing.push(() => rmSync(home, { recursive: true, force: true }))
		const { data, logs } = homePaths(home)
		for (const [folder, bytes] of [
			[data, 10],
			[logs, 200],
		] as const) {
			mkdirSync(folder)
			writeFileSync(join(folder, 'file'), 'x'.repeat(bytes))
		}
		const disk = ['state"} 10', 'snapshots"} 0', 'logs"} 200'].map((end) => `chain_tui_store_size_bytes{store="${end}`)
		const { chain, lines } = metricsOf(home)
		expect((await lines()).sort()).toEqual(
			[
				...['tendermint_consensus_height 7', 'chain_tui_block_age_seconds 2.5', 'chain_tui_ready 1'],
				...['tendermint_consensus_num_txs 2', 'tendermint_consensus_validators 3', ...waiting, ...disk, rpc, rest],
			].sort(),
		)
		chain.isGone = true
		expect((await lines()).sort()).toEqual(['chain_tui_ready 0', ...disk, rpc].sort())
	})

	test('the metrics of a node without a block have neither its age nor what is in it', async () => {
		const { chain, lines } = metricsOf(undefined)
		chain.height = 0
		expect((await lines()).sort()).toEqual(
			['tendermint_consensus_height 0', 'chain_tui_ready 0', ...waiting, rpc, rest].sort(),
		)
	})

	test('the metrics of a node count each call of its engine in the steps of time that it took at most', async () => {
		const { metrics, lines } = metricsOf(undefined)
		metrics.timed('commit', 0.009)
		metrics.timed('commit', 7)
		const name = 'tendermint_abci_connection_method_timing'
		const steps = ['0.0001', '0.0004', '0.002', '0.009', '0.02', '0.1', '0.65', '2', '6', '25', '+Inf']
		expect((await lines()).filter((line) => line.startsWith(name))).toEqual([
			...steps.map((step, at) => `${name}_bucket{le="${step}",method="commit"} ${at < 3 ? 0 : at < 9 ? 1 : 2}`),
			`${name}_sum{method="commit"} 7.009`,
			`${name}_count{method="commit"} 2`,
		])
	})

	test('the metrics of a node are served at /metrics alone, of an address that is free, and not at all while they are off', async () => {
		const { metrics } = metricsOf(undefined)
		expect([await serveMetrics(undefined, metrics), await serveMetrics({ on: false }, metrics)]).toEqual([
			undefined,
			undefined,
		])
		const at = (host: string, port: number) => ({ on: true, host, port, asked: true }) as const
		const served = (await serveMetrics(at('0.0.0.0', 0), metrics))!
		closing.push(() => served.close())
		expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
		const reply = await fetch(`${served.url}/metrics`)
		expect([reply.status, reply.headers.get('content-type')]).toEqual([200, metrics.contentType])
		expect(await reply.text()).toContain('\ntendermint_consensus_height 7\n')
		const other = await fetch(`${served.url}/metrics/`)
		expect([other.status, await other.text()]).toEqual([404, '404 page not found\n'])
		const holder = createServer()
		const taken = await listen(holder, '127.0.0.1', 0)
		closing.push(() => holder.close())
		await expect(serveMetrics(at('127.0.0.1', taken), metrics)).rejects.toMatchObject({
			message: `Metrics cannot be served on 127.0.0.1:${taken}.`,
			why: expect.stringContaining('EADDRINUSE'),
			next: 'Give another address with --metrics, or --metrics off.',
		})
	})
})
