import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EngineClient } from '../../../src/engineRpc/EngineClient.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { ManagedProcess } from '../../../src/node/testnet/ManagedProcess.ts'
import { broadcastGreeting } from '../../support/broadcastGreeting.ts'
import type { Greeter } from '../../support/Greeter.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'
import { randomSource } from '../../support/random.js'
import { until } from '../../support/until.ts'

// By hand: npm run kills (1,000 kills, a seed). Each run of the tests kills a node five times.
const kills = Number(process.env.CHAIN_TUI_KILLS ?? 5)
const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let folder: string
let home: string
let log: string
let chainId: string
let greeters: readonly Greeter[]
let running: ManagedProcess | undefined

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-kills-'))
	home = join(folder, 'home')
	log = join(folder, 'log')
	const made = greeterGenesis(resolveNodeConfig({ home }, {}), 3, new Date().toISOString())
	greeters = made.greeters
	chainId = made.document.chain_id
	writeFileSync(join(folder, 'genesis.json'), JSON.stringify(made.document))
})
afterAll(async () => {
	await running?.stop()
	rmSync(folder, { recursive: true, force: true })
})

/** Starts the node on its home; the address resolves when it answers. */
function start(): { readonly node: ManagedProcess; readonly rpc: Promise<string> } {
	const listeners = ['--rpc', '127.0.0.1:0', '--rest', 'off', '--grpc', 'off', '--endpoints', 'off']
	const flags = ['--genesis', join(folder, 'genesis.json'), '--block-interval', '100ms', ...listeners]
	let heard: (rpc: string) => void = () => undefined
	const rpc = new Promise<string>((resolve) => (heard = resolve))
	const node = new ManagedProcess({
		command: process.execPath,
		args: [program, 'start', '--home', home, ...flags],
		logFile: log,
		onLine: (line) => line.startsWith('ready ') && heard((JSON.parse(line.slice(6)) as { rpc: string }).rpc),
	})
	running = node
	return { node, rpc }
}

/** What the node has told its clients: hash of each block, and the height of each transaction that it named in one. */
class Told {
	readonly blocks = new Map<number, string>()
	readonly txs = new Map<string, number>()

	/** Reads the blocks made since the last look. */
	async follow(client: EngineClient): Promise<void> {
		const { sync_info } = await client.call('status')
		for (let height = this.blocks.size + 1; height <= Number(sync_info.latest_block_height); height++) {
			const { block_id } = await client.call('block', { height: String(height) })
			const { txs } = await client.call('tx_search', { query: `tx.height=${height}`, per_page: '100' })
			for (const { hash } of txs ?? []) this.txs.set(hash, height)
			this.blocks.set(height, block_id.hash)
		}
	}

	/** Whatever was told before must be told again: blocks from a height on, with their transactions. */
	async check(client: EngineClient, from: number): Promise<void> {
		for (const [height, hash] of this.blocks) {
			if (height < from) continue
			const { block_id } = await client.call('block', { height: String(height) })
			expect(block_id.hash, `block ${height}`).toBe(hash)
		}
		for (const [hash, height] of this.txs) {
			if (height < from) continue
			const found = await client.call('tx', { hash: Buffer.from(hash, 'hex').toString('base64') })
			expect([Number(found.height), found.tx_result.code], `transaction ${hash}`).toEqual([height, 0])
		}
	}
}

/** Sends greetings and reads blocks until the node is gone. */
async function load(url: string, told: Told): Promise<void> {
	const client = new EngineClient(url)
	const untilGone = async (step: () => Promise<void>) => {
		for (;;) {
			try {
				await step()
			} catch (fault) {
				// A refusal is a fault of the node; no answer means that it was killed.
				if (fault instanceof RangeError) throw fault
				return
			}
		}
	}
	let number = 0
	await Promise.all([
		...greeters.map((one) => untilGone(() => broadcastGreeting(client, one, chainId, `hello ${++number}`))),
		untilGone(async () => {
			await told.follow(client)
			await wait(20)
		}),
	])
}

const at = (sorted: readonly number[], share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)

it(`a node killed ${kills} times under load loses no block and no transaction that it told of`, {
	timeout: 14_400_000,
}, async () => {
	const random = randomSource('kills')
	const told = new Told()
	const starts: number[] = []
	let early = 0
	for (let kill = 0; kill < kills; kill++) {
		const from = performance.now()
		const { node, rpc } = start()
		if (random(10) === 0) {
			// Also while it opens its home.
			early++
			await wait(random(400))
		} else {
			const url = await Promise.race([rpc, node.ended])
			expect(url, readFileSync(log, 'utf8').slice(-2_000)).toMatch(/^http/)
			if (kill > 0) starts.push(performance.now() - from)
			const client = new EngineClient(url)
			await told.check(client, told.blocks.size - 20)
			await told.follow(client)
			const loaded = load(url, told)
			await wait(random(600))
			// A slow machine tells too little to lose: then the kill comes with the next transaction.
			await until(() => told.txs.size > kill + 1)
			node.signal('SIGKILL')
			await loaded
		}
		node.signal('SIGKILL')
		await node.ended
	}
	const { rpc } = start()
	const client = new EngineClient(await rpc)
	await told.check(client, 1)
	starts.sort((a, b) => a - b)
	process.stdout.write(
		`seed ${process.env.CHAIN_TUI_SEED}: ${kills} kills (${early} while starting), ${told.blocks.size} blocks and ${told.txs.size} transactions told, 0 lost; answers again after ${at(starts, 0.5)} ms (median), ${at(starts, 0.95)} ms (95 %), ${at(starts, 1 - Number.EPSILON)} ms (longest)\n`,
	)
	expect(told.txs.size).toBeGreaterThan(kills / 2)
})
