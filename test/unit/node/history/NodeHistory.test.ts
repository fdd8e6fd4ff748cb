import {
	appendFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import type { ChainEvent } from '../../../../src/chain/ChainEvent.ts'
import type { ChainReader } from '../../../../src/chain/ChainReader.ts'
import {
	folderBytes,
	historyLine,
	NodeHistory,
	readHistoryFile,
	readHistoryLine,
} from '../../../../src/node/history/NodeHistory.ts'
import { emptyBucket, Tiers } from '../../../../src/node/history/Tiers.ts'

import { type Log, silentLog } from '../../../../src/util/Log.ts'
import { startNode } from '../../../support/startNode.ts'

const homes: string[] = []
afterEach(() => {
	for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
})
function newHome(): string {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-history-'))
	homes.push(home)
	return home
}

const noon = Date.UTC(2026, 10, 22, 12)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** A history over a chain whose blocks come when the test says so, by its clock. */
async function measured(home: string | undefined, start: number, log: Log = silentLog) {
	const clock = { now: start }
	const listening = { ended: false }
	let tell: (event: ChainEvent) => void = () => {}
	const chain = {
		subscribe: async (_query: string, listener: (event: ChainEvent) => void) => {
			tell = listener
			return () => {
				listening.ended = true
			}
		},
	} as unknown as ChainReader
	const waiting = { count: 3 }
	const pool = {
		mempoolSize: async () => {
			if (waiting.count < 0) throw new RangeError('gone')
			return { count: waiting.count, bytes: 900 }
		},
	}
	const history = new NodeHistory({ chain, pool: pool as never, home, log, now: () => clock.now })
	await history.start()
	const block = (at: number, gas: readonly bigint[]): void => {
		clock.now = at
		const results = { txs: gas.map((gasUsed) => ({ gasUsed })) }
		tell({ type: 'NewBlockHeader', numTxs: gas.length, results, keys: new Map() } as unknown as ChainEvent)
	}
	return { history, clock, block, waiting, listening }
}

it('blocks are counted in spans, with the most in one block and the longest pause', async () => {
	const { history, block, listening } = await measured(undefined, noon)
	block(noon + 1_000, [])
	// Nobody knows how long the first one was waited for, and a chain in memory takes no room on disk.
	expect((await history.read(3_600)).samples).toMatchObject([{ at: noon, blocks: 1, longest_ms: 0, disk: 0 }])
	block(noon + 2_000, [60_000n, 50_000n])
	block(noon + 9_500, [70_000n])
	block(noon + 12_000, [])
	const { step_ms, samples } = await history.read(3_600)
	expect(step_ms).toBe(10_000)
	expect(samples).toMatchObject([
		{ at: noon, blocks: 3, txs: 3, gas: 180_000, most_txs: 2, most_gas: 110_000, longest_ms: 7_500, mempool: 3 },
		{ at: noon + 10_000, blocks: 1, txs: 0, longest_ms: 2_500 },
	])
	expect(samples[0]!.memory).toBeGreaterThan(1_000_000)
	expect(listening.ended).toBe(false)
	await history.close()
	expect(listening.ended).toBe(true)
})

it('a restart shows the past, also in the minute of the restart, and counts nothing twice', async () => {
	const home = newHome()
	const first = await measured(home, noon)
	first.block(noon + 5_000, [10n])
	first.block(noon + minute + 1_000, [20n])
	await first.history.close()
	expect(statSync(join(home, 'history.log')).mode & 0o777).toBe(0o600)
	const second = await measured(home, noon + minute + 30_000)
	second.block(noon + minute + 31_000, [30n])
	await second.history.close()
	const third = await measured(home, noon + 10 * minute)
	const { samples } = await third.history.read(2 * 3_600)
	expect(samples.filter(({ blocks }) => blocks > 0)).toMatchObject([
		{ at: noon, txs: 1, gas: 10 },
		{ at: noon + minute, txs: 2, gas: 50, most_gas: 30 },
	])
	await third.history.close()
})

it('each minute the size of the home is measured, and the minutes that have ended are written', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	try {
		const home = newHome()
		const path = join(home, 'history.log')
		mkdirSync(join(home, 'data', 'deep'), { recursive: true })
		writeFileSync(join(home, 'data', 'deep', 'file'), 'x'.repeat(5_000))
		const { history, clock, block } = await measured(home, noon)
		const disk = async () => (await history.read(3_600)).samples.at(-1)?.disk
		await expect.poll(disk).toBe(5_000)
		writeFileSync(join(home, 'data', 'more'), 'x'.repeat(7_000))
		block(noon + 1_000, [])
		block(noon + minute + 1_000, [])
		clock.now = noon + minute + 2_000
		vi.advanceTimersByTime(minute)
		await expect.poll(() => existsSync(path)).toBe(true)
		expect((await readHistoryFile(path, clock.now)).map(({ at, blocks }) => [at, blocks])).toEqual([[noon, 1]])
		expect(await disk()).toBe(12_000)
		await history.close()
		expect((await readHistoryFile(path, clock.now)).map(({ at }) => at)).toEqual([noon, noon + minute])
	} finally {
		vi.useRealTimers()
	}
})

