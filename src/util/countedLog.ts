import type { Log, LogLevel } from './Log.ts'

/** A line that comes again within this time is counted and not repeated, in milliseconds. */
const quietMs = 60_000
/** Lines that are remembered. */
const mostLines = 100

/**
 * A log that counts what comes again and again: when a disk is full or a database is gone, each request would say so. The
 * first line is written at once; then, once a minute at most, how often it came since.
 */
export function countedLog(log: Log, now: () => number = () => performance.now()): Log {
	const lines = new Map<string, { since: number; more: number }>()
	const write = (level: LogLevel, source: string, message: string, more: number): void =>
		log(level, source, more === 0 ? message : `${message} (and ${more} times more since)`)
	return (level, source, message) => {
		const key = `${level} ${source} ${message}`
		const seen = lines.get(key)
		const at = now()
		if (seen !== undefined && at - seen.since < quietMs) {
			seen.more++
			return
		}
		write(level, source, message, seen?.more ?? 0)
		lines.delete(key)
		lines.set(key, { since: at, more: 0 })
		if (lines.size > mostLines) for (const oldest of [...lines.keys()].slice(0, 1)) lines.delete(oldest)
	}
}
