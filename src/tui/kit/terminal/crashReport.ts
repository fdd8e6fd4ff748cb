import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thrownText } from '../../../errors/UserError.ts'

/**
 * Saves a crash report: the error with its stack and the last log lines. Writes synchronously, because the process is
 * ending.
 * @returns The file, or undefined if it could not be written.
 */
export function saveCrashReport(
	directory: string,
	error: unknown,
	logLines: readonly string[],
	now: Date,
): string | undefined {
	const path = join(directory, `crash-${now.toISOString().replaceAll(/[:.]/g, '-')}.log`)
	try {
		mkdirSync(directory, { recursive: true })
		writeFileSync(path, `${now.toISOString()} ${describe(error)}\n\n${logLines.join('\n')}\n`, { mode: 0o600 })
		return path
	} catch {
		return undefined
	}
}

/** The line that a user reads after a crash. */
export function crashLine(error: unknown, path: string | undefined): string {
	const what = thrownText(error)
	const where = path === undefined ? 'The log could not be saved.' : `Log: ${path}`
	return `chain-tui stopped because of a bug: ${what.split('\n')[0]}. ${where}`
}

function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`
	return `${error.stack ?? error.message}${cause}`
}
