import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Log, type LogLevel, logLevels } from '../util/Log.ts'
import { lossyOutput } from '../util/lossyOutput.ts'
import { homePaths } from './home/home.ts'

/** Size at which a log file is rotated, in bytes. One older file is kept. */
const fullBytes = 4_000_000

/** The log files of a home, the older one first. Either may be missing. */
export function logFiles(home: string): readonly [older: string, newer: string] {
	const { logs } = homePaths(home)
	return [join(logs, 'node.1.log'), join(logs, 'node.log')]
}

/** A log of JSON lines in the home. */
export interface LogFile {
	readonly log: Log
	close(): void
}

/**
 * Writes a node's log into its home, where `chain-tui logs` reads it: level info and above, at most two files of four
 * megabytes. A full disk loses only log lines; the next line that can be written says how many.
 */
export function openLogFile(home: string, now: () => Date = () => new Date()): LogFile {
	const [older, newer] = logFiles(home)
	let open: OpenFile | undefined
	try {
		open = openFile(newer)
	} catch {
		// The node runs without a log. A folder that cannot be written is reported by the parts that need it.
	}
	return {
		log: (level, source, message) => {
			if (open === undefined || logLevels.indexOf(level) < logLevels.indexOf('info')) return
			const line = `${JSON.stringify({ level, time: now().toISOString(), source, msg: message })}\n`
			open.bytes += Buffer.byteLength(line)
			open.output.write(line)
			if (open.bytes < fullBytes) return
			closeSync(open.fd)
			open = undefined
			try {
				renameSync(newer, older)
				open = openFile(newer)
			} catch {
				// As above.
			}
		},
		close: () => {
			if (open !== undefined) closeSync(open.fd)
			open = undefined
		},
	}
}

interface OpenFile {
	readonly fd: number
	readonly output: ReturnType<typeof lossyOutput>
	bytes: number
}

function openFile(path: string): OpenFile {
	mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
	const fd = openSync(path, 'a', 0o600)
	return { fd, output: lossyOutput(fd, lostLine), bytes: statSync(path).size }
}

function lostLine(lost: number, why: string): string {
	const msg = `${lost} log lines before this one could not be written: ${why}`
	return `${JSON.stringify({ level: 'warn' satisfies LogLevel, time: new Date().toISOString(), source: 'log', msg })}\n`
}
