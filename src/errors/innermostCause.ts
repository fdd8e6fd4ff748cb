import { thrownText } from './UserError.ts'

/** The innermost cause of a failed request, which has the operating system's message and code. */
export function innermostCause(error: unknown): unknown {
	// A name with several addresses has an error for each; the message of all together is empty.
	if (error instanceof AggregateError) return innermostCause(error.errors[0])
	return error instanceof Error && error.cause instanceof Error ? innermostCause(error.cause) : error
}

/** Why a request failed: `connect ECONNREFUSED 127.0.0.1:2`. */
export function networkReason(error: unknown): string {
	return thrownText(innermostCause(error))
}
