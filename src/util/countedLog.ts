import type { Log, LogLevel } from './Log.ts'
import { NewestMap } from './NewestMap.ts'

/** Time in which a repeated line is counted instead of written, in milliseconds. */
const quietMs = 60_000
/** Number of remembered lines. */
const mostLines = 100

/**
 * Wraps a log so that repeated lines are counted. On a full disk or a lost database every request would log the same
 * line. The first is written at once; afterwards, at most once a minute, a line says how often it came again.
 */
export function countedLog(log: Log, now: () => number = () => performance.now()): Log {
	const lines = new NewestMap<string, { since: number; more: number }>(mostLines)
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
		lines.set(key, { since: at, more: 0 })
	}
}
