import { pino } from 'pino'
import type { Log, LogEntry } from '../../util/Log.ts'
import { lossyOutput } from '../../util/lossyOutput.ts'
import { clock, type Paint, printable } from '../support/paint.ts'

/** Formats a log line: local time of day, level if it matters, source, message. */
export function logLineText({ time, level, source, message }: LogEntry, paint: Paint): string {
	const colors = { debug: paint.muted, info: (text: string) => text, warn: paint.warn, error: paint.bad }
	const lead = level === 'warn' || level === 'error' ? `${level}: ` : ''
	return `${paint.muted(clock(time))}  ${paint.accent(printable(source, 20).padEnd(9))} ${colors[level](`${lead}${printable(message, 2_000)}`)}`
}

/** A log on standard error, one JSON line an entry, and a function that reports the error that ended the node. */
export async function stderrLog(): Promise<{ readonly log: Log; readonly fail: (cause: unknown) => void }> {
	const logger = pino(
		{
			level: 'info',
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
		},
		lossyOutput(2, lostLine),
	)
	return {
		log: (level, source, message) => logger[level]({ source }, message),
		fail: (cause) => logger.fatal({ source: 'node', err: cause }, 'the node cannot go on'),
	}
}

function lostLine(lost: number, why: string): string {
	const msg = `${lost} log lines before this one could not be written: ${why}`
	return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), source: 'log', msg })}\n`
}
