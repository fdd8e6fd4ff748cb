import { appendFile, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ChainReader } from '../../chain/ChainReader.ts'
import type { TxPool } from '../../chain/TxPool.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { Log } from '../../util/Log.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { HistoryReply } from '../../wire/SummarySchema.ts'
import { homePaths } from '../home/home.ts'
import { addTo, type Bucket, bucketMembers, emptyBucket, Tiers } from './Tiers.ts'

/** Age at which minutes are dropped, in milliseconds: the longest chart. */
const keptMs = 7 * 86_400_000
/** Number of lines at which the file is rewritten without old ones: one and a half weeks of minutes. */
const fullLines = 15_000

/** A minute as a line: its numbers and their CRC-32. */
export function historyLine(bucket: Bucket): string {
	const text = JSON.stringify(bucketMembers.map((member) => Math.round(bucket[member])))
	return `${text} ${crc32(text).toString(16)}\n`
}

/** Parses a line; undefined for one that was cut or changed. */
export function readHistoryLine(line: string): Bucket | undefined {
	const [, text = '', sum] = /^(.+) (.+)$/.exec(line) ?? []
	if (crc32(text).toString(16) !== sum) return undefined
	const numbers = JSON.parse(text) as readonly number[]
	if (numbers.length !== bucketMembers.length) return undefined
	const part = Object.fromEntries(bucketMembers.map((member, index) => [member, numbers[index]])) as unknown as Bucket
	const bucket = emptyBucket(part.at)
	addTo(bucket, part)
	return bucket
}

/**
 * Reads the minutes of the last week from a file. Damaged lines are skipped, since nothing else depends on them. A
 * large file is rewritten without old lines.
 * @param now In milliseconds since the epoch.
 */
export async function readHistoryFile(path: string, now: number): Promise<readonly Bucket[]> {
	let text: string
	try {
		text = await readFile(path, 'utf8')
	} catch {
		return []
	}
	const lines = text.split('\n')
	const minutes = lines
		.flatMap((line) => readHistoryLine(line) ?? [])
		.filter(({ at }) => at > now - keptMs && at <= now + keptMs)
	if (lines.length > fullLines) writeFileAtomic(path, minutes.map(historyLine).join(''))
	return minutes
}

/** Appends minutes to the file. */
async function appendHistory(path: string, minutes: readonly Bucket[]): Promise<void> {
	await appendFile(path, minutes.map(historyLine).join(''), { mode: 0o600 })
}

/** Intervals of measuring mempool and memory, and of measuring the disk and writing the file, in milliseconds. */
const [shortMs, longMs] = [2_000, 60_000]

/** Sources of measurements. */
export interface HistoryParts {
	readonly chain: ChainReader
	readonly pool: TxPool
	/** Stores the minutes of the last week; without a home they are lost at exit. */
	readonly home: string | undefined
	readonly log: Log
	/** The machine's time in milliseconds since the epoch, because the chain's may be moved. */
	readonly now?: () => number
}

/**
 * Measures a running node: blocks, transactions, gas, block intervals, mempool, memory of the process and size of the
 * home. `history.log` of the home keeps the measurements over restarts.
 */
export class NodeHistory {
	readonly #parts: HistoryParts
	readonly #now: () => number
	readonly #tiers = new Tiers()
	readonly #file: string | undefined
	readonly #timers: NodeJS.Timeout[] = []
	#unsubscribe: () => void = () => {}
	/** Time of the last block; undefined before the first. */
	#blockAt: number | undefined
	/** Minutes of this process that are not in the file yet, the oldest first. */
	#unwritten: Bucket[] = []
	#loaded: Promise<void> = Promise.resolve()
	#writes: Promise<void> = Promise.resolve()

	constructor(parts: HistoryParts) {
		this.#parts = parts
		this.#now = parts.now ?? Date.now
		this.#file = parts.home === undefined ? undefined : homePaths(parts.home).history
	}

