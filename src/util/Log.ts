/** Log levels, the least urgent first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes a log line. `source` names the part of the program (`engine`, `rpc`, `mempool`). Never throws. */
export type Log = (level: LogLevel, source: string, message: string) => void

/** A log that drops every line. */
export const silentLog: Log = () => {}

/** A line of a log. */
export interface LogEntry {
	/** ISO 8601 in UTC. */
	readonly time: string
	readonly level: LogLevel
	readonly source: string
	readonly message: string
}

/** Parses a line of a log file; undefined for a line cut off by the end of a process, and for other text. */
export function readLogLine(text: string): LogEntry | undefined {
	try {
		const { level, time, source, msg } = JSON.parse(text) as Readonly<Record<string, unknown>>
		const known = logLevels.find((name) => name === level)
		if (known === undefined || typeof time !== 'string' || typeof msg !== 'string') return undefined
		return { level: known, time, source: typeof source === 'string' ? source : '', message: msg }
	} catch {
		return undefined
	}
}
