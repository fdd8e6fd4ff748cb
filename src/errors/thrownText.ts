/** The text of whatever was thrown: the message of an error, which is the log of a `ChainError`. */
export function thrownText(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown)
}
