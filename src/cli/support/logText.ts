import { type LogLevel, logLevels } from '../../util/Log.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

/** A line of a node's log. */
export interface LogLine {
	readonly time: string
	readonly level: LogLevel
	readonly source: string
	readonly message: string
}

/** Parses a line of a log file; undefined for a line cut off by the end of a process, and for other text. */
export function readLogLine(text: string): LogLine | undefined {
	try {
		const { level, time, source, msg } = JSON.parse(text) as Readonly<Record<string, unknown>>
		const known = logLevels.find((name) => name === level)
		if (known === undefined || typeof time !== 'string' || typeof msg !== 'string') return undefined
		return { level: known, time, source: typeof source === 'string' ? source : '', message: msg }
	} catch {
		return undefined
	}
}

/** Formats a log line: local time of day, level if it matters, source, message. */
export function logLineText({ time, level, source, message }: LogLine, paint: Paint): string {
	const date = new Date(time)
	const clock = [date.getHours(), date.getMinutes(), date.getSeconds()]
		.map((part) => String(part).padStart(2, '0'))
		.join(':')
	const colors = { debug: paint.muted, info: (text: string) => text, warn: paint.warn, error: paint.bad }
	const lead = level === 'warn' || level === 'error' ? `${level}: ` : ''
	return `${paint.muted(clock)}  ${paint.accent(printable(source, 20).padEnd(9))} ${colors[level](`${lead}${printable(message, 2_000)}`)}`
}
