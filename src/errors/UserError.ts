/**
 * An error that the user caused or can resolve. It is shown as it is, without a stack, with exit code 1. Any other
 * error at the top is a fault of this program and asks for a report.
 *
 * @example
 * import { startChain, UserError } from 'chain-tui'
 * const refused = await startChain({ accounts: -1 }).catch((error: unknown) => error)
 * if (!(refused instanceof UserError)) throw new Error('a chain has no fewer accounts than none')
 * const advice = refused.next
 */
export class UserError extends Error {
	override readonly name = 'UserError'
	/** Cause in one sentence; empty if the message already says it. */
	readonly why: string
	/** Next step: a command, a key or a setting. */
	readonly next: string

	/** `because` is a cause whose text is the `why`. */
	constructor(
		message: string,
		details: { why?: string | undefined; next?: string; cause?: unknown; because?: unknown } = {},
	) {
		const { because, cause = because, next = '' } = details
		super(message, cause === undefined ? undefined : { cause })
		this.why = details.why ?? (because === undefined ? '' : thrownText(because))
		this.next = next
	}

	/** Message, cause and next step, one per line. */
	get text(): string {
		return [this.message, this.why, this.next].filter((line) => line !== '').join('\n')
	}
}

/** A state that should be impossible. It reports a fault of this program, never of its input. */
export class BugError extends Error {
	override readonly name = 'BugError'
}

/** The text of whatever was thrown: the message of an error, which is the log of a `ChainError`. */
export function thrownText(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown)
}
