import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineProgram } from './support/engineProgram.ts'
import { GreetingLoad } from './support/GreetingLoad.ts'
import { whyNoNamespaces } from './support/Namespaces.ts'
import { canSlowDisks, slowDisk } from './support/slowDisk.ts'
import { TestNetwork } from './support/TestNetwork.ts'

// Five minutes: `npm run test:hosts`. Each run of all tests has faults.test.ts, on one host.
const isAsked = process.env.CHAIN_TUI_HOSTS === '1'
const { path: engine, missing } = isAsked ? engineProgram() : { path: '', missing: 'not asked for' }
const reason = missing === '' ? whyNoNamespaces() : missing
if (isAsked && reason !== '') process.stderr.write(`Faults of hosts are not tried: ${reason}.\n`)

const names = ['alpha', 'beta', 'gamma', 'delta']
const nodes = [0, 1, 2, 3]
/** The node that is hit; two halves are this one with the last, and the others. */
const hit = 2
const parts = ['app', 'engine'] as const

describe.runIf(reason === '')('four hosts under faults', { timeout: 1_800_000 }, () => {
	let network: TestNetwork
	let load: GreetingLoad
	let supervisors: (() => void)[] = []

	beforeAll(async () => {
		const hosts = names.map((name, index) => {
			const address = `NET.${index + 1}`
			return [name, address, 'validator', `rpc=${address}:26657`, `rest=${address}:1317`].join(' ')
		})
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '500ms', snapshotInterval: 0, hosts })
		network.spaces!.giveDisk(names[hit]!, 64)
		supervisors = nodes.map((node) => network.superviseHost(node))
		await Promise.all(nodes.map((node) => network.until(node, 3, 120_000)))
		load = new GreetingLoad(network)
	}, 180_000)
	afterAll(async () => {
		for (const end of supervisors) end()
		await load?.stop()
		await network?.close()
	}, 60_000)

	const signal = (name: NodeJS.Signals, which: readonly (typeof parts)[number][] = parts): void => {
		for (const part of which) network.part(hit, part)!.signal(name)
	}

	const faults: Readonly<Record<string, () => Promise<void>>> = {
		'`kill -9` of an application': async () => signal('SIGKILL', ['app']),
		'`kill -9` of an engine': async () => signal('SIGKILL', ['engine']),
		'`kill -9` of both programs of a host': async () => signal('SIGKILL'),
		'a host that stands still for 20 s': async () => {
			signal('SIGSTOP')
			await wait(20_000)
			signal('SIGCONT')
		},
		'a host without network for 30 s': async () => {
			network.spaces!.partition([names[hit]!])
			await wait(30_000)
			network.spaces!.heal()
		},
		'two halves that do not see each other for 30 s': async () => {
			network.spaces!.partition([names[hit]!, names[3]!])
			const before = (await network.height(0)) + 1
			await wait(30_000)
			// Two of four are no quorum: not one half may go on, or two chains arise.
			expect(await network.height(0)).toBeLessThanOrEqual(before)
			network.spaces!.heal()
		},
		'a disk that is full for 20 s': async () => {
			const ballast = join(network.folder, names[hit]!, 'ballast')
			const piece = Buffer.alloc(1 << 20)
			try {
				for (;;) writeFileSync(ballast, piece, { flag: 'a' })
			} catch (error) {
				expect(error).toMatchObject({ code: 'ENOSPC' })
			}
			await wait(20_000)
			rmSync(ballast)
			// An engine that could not write lives on without taking part: who makes room restarts it, as here with systemctl.
			await network.part(hit, 'engine')!.stop()
		},
		...(canSlowDisks
			? {
					'a disk that takes 200 ms for each sync, for 20 s (strace holds it back)': async () => {
						const restore = slowDisk(parts.map((part) => network.part(hit, part)!.pid!))
						await wait(20_000)
						await restore()
					},
				}
			: {}),
	}

	/** Watches a node that is not hit. @returns tells the longest time without a new block so far, in seconds */
	function watchBlocks(): () => number {
		let [height, since, longest, isWatched] = [0, performance.now(), 0, true]
		const look = async (): Promise<void> => {
			while (isWatched) {
				const now = await network.height(0).catch(() => height)
				longest = Math.max(longest, performance.now() - since)
				if (now > height) [height, since] = [now, performance.now()]
				await wait(50)
			}
		}
		void look()
		return () => {
			isWatched = false
			return longest / 1_000
		}
	}

	it('four hosts keep every greeting that a node has named over a kill, a stop, partitions, a full and a slow disk', async () => {
		const lines: string[] = []
		for (const [name, fault] of Object.entries(faults)) {
			await load.remember()
			const gap = watchBlocks()
			await fault()
			const from = performance.now()
			const next = (await network.height(0)) + 1
			await Promise.all(nodes.map((node) => network.until(node, next, 180_000)))
			const recovered = (performance.now() - from) / 1_000
			const longest = gap()
			const hashes = await Promise.all(nodes.map((node) => network.appHash(node, next)))
			expect(new Set(hashes).size, name).toBe(1)
			lines.push(`| ${name} | ${longest.toFixed(1)} s | ${recovered.toFixed(1)} s | 0 |`)
			process.stderr.write(`${lines.at(-1)}\n`)
			// What the fault has left behind is not the next one's.
			await network.signedBy(hit)
		}
		await load.stop()
		const waiting = async (node: number) => (await network.client(node).call('num_unconfirmed_txs')).n_txs
		for (const node of nodes) await expect.poll(() => waiting(node), { timeout: 120_000 }).toBe('0')
		await load.remember()
		const { lost, unlisted } = await load.missing()
		const last = Math.max(...(await Promise.all(nodes.map((node) => network.height(node))))) + 1
		await Promise.all(nodes.map((node) => network.until(node, last)))
		const counts = await Promise.all(nodes.map((node) => network.greetings(node)))
		process.stdout.write(
			`${load.named.size} greetings in ${last} blocks, ${load.greeted} of them good, ${lost.length} lost, ${unlisted} missing in an index, ${counts.join(', ')} in the state of each host\n` +
				`| Fault at one of four hosts | Longest time between two blocks | All have a new block after | Lost |\n|---|---|---|---|\n${lines.join('\n')}\n`,
		)
		expect(lost).toEqual([])
		expect(counts).toEqual(nodes.map(() => load.greeted))
		expect(load.greeted).toBeGreaterThan(100)
	})
})
