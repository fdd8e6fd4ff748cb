import { UserError } from '../errors/UserError.ts'

/** What a user reads of an error that ended the program: the cause and next step, or a request to report our fault. */
export function faultText(error: unknown): string {
	if (error instanceof UserError) return `Error: ${error.text}\n`
	const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
	return `Error: chain-tui met a fault of its own.\n${detail}\nPlease report it with the lines above.\n`
}
