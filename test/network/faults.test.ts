import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomSource } from '../support/random.js'
import { engineProgram, engineWithClock } from './support/engineProgram.ts'
import { TestNetwork } from './support/TestNetwork.ts'

// Each run makes a few of the quick ones. `npm run faults` makes 200 of all kinds; CHAIN_TUI_FAULTS names another number.
const tries = Number(process.env.CHAIN_TUI_FAULTS ?? 4)
/** Whether kinds that take long, or need an engine built for them, have their turn. */
const withSlow = tries >= 10
const { path: engine, missing } = engineProgram()

const clockEngine = withSlow && missing === '' ? engineWithClock() : ''
// The slow disk is made by a tracer that holds each sync of a file back.
const canTrace = spawnSync('strace', ['-V']).status === 0

const nodes = [0, 1, 2, 3]
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const txHash = (tx: string): string => createHash('sha256').update(tx, 'base64').digest('hex').toUpperCase()

interface Row {
	times: number
	readonly recovered: number[]
}

describe.runIf(missing === '')('a network under faults', { timeout: 7_200_000 }, () => {
	let network: TestNetwork
	let loading = true
	let load: Promise<void>[] = []
	/** Height of the block of each greeting that a node's answer named, by hash. */
	const acknowledged = new Map<string, number>()

	beforeAll(async () => {
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '300ms', snapshotInterval: 0 })
		for (const node of nodes) network.startNode(node)
		await Promise.all(nodes.map((node) => network.until(node, 2)))
		load = nodes.map(async (node) => {
			while (loading) {
				// A node that is down or behind takes none: the others go on.
				await network.greet(node, 5).catch(() => wait(200))
				// Full blocks would leave an emptied application minutes of work.
				await wait(500)
			}
		})
	}, 120_000)
	afterAll(async () => {
		loading = false
		await Promise.all(load)
		await network.close()
	}, 60_000)

	const faults: Readonly<Record<string, (node: number, random: (below: number) => number) => Promise<void>>> = {
		'kill -9 of an application': async (node) => {
			await network.kill(node, 'app')
			// An engine whose application is gone ends as well.
			await network.part(node, 'engine')?.stop()
			network.startNode(node)
		},
		'kill -9 of an engine': async (node) => {
			await network.kill(node, 'engine')
			network.startEngine(node)
		},
		'kill -9 of both': async (node) => {
			await network.killNode(node)
			network.startNode(node)
		},
		'a machine stopped for two seconds': async (node) => {
			for (const part of ['app', 'engine'] as const) network.part(node, part)?.signal('SIGSTOP')
			await wait(2_000)
			for (const part of ['engine', 'app'] as const) network.part(node, part)?.signal('SIGCONT')
		},
		'a full disk under an application': async (node) => {
			await network.killNode(node)
			// A file may not grow beyond what it has now and a little: a write of a block fails as on a full disk.
			const app = network.startApp(node, ['bash', '-c', 'ulimit -f 40; exec "$@"', '--'])
			network.startEngine(node)
			expect(await Promise.race([app.ended, wait(90_000).then(() => 'still running')])).toBe('code 1')
			// While a block is written, or already when the database is opened and gathers its log.
			expect(network.log(node, 'app')).toMatch(/could not be written|cannot be opened/)
			await network.kill(node, 'engine')
			network.startNode(node)
		},
		'a disk that takes 200 ms for each sync': async (node) => {
			const slow = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync']
			const inject = ['-e', 'inject=fsync,fdatasync:delay_exit=200000']
			const tracers = (['app', 'engine'] as const).map((part) =>
				spawn('strace', [...slow, ...inject, '-p', String(network.part(node, part)?.pid)], { stdio: 'ignore' }),
			)
			await wait(6_000)
			for (const tracer of tracers) tracer.kill('SIGINT')
			const codes = await Promise.all(tracers.map((one) => new Promise((resolve) => one.once('close', resolve))))
			expect(codes).not.toContain(1)
		},
		'a validator away for five blocks': async (node) => {
			await Promise.all((['engine', 'app'] as const).map((part) => network.part(node, part)?.stop()))
			const other = (node + 1) % 4
			await network.until(other, (await network.height(other)) + 5)
			network.startNode(node)
		},
		'a clock two seconds ahead, then two behind': async (node) => {
			for (const seconds of [2, -2]) {
				await network.part(node, 'engine')?.stop()
				// An engine that ends takes nothing with it: its application waits for the next.
				network.startEngineOff(node, clockEngine, seconds)
				await network.until(node, (await network.height((node + 1) % 4)) + 5)
				await network.signedBy(node)
			}
			await network.part(node, 'engine')?.stop()
			network.startEngine(node)
		},
		'an application emptied': async (node) => {
			await network.killNode(node)
			network.emptyApp(node)
			network.startNode(node)
		},
	}

	async function remember(): Promise<void> {
		for (const node of nodes) {
			try {
				const query = { query: 'tx.height>0', per_page: '100', order_by: 'desc' }
				const { txs } = await network.client(node).call('tx_search', query)
				for (const { hash, height } of txs ?? []) acknowledged.set(hash, Number(height))
				return
			} catch {
				// Another node tells.
			}
		}
	}

	/**
	 * What a node of the network does not have of the greetings named: in its blocks, and in the index of its engine.
	 * An engine writes its index after the block and never again, so a kill between both leaves a hole that is no loss.
	 */
	async function missingOf(named: ReadonlyMap<string, number>): Promise<{ lost: string[]; unlisted: number }> {
		const [lost, unlisted] = [new Set<string>(), new Set<string>()]
		const newest = Math.max(...named.values())
		for (const node of nodes) {
			await network.until(node, newest)
			const client = network.client(node)
			const hashesAt = new Map<number, Set<string>>()
			for (const [hash, height] of named) {
				if (!hashesAt.has(height)) {
					const { block } = await client.call('block', { height: String(height) })
					hashesAt.set(height, new Set((block!.data.txs ?? []).map(txHash)))
				}
				if (!hashesAt.get(height)!.has(hash)) lost.add(`${hash} of block ${height} at node ${node}`)
				const params = { hash: Buffer.from(hash, 'hex').toString('base64') }
				await client.call('tx', params).catch(() => unlisted.add(hash))
			}
		}
		return { lost: [...lost], unlisted: unlisted.size }
	}

	it(`keeps every block and greeting over ${tries} faults`, async () => {
		const random = randomSource('faults')
		const rows = new Map<string, Row>(Object.keys(faults).map((name) => [name, { times: 0, recovered: [] }]))
		const names = Object.keys(faults).filter((name) => canTrace || !name.startsWith('a disk'))
		const quick = names.slice(0, 4)
		const slow = names.slice(4)
		for (let number = 0; number < tries; number++) {
			await wait(random(1_500))
			await remember()
			// Those that take long come once in ten each.
			const name = (withSlow ? slow[number % 10] : undefined) ?? quick[random(quick.length)]!
			const node = random(4)
			await faults[name]!(node, random)
			const from = performance.now()
			const other = (node + 1) % 4
			// An emptied application runs every block again.
			const reached = await network.height(other)
			await network.until(node, reached, 120_000 + reached * 1_000)
			const row = rows.get(name)!
			row.times++
			row.recovered.push(performance.now() - from)
			const took = (row.recovered.at(-1)! / 1000).toFixed(1)
			process.stderr.write(`fault ${number + 1} of ${tries}: ${name}, node ${node}, recovered in ${took} s\n`)
			const height = (await network.height(other)) + 1
			await Promise.all(nodes.map((one) => network.until(one, height, 120_000)))
			const hashes = await Promise.all(nodes.map((one) => network.appHash(one, height)))
			expect(new Set(hashes).size, `fault ${number}: ${name} at node ${node}`).toBe(1)
		}
		await remember()
		const { lost, unlisted } = await missingOf(acknowledged)
		const seed = process.env.CHAIN_TUI_SEED
		const lines = [...rows].map(([name, { times, recovered }]) => {
			const sorted = recovered.sort((a, b) => a - b)
			const at = (share: number) => ((sorted[Math.floor(sorted.length * share)] ?? 0) / 1000).toFixed(1)
			return `| ${name} | ${times} | 0 | ${at(0.5)} s | ${at(0.95)} s |`
		})
		process.stdout.write(
			`seed ${seed}: ${acknowledged.size} greetings in blocks, ${lost.length} lost, ${unlisted} missing in an index\n| fault | times | halts | recovers in (median) | (95 %) |\n|---|---|---|---|---|\n${lines.join('\n')}\n`,
		)
		expect(lost).toEqual([])
	})
})
