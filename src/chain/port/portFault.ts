import { ChainError, PanicError } from '../../errors/ChainError.ts'
import { BugError, UserError } from '../../errors/UserError.ts'
import { BroadcastTimeout, MempoolError, QueryError, QueryPanic } from '../faults.ts'

/** An error in the form that crosses threads, where classes do not. */
export interface PortFault {
	readonly name: string
	readonly message: string
	readonly stack?: string | undefined
	readonly code?: number
	readonly codespace?: string
	readonly why?: string
	readonly next?: string
}

/** Converts an error to the data that its receiver needs to recreate it. */
export function toPortFault(error: unknown): PortFault {
	if (!(error instanceof Error)) return { name: 'BugError', message: String(error) }
	const { name, message, stack } = error
	if (error instanceof UserError) return { name, message, why: error.why, next: error.next }
	if (error instanceof ChainError) return { name, message, codespace: error.codespace, code: error.code }
	if (error instanceof MempoolError) return { name, message, code: error.code }
	return { name, message, stack }
}

/** The error that was thrown in the other thread. */
export function fromPortFault({ name, message, stack, code = 0, codespace = '', why, next }: PortFault): Error {
	switch (name) {
		case 'UserError':
			return new UserError(message, { why: why ?? '', next: next ?? '' })
		case 'ChainError':
			return new ChainError(codespace, code, message)
		case 'MempoolError':
			return new MempoolError(code as MempoolError['code'], message)
		case 'BroadcastTimeout':
			return new BroadcastTimeout()
		case 'QueryError':
			return new QueryError(message)
		case 'QueryPanic':
			return new QueryPanic(message)
		case 'PanicError':
			return new PanicError(message)
		default: {
			const error = new BugError(message)
			if (stack !== undefined) error.stack = stack
			return error
		}
	}
}