it('every two seconds the mempool is measured, and one that cannot be is told in the log', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	try {
		const told: string[] = []
		const log: Log = (level, source, text) => told.push(`${level} ${source} ${text}`)
		const { history, waiting } = await measured(undefined, noon, log)
		const mempool = async () => (await history.read(3_600)).samples.at(-1)?.mempool
		await expect.poll(mempool).toBe(3)
		waiting.count = 9
		vi.advanceTimersByTime(1_999)
		expect(await mempool()).toBe(3)
		vi.advanceTimersByTime(1)
		await expect.poll(mempool).toBe(9)
		waiting.count = -1
		vi.advanceTimersByTime(2_000)
		await expect.poll(() => told).toEqual(['warn history gone'])
		expect(vi.getTimerCount()).toBe(2)
		await history.close()
		expect(vi.getTimerCount()).toBe(0)
	} finally {
		vi.useRealTimers()
	}
})

it('a clock that goes back between two blocks makes no pause', async () => {
	const { history, block } = await measured(undefined, noon)
	block(noon + 9_000, [])
	block(noon + 2_000, [])
	block(noon + 2_500, [])
	expect((await history.read(3_600)).samples).toMatchObject([{ at: noon, blocks: 3, longest_ms: 500 }])
	await history.close()
})

it('a history that cannot be written is told in the log', async () => {
	const home = newHome()
	mkdirSync(join(home, 'history.log'))
	const told: string[] = []
	const { history, block } = await measured(home, noon, (level, source, text) =>
		told.push(`${level} ${source} ${text}`),
	)
	block(noon, [])
	await history.close()
	expect(told).toEqual([expect.stringMatching(/^warn history EISDIR/)])
})

it('the size of a folder is that of all files in it, and a folder that is gone has none', async () => {
	const folder = newHome()
	expect(await folderBytes(folder)).toBe(0)
	mkdirSync(join(folder, 'a', 'b'), { recursive: true })
	writeFileSync(join(folder, 'one'), 'x'.repeat(10))
	writeFileSync(join(folder, 'a', 'two'), 'x'.repeat(200))
	writeFileSync(join(folder, 'a', 'b', 'three'), 'x'.repeat(3_000))
	symlinkSync(join(folder, 'one'), join(folder, 'link'))
	expect(await folderBytes(folder)).toBe(3_210)
	expect(await folderBytes(join(folder, 'gone'))).toBe(0)
})

it('measurements that come late are put in order, and the oldest of too many go', () => {
	const tiers = new Tiers()
	const add = (at: number) => tiers.add(at, { ...emptyBucket(0), blocks: 1 })
	for (let at = noon; at < noon + hour; at += 10_000) if (at !== noon + 20_000) add(at)
	add(noon + hour)
	add(noon + 20_000)
	const times = () => tiers.read(hour, noon + hour).samples.map(({ at }) => at)
	expect(times()).toEqual(Array.from({ length: 360 }, (_, index) => noon + (index + 1) * 10_000))
	add(noon + 25_000)
	expect(tiers.read(hour, noon + hour).samples[1]).toMatchObject({ at: noon + 20_000, blocks: 2 })
	expect(times()).toHaveLength(360)
})

it('a span of time is read from the shortest spans that reach that far, its first moment included', () => {
	const tiers = new Tiers()
	for (const at of [noon, noon + 10_000]) tiers.add(at, { ...emptyBucket(0), blocks: 1 })
	const read = (span: number) => tiers.read(span, noon + 10_000)
	expect(read(10_000).samples.map(({ at }) => at)).toEqual([noon, noon + 10_000])
	expect(read(9_999).samples.map(({ at }) => at)).toEqual([noon + 10_000])
	const steps = [hour, hour + 1, day, day + 1, 7 * day].map((span) => read(span).stepMs)
	expect(steps).toEqual([10_000, minute, 4 * minute, 10 * minute, 30 * minute])
})

