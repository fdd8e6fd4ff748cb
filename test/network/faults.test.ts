import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomSource } from '../support/random.js'
import { engineProgram, engineWithClock } from './support/engineProgram.ts'
import { GreetingLoad } from './support/GreetingLoad.ts'
import { canSlowDisks, slowDisk } from './support/slowDisk.ts'
import { TestNetwork } from './support/TestNetwork.ts'

// Each run makes a few of the quick ones. `npm run faults` makes 200 of all kinds; CHAIN_TUI_FAULTS names another number.
const tries = Number(process.env.CHAIN_TUI_FAULTS ?? 4)
/** Whether kinds that take long, or need an engine built for them, have their turn. */
const withSlow = tries >= 10
const { path: engine, missing } = engineProgram()

const clockEngine = withSlow && missing === '' ? engineWithClock() : ''

const nodes = [0, 1, 2, 3]
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Row {
	times: number
	readonly recovered: number[]
}

describe.runIf(missing === '')('a network under faults', { timeout: 7_200_000 }, () => {
	let network: TestNetwork
	let load: GreetingLoad

	beforeAll(async () => {
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '300ms', snapshotInterval: 0 })
		for (const node of nodes) network.startNode(node)
		await Promise.all(nodes.map((node) => network.until(node, 2)))
		load = new GreetingLoad(network)
	}, 120_000)
	afterAll(async () => {
		await load?.stop()
		await network?.close()
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
			const restore = slowDisk((['app', 'engine'] as const).map((part) => network.part(node, part)!.pid!))
			await wait(6_000)
			await restore()
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

	it(`keeps every block and greeting over ${tries} faults`, async () => {
		const random = randomSource('faults')
		const rows = new Map<string, Row>(Object.keys(faults).map((name) => [name, { times: 0, recovered: [] }]))
		const names = Object.keys(faults).filter((name) => canSlowDisks || !name.startsWith('a disk'))
		const quick = names.slice(0, 4)
		const slow = names.slice(4)
		for (let number = 0; number < tries; number++) {
			await wait(random(1_500))
			await load.remember()
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
		await load.remember()
		const { lost, unlisted } = await load.missing()
		const seed = process.env.CHAIN_TUI_SEED
		const lines = [...rows].map(([name, { times, recovered }]) => {
			const sorted = recovered.sort((a, b) => a - b)
			const at = (share: number) => ((sorted[Math.floor(sorted.length * share)] ?? 0) / 1000).toFixed(1)
			return `| ${name} | ${times} | 0 | ${at(0.5)} s | ${at(0.95)} s |`
		})
		process.stdout.write(
			`seed ${seed}: ${load.named.size} greetings in blocks, ${lost.length} lost, ${unlisted} missing in an index\n| fault | times | halts | recovers in (median) | (95 %) |\n|---|---|---|---|---|\n${lines.join('\n')}\n`,
		)
		expect(lost).toEqual([])
	})
})
