import { appendFile, readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { addTo, type Bucket, emptyBucket } from './Tiers.ts'

/** Age at which minutes are dropped, in milliseconds: the longest chart. */
const keptMs = 7 * 86_400_000
/** Number of lines at which the file is rewritten without old ones: one and a half weeks of minutes. */
const fullLines = 15_000

const members = [
	'at',
	'blocks',
	'txs',
	'gas',
	'most_txs',
	'most_gas',
	'longest_ms',
	'mempool',
	'memory',
	'disk',
] as const

/** A minute as a line: its numbers and their CRC-32. */
export function historyLine(bucket: Bucket): string {
	const text = JSON.stringify(members.map((member) => Math.round(bucket[member])))
	return `${text} ${crc32(text).toString(16)}\n`
}

/** Parses a line; undefined for one that was cut or changed. */
export function readHistoryLine(line: string): Bucket | undefined {
	const end = line.lastIndexOf(' ')
	const text = line.slice(0, end)
	if (end < 0 || crc32(text).toString(16) !== line.slice(end + 1)) return undefined
	const numbers = JSON.parse(text) as readonly number[]
	if (numbers.length !== members.length) return undefined
	const part = Object.fromEntries(members.map((member, index) => [member, numbers[index]])) as unknown as Bucket
	const bucket = emptyBucket(part.at)
	addTo(bucket, part)
	return bucket
}

/**
 * Reads the minutes of the last week from a file. Damaged lines are skipped, since nothing else depends on them. A
 * large file is rewritten without old lines.
 *
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
export async function appendHistory(path: string, minutes: readonly Bucket[]): Promise<void> {
	await appendFile(path, minutes.map(historyLine).join(''), { mode: 0o600 })
}