it('a span longer than a week is read from the longest spans there are', () => {
	const tiers = new Tiers()
	tiers.add(noon, { ...emptyBucket(0), blocks: 1 })
	const { stepMs, samples } = tiers.read(14 * day, noon)
	expect([stepMs, samples.length]).toEqual([60 * minute, 1])
})

it('a damaged or cut line of the file is left out', async () => {
	const home = newHome()
	const path = join(home, 'history.log')
	const line = historyLine({ ...emptyBucket(noon), blocks: 60, gas: 123 })
	expect(readHistoryLine(line.trimEnd())).toMatchObject({ at: noon, blocks: 60, gas: 123 })
	writeFileSync(path, line + line.replace('123', '923') + historyLine(emptyBucket(noon + minute)))
	appendFileSync(path, line.slice(0, 20))
	expect((await readHistoryFile(path, noon + hour)).map(({ at }) => at)).toEqual([noon, noon + minute])
})

it('a line of the file has the numbers of a minute and their checksum, and another count of numbers is none', () => {
	const line = historyLine({ ...emptyBucket(noon), blocks: 60, gas: 122.6 })
	expect(line).toMatch(new RegExp(`^\\[${noon},60,0,123,0,0,0,0,0,0\\] [0-9a-f]{1,8}\n$`))
	const [short, long] = ['[1,2]', JSON.stringify(Array(11).fill(1))]
	for (const text of [short, long]) expect(readHistoryLine(`${text} ${crc32(text).toString(16)}`)).toBeUndefined()
	for (const text of ['', 'x', '0', ' 0']) expect(readHistoryLine(text)).toBeUndefined()
})

it('minutes of the file count for a week, on both sides of a clock that was moved', async () => {
	const path = join(newHome(), 'history.log')
	const times = [noon - 7 * day, noon - 7 * day + minute, noon + 7 * day, noon + 7 * day + minute]
	writeFileSync(path, times.map((at) => historyLine(emptyBucket(at))).join(''))
	expect((await readHistoryFile(path, noon)).map(({ at }) => at)).toEqual(times.slice(1, 3))
})

it('the file stays small: what is older than a week goes', async () => {
	const path = join(newHome(), 'history.log')
	const minutes = Array.from({ length: 20_000 }, (_, index) => emptyBucket(noon - index * minute)).reverse()
	writeFileSync(path, minutes.map(historyLine).join(''))
	const kept = await readHistoryFile(path, noon)
	expect(kept.length).toBe(7 * 24 * 60)
	expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(kept.length + 1)
})

it('a file of history is written anew from fifteen thousand lines on, and left as it is below that', async () => {
	const path = join(newHome(), 'history.log')
	for (const [count, left] of [
		[14_999, 14_999],
		[15_000, 0],
	] as const) {
		writeFileSync(path, 'x\n'.repeat(count))
		expect(await readHistoryFile(path, noon)).toEqual([])
		expect(readFileSync(path, 'utf8')).toBe('x\n'.repeat(left))
	}
})

it.each([
	[hour, 10_000],
	[day, 4 * minute],
	[7 * day, 30 * minute],
])('over %i ms there are at most 361 samples, of %i ms', (span, step) => {
	const tiers = new Tiers()
	for (let at = noon - 8 * day; at <= noon; at += 30_000) tiers.add(at, { ...emptyBucket(0), blocks: 1, memory: at })
	const { stepMs, samples } = tiers.read(span, noon)
	expect(stepMs).toBe(step)
	expect(samples.length).toBeLessThanOrEqual(361)
	expect(samples.at(-1)!.memory).toBe(noon)
	const whole = samples.slice(1, -1)
	expect(whole.length).toBeGreaterThan(100)
	for (const { blocks } of whole) expect(Math.abs(blocks - step / 30_000)).toBeLessThan(1)
})

it('a node tells by chain_history what it measured, before a restart too', async () => {
	const home = newHome()
	const flags = { home }
	const node = await startNode({ flags })
	await node.engine.mine(3)
	await node.close()
	const again = await startNode({ flags })
	await again.engine.mine(2)
	const { samples } = await again.call('chain_history', { seconds: 3_600 })
	expect(samples.reduce((sum, { blocks }) => sum + blocks, 0)).toBeGreaterThanOrEqual(5)
	for (const seconds of [-1, 0, 'long' as never]) {
		await expect(again.call('chain_history', { seconds })).rejects.toThrow('seconds must be a number above 0')
	}
	expect(await again.call('chain_history', { seconds: 1 })).toMatchObject({ step_ms: 10_000 })
	// Nothing is older than a week.
	expect(await again.call('chain_history', { seconds: 1e9 })).toMatchObject({ step_ms: 30 * minute })
	await again.close()
})
