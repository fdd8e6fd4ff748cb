import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { cli } from '../flow/cli/testCli.ts'
import { engineProgram } from './support/engineProgram.ts'
import { type ReferenceScript, TestNetwork } from './support/TestNetwork.ts'

// By hand: REFNODE=PATH npm run test:mixed. The reference is a node of the real framework that knows gen and start.
const reference = process.env.REFNODE ?? ''
const { path: engine } = reference === '' ? { path: '' } : engineProgram()
const blocks = Number(process.env.CHAIN_TUI_BLOCKS ?? 200)
// A wait ends after so long without a new block, not after so long: the machine may be slow.
const stillMs = 300_000
const nodes = [0, 1, 2, 3]

type Script = ReferenceScript & {
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

/** Starts two nodes with the reference as their application and two with ours, each with the same flags more. */
function startMixed(flags: readonly string[] = []): void {
	for (const node of nodes) {
		if (node < 2) network!.startReference(node, reference, flags)
		else network!.startApp(node, [], flags)
		network!.startEngine(node)
	}
}

describe.runIf(reference !== '')('two validators of the reference and two of this application', () => {
	it(`make ${blocks} blocks with the reference's random stream and agree on each`, { timeout: 3_600_000 }, async () => {
		const seed = Number(process.env.CHAIN_TUI_SEED ?? 1)
		const script = generated(3_000, seed)
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '200ms', snapshotInterval: 0, script })
		startMixed()
		await Promise.all(nodes.map((node) => network!.until(node, 2, stillMs)))
		const txs = script.steps.flatMap(({ op, tx }) => (op === 'deliver' && tx !== undefined ? [tx] : []))
		let sent = 0
		let latest = 2
		const isEmpty = async (node: number) => (await network!.client(node).call('num_unconfirmed_txs')).n_txs === '0'
		while (latest < blocks + 2) {
			// Through the four nodes in turn, in the order the script has them; what fails its check is refused there.
			for (const tx of txs.slice(sent, sent + Math.ceil(txs.length / blocks))) {
				await network
					.client(latest % 4)
					.call('broadcast_tx_sync', { tx })
					.catch(() => undefined)
				sent++
			}
			// The next node must know what this one took, or the sequences of its senders never fit again.
			for (const node of nodes) await expect.poll(() => isEmpty(node), { timeout: stillMs }).toBe(true)
			latest = await network.height(0)
			await network.until(3, latest, stillMs)
		}
		let included = 0
		let failed = 0
		for (let height = 2; height <= blocks; height++) {
			const hashes = await Promise.all(nodes.map((node) => network!.appHash(node, height)))
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

	it('halt at one height, export the same state, and go on from it as another chain', {
		timeout: 3_600_000,
	}, async () => {
		const script = generated(300, Number(process.env.CHAIN_TUI_SEED ?? 1))
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '500ms', snapshotInterval: 0, script })
		const halt = 25
		const flags = ['--halt-height', String(halt)]
		startMixed(flags)
		await Promise.all(nodes.map((node) => network!.until(node, 2, stillMs)))
		for (const { op, tx } of script.steps) {
			if (op !== 'deliver' || tx === undefined) continue
			await network
				.client(2)
				.call('broadcast_tx_async', { tx })
				.catch(() => undefined)
		}
		const rounds = await untilHalted(flags)
		const exported = await Promise.all(nodes.map((node) => exportOf(node, halt)))
		// Of the parts, so that a difference is shown without the rest.
		for (const node of [1, 2, 3]) expect(sums(exported[node]!), `node ${node}`).toEqual(sums(exported[0]!))
		const document = JSON.parse(exported[0]!) as ReferenceScript
		expect(document.initial_height).toBe(String(halt + 1))
		await network.close()
		// What a person edits: the name of the chain.
		const edited = { ...document, chain_id: 'chain-upgraded' }
		network = await TestNetwork.create({
			...{ engine, validators: 4, blockInterval: '500ms', snapshotInterval: 0, script: edited },
		})
		startMixed()
		await Promise.all(nodes.map((node) => network!.until(node, halt + 4, stillMs)))
		for (let height = halt + 1; height <= halt + 4; height++) {
			const hashes = await Promise.all(nodes.map((node) => network!.appHash(node, height)))
			expect(new Set(hashes).size, `app hashes of height ${height}`).toBe(1)
		}
		for (const node of nodes) await network.killNode(node)
		for (const node of nodes) {
			const again = JSON.parse(await exportOf(node, halt + 1)) as ReferenceScript
			expect([again.chain_id, again.app_state]).toEqual(['chain-upgraded', document.app_state])
		}
		process.stdout.write(
			`2 reference and 2 own validators halted at ${halt} (started once more for the last votes: ${rounds} times), exported the same genesis (${exported[0]!.length} bytes), and went on from ${halt + 1} as chain-upgraded with the same state\n`,
		)
	})

	/** Whether a node's application has the state of a height. */
	async function keeps(node: number, height: number): Promise<boolean> {
		return (await exportOf(node, height).catch(() => '')) !== ''
	}

	/**
	 * Waits until every application has ended after the block of `flags`, and kills the engines. One that has not seen all votes for
	 * it waits for them: then those that have ended are started once more, as the page on networks says.
	 *
	 * @returns how often they were started once more
	 */
	async function untilHalted(flags: readonly string[]): Promise<number> {
		const isHalted = (node: number) => keeps(node, Number(flags[1]))
		let waiting = nodes
		for (let again = 0; ; again++) {
			const ends = waiting.map((node) => network!.part(node, 'app')!.ended)
			await Promise.race(ends)
			// Long the time of a block.
			await Promise.race([Promise.all(ends), wait(20_000)])
			for (const node of nodes) await network!.killNode(node)
			const all = await Promise.all(nodes.map(isHalted))
			waiting = nodes.filter((node) => !all[node])
			if (waiting.length === 0) return again
			startMixed(flags)
		}
	}

	/** The genesis that a node's application exports of a height, ours or the reference's, in one form. */
	async function exportOf(node: number, height: number): Promise<string> {
		if (node >= 2) {
			const { exit, stdout, stderr } = await cli([
				'export',
				'--height',
				String(height),
				'--home',
				network!.path(node, 'app'),
			])
			if (exit !== 0) throw new RangeError(stderr)
			return stdout.trim()
		}
		const home = network!.referenceHome(node)
		copyFileSync(join(network!.path(node, 'engine'), 'config', 'genesis.json'), join(home, 'config', 'genesis.json'))
		const { status, stdout, stderr } = spawnSync(reference, ['export', '--height', String(height), '--home', home], {
			encoding: 'utf8',
			maxBuffer: 1 << 30,
		})
		if (status !== 0) throw new RangeError(stderr)
		return (stdout || stderr).trim()
	}
})

