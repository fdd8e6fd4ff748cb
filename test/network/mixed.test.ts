import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { engineProgram } from './support/engineProgram.ts'
import { TestNetwork, type TestNetworkOptions } from './support/TestNetwork.ts'

// By hand: REFNODE=PATH npm run test:mixed. The reference is a node of the real framework that knows gen and start.
const reference = process.env.REFNODE ?? ''
const { path: engine } = reference === '' ? { path: '' } : engineProgram()
const blocks = Number(process.env.CHAIN_TUI_BLOCKS ?? 100)

type Script = NonNullable<TestNetworkOptions['script']> & {
	readonly steps: readonly { readonly op: string; readonly tx?: string }[]
}

let network: TestNetwork | undefined
afterEach(async () => {
	await network?.close()
	network = undefined
}, 60_000)

function generated(txs: number, seed: number): Script {
	const made = spawnSync(reference, ['gen', '--seed', String(seed), '--txs', String(txs), '--accounts', '20'], {
		encoding: 'utf8',
		maxBuffer: 1 << 30,
	})
	return JSON.parse(made.stdout) as Script
}

describe.runIf(reference !== '')('two validators of the reference and two of this application', () => {
	it(`make ${blocks} blocks with the reference's random stream and agree on each`, { timeout: 600_000 }, async () => {
		const seed = Number(process.env.CHAIN_TUI_SEED ?? 1)
		const script = generated(3_000, seed)
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '200ms', snapshotInterval: 0, script })
		for (const node of [0, 1]) network.startReference(node, reference)
		for (const node of [2, 3]) network.startApp(node)
		for (const node of [0, 1, 2, 3]) network.startEngine(node)
		await Promise.all([0, 1, 2, 3].map((node) => network!.until(node, 2)))
		const txs = script.steps.flatMap(({ op, tx }) => (op === 'deliver' && tx !== undefined ? [tx] : []))
		let sent = 0
		let latest = 2
		while (latest < blocks + 2) {
			// All through one node, in the order the script has them; what fails its check is refused there.
			for (const tx of txs.slice(sent, sent + Math.ceil(txs.length / blocks) * 2)) {
				await network
					.client(latest % 4)
					.call('broadcast_tx_async', { tx })
					.catch(() => undefined)
				sent++
			}
			latest = await network.height(0)
			await network.until(3, latest, 30_000)
		}
		let included = 0
		let failed = 0
		for (let height = 2; height <= blocks; height++) {
			const hashes = await Promise.all([0, 1, 2, 3].map((node) => network!.appHash(node, height)))
			expect(new Set(hashes).size, `app hashes of height ${height}`).toBe(1)
			const results = await Promise.all(
				[0, 2].map((node) => network!.client(node).call('block_results', { height: String(height) })),
			)
			// Log and events are no part of the results hash: they are compared all the same.
			expect(results[1]).toEqual(results[0])
			included += results[0]!.txs_results?.length ?? 0
			failed += results[0]!.txs_results?.filter(({ code }) => code !== 0).length ?? 0
		}
		process.stdout.write(
			`seed ${seed}: ${blocks} blocks of 2 reference and 2 own validators, ${sent} transactions sent, ${included} in blocks, ${failed} of them failed; no halt, all equal\n`,
		)
		expect(included).toBeGreaterThan(blocks)
	})
})

describe.runIf(reference !== '')('throughput of four validators', () => {
	it('is measured with our applications and with those of the reference in one run', { timeout: 600_000 }, async () => {
		const perSecond = async (own: boolean): Promise<number> => {
			network = await TestNetwork.create({ engine, validators: 4, blockInterval: '500ms', snapshotInterval: 0 })
			const nodes = [0, 1, 2, 3]
			for (const node of nodes) {
				if (own) network.startApp(node)
				else network.startReference(node, reference)
				network.startEngine(node)
			}
			await Promise.all(nodes.map((node) => network!.until(node, 2)))
			const from = performance.now()
			await Promise.all(nodes.map((node) => network!.greet(node, 500)))
			const included = async () =>
				Number((await network!.client(0).call('tx_search', { query: 'tx.height>0', per_page: '1' })).total_count)
			while ((await included()) < 2_000) await new Promise((resolve) => setTimeout(resolve, 100))
			const rate = 2_000 / ((performance.now() - from) / 1000)
			await network.close()
			network = undefined
			return rate
		}
		const rates = { peer: await perSecond(false), ours: await perSecond(true) }
		process.stdout.write(
			`4 validators: reference ${rates.peer.toFixed(0)} tx/s   ours ${rates.ours.toFixed(0)} tx/s   ratio ${(rates.ours / rates.peer).toFixed(2)} (aim >= 1)\n`,
		)
		expect(rates.ours).toBeGreaterThan(0)
	})
})
