import { UserError } from '../errors/UserError.ts'

/** Text of an error that ended the program: cause and next step, or a request to report a fault of this program. */
export function faultText(error: unknown): string {
	if (error instanceof UserError) return `Error: ${error.text}\n`
	const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
	return `Error: chain-tui met a fault of its own.\n${detail}\nPlease report it with the lines above.\n`
}