describe.runIf(reference !== '')('throughput of four validators', () => {
	it('throughput of four validators is measured with our applications and with those of the reference in turns', {
		timeout: 3_600_000,
	}, async () => {
		const each = Number(process.env.CHAIN_TUI_TXS ?? 1_000)
		const measure = async (own: boolean): Promise<{ readonly rate: number; readonly cpu: number }> => {
			network = await TestNetwork.create({ engine, validators: 4, blockInterval: '500ms', snapshotInterval: 0 })
			for (const node of nodes) {
				if (own) network.startApp(node)
				else network.startReference(node, reference)
				network.startEngine(node)
			}
			await Promise.all(nodes.map((node) => network!.until(node, 2, stillMs)))
			const spent = () => nodes.reduce((sum, node) => sum + processorSeconds(network!.part(node, 'app')!.pid!), 0)
			const [from, before] = [performance.now(), spent()]
			await Promise.all(nodes.map((node) => network!.greet(node, each)))
			const included = async () =>
				Number((await network!.client(0).call('tx_search', { query: 'tx.height>0', per_page: '1' })).total_count)
			await expect.poll(included, { timeout: 1_200_000, interval: 100 }).toBeGreaterThanOrEqual(each * 4)
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

/**
 * Sums of the parts of a genesis: of each module's state, and of what else it says. The reference sorts names, and we do not; and
 * having no staking module it forgets the validators, which we keep.
 */
function sums(genesis: string): Readonly<Record<string, string>> {
	const {
		app_state,
		validators: _,
		...others
	} = JSON.parse(genesis) as {
		readonly app_state: object
		readonly validators?: unknown
	}
	const sorted = (_: string, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value
	return Object.fromEntries(
		Object.entries({ ...others, ...app_state }).map(([name, part]) => {
			const text = JSON.stringify(part, sorted)
			return [name, text.length < 300 ? text : createHash('sha256').update(text).digest('hex')]
		}),
	)
}

/** What a running program has used of the processors so far. */
function processorSeconds(pid: number): number {
	const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
	const fields = rest.split(' ')
	// utime and stime of proc(5), in the ticks of Linux: 100 a second.
	return (Number(fields[11]) + Number(fields[12])) / 100
}
