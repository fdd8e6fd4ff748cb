import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

if (reference === '') {
	process.stderr.write('Networks with the reference are not tried: name its program in REFNODE to have them tried.\n')
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
			// Through the four nodes in turn, in the order the script has them; what fails its check is refused there.
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
	it('throughput of four validators is measured with our applications and with those of the reference in turns', {
		timeout: 1_200_000,
	}, async () => {
		const nodes = [0, 1, 2, 3]
		const each = Number(process.env.CHAIN_TUI_TXS ?? 1_000)
		const measure = async (own: boolean): Promise<{ readonly rate: number; readonly cpu: number }> => {
			network = await TestNetwork.create({ engine, validators: 4, blockInterval: '500ms', snapshotInterval: 0 })
			for (const node of nodes) {
				if (own) network.startApp(node)
				else network.startReference(node, reference)
				network.startEngine(node)
			}
			await Promise.all(nodes.map((node) => network!.until(node, 2)))
			const spent = () => nodes.reduce((sum, node) => sum + processorSeconds(network!.part(node, 'app')!.pid!), 0)
			const [from, before] = [performance.now(), spent()]
			await Promise.all(nodes.map((node) => network!.greet(node, each)))
			const included = async () =>
				Number((await network!.client(0).call('tx_search', { query: 'tx.height>0', per_page: '1' })).total_count)
			await expect.poll(included, { timeout: 300_000, interval: 100 }).toBeGreaterThanOrEqual(each * 4)
			const rate = (each * 4) / ((performance.now() - from) / 1000)
			const cpu = spent() - before
			expect(await included()).toBe(each * 4)
			await network.close()
			network = undefined
			return { rate, cpu }
		}
		const peer = []
		const ours = []
		for (let round = 0; round < 2; round++) {
			peer.push(await measure(false))
			ours.push(await measure(true))
		}
		const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
		for (const [name, unit, of] of [
			['throughput', 'tx/s', 'rate'],
			['processor time of the applications', 's', 'cpu'],
		] as const) {
			const [theirs, own] = [mean(peer.map((one) => one[of])), mean(ours.map((one) => one[of]))]
			const values = `reference ${theirs.toFixed(1)} ${unit}   ours ${own.toFixed(1)} ${unit}`
			process.stdout.write(
				`4 validators, ${each * 4} greetings, ${name}: ${values}   ratio ${(own / theirs).toFixed(2)}\n`,
			)
		}
	})
})

/** What a running program has used of the processors so far. */
function processorSeconds(pid: number): number {
	const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
	const fields = rest.split(' ')
	// utime and stime of proc(5), in the ticks of Linux: 100 a second.
	return (Number(fields[11]) + Number(fields[12])) / 100
}