	/** Reads earlier measurements and starts to measure. */
	async start(): Promise<void> {
		const { chain, pool } = this.#parts
		this.#loaded = this.#load()
		this.#unsubscribe = await chain.subscribe("tm.event='NewBlockHeader'", (event) => {
			if (event.type !== 'NewBlockHeader') return
			const now = this.#now()
			const gas = event.results.txs.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0)
			const gap = Math.max(0, now - (this.#blockAt ?? now))
			this.#blockAt = now
			const txs = event.numTxs
			const part = { blocks: 1, txs, gas, most_txs: txs, most_gas: gas, longest_ms: gap }
			this.#add(now, part)
		})
		const measure = async (): Promise<void> => {
			const { count } = await pool.mempoolSize()
			this.#add(this.#now(), { mempool: count, memory: process.memoryUsage.rss() })
		}
		const measureDisk = async (): Promise<void> => {
			const { home } = this.#parts
			if (home === undefined) return
			const disk = await folderBytes(home)
			this.#add(this.#now(), { disk })
		}
		const every = (ms: number, work: () => Promise<void>): void => {
			this.#timers.push(setInterval(() => void work().catch((cause: unknown) => this.#failed(cause)), ms).unref())
		}
		every(shortMs, measure)
		every(longMs, async () => {
			await measureDisk()
			await this.#write(false)
		})
		void Promise.all([measure(), measureDisk()]).catch((cause: unknown) => this.#failed(cause))
	}

	/** Measurements of the last seconds. */
	async read(seconds: number): Promise<HistoryReply> {
		await this.#loaded
		const { stepMs, samples } = this.#tiers.read(seconds * 1_000, this.#now())
		return { step_ms: stepMs, now: this.#now(), samples }
	}

	/** Stops and writes the remaining minutes. */
	async close(): Promise<void> {
		this.#unsubscribe()
		for (const timer of this.#timers) clearInterval(timer)
		await this.#loaded
		await this.#write(true)
	}

	#add(time: number, part: Partial<Bucket>): void {
		const at = Math.floor(time / longMs) * longMs
		const whole = { ...emptyBucket(at), ...part }
		this.#tiers.add(time, whole)
		if (this.#file === undefined) return
		let minute = this.#unwritten.at(-1)
		if (minute?.at !== at) {
			minute = emptyBucket(at)
			this.#unwritten.push(minute)
		}
		addTo(minute, whole)
	}

	async #load(): Promise<void> {
		if (this.#file === undefined) return
		for (const { at, ...minute } of await readHistoryFile(this.#file, this.#now())) this.#tiers.add(at, minute)
	}

	/** Appends the finished minutes; at the end also the current one. */
	#write(ending: boolean): Promise<void> {
		const file = this.#file
		if (file === undefined) return Promise.resolve()
		this.#writes = this.#writes.then(async () => {
			const current = Math.floor(this.#now() / longMs) * longMs
			const minutes = this.#unwritten.filter(({ at }) => ending || at !== current)
			if (minutes.length === 0) return
			this.#unwritten = this.#unwritten.filter((minute) => !minutes.includes(minute))
			await appendHistory(file, minutes).catch((cause: unknown) => this.#failed(cause))
		})
		return this.#writes
	}

	#failed(cause: unknown): void {
		this.#parts.log('warn', 'history', thrownText(cause))
	}
}

/** Size of all files below a folder; files that vanish meanwhile count as 0. */
export async function folderBytes(folder: string): Promise<number> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
	const sizes = await Promise.all(
		entries.map(async (entry) => {
			const path = join(folder, entry.name)
			if (entry.isDirectory()) return folderBytes(path)
			const file = entry.isFile() ? await stat(path).catch(() => undefined) : undefined
			return file?.size ?? 0
		}),
	)
	return sizes.reduce((sum, size) => sum + size, 0)
}
