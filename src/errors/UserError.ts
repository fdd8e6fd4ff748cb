/**
 * An error of the person's making, or one the person can end: shown as it is, exit code 1, no stack.
 * Everything else that reaches the top is a fault of ours and asks for a report.
 */
export class UserError extends Error {
	override readonly name = 'UserError'
	/** Why it happened, one sentence; empty when the message says it already. */
	readonly why: string
	/** What to do now: a command, a key or a setting. */
	readonly next: string

	constructor(message: string, details: { why?: string; next?: string; cause?: unknown } = {}) {
		super(message, details.cause === undefined ? undefined : { cause: details.cause })
		this.why = details.why ?? ''
		this.next = details.next ?? ''
	}

	/** The message, its cause and the next step, one a line. */
	get text(): string {
		return [this.message, this.why, this.next].filter((line) => line !== '').join('\n')
	}
}
