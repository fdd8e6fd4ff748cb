import { ChainError } from '../errors/ChainError.ts'
import { UserError } from '../errors/UserError.ts'
import { RpcError } from './rpc/RpcError.ts'
import { refusal } from './tx/explainFailure.ts'

/**
 * The same function, whose refusals by the node come as UserError, so that screens need to know one kind of error. Faults of
 * ours stay what they are.
 */
export function withUserErrors<A extends readonly unknown[], T>(
	run: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
	return async (...args) => {
		try {
			return await run(...args)
		} catch (error) {
			throw toUserError(error)
		}
	}
}

/** A node's refusal in plain words; anything else as it is. */
export function toUserError(error: unknown): unknown {
	if (error instanceof ChainError) {
		const { problem, next } = refusal(error.codespace, error.code, error.log, '')
		return new UserError(problem, { why: error.log, next, cause: error })
	}
	if (!(error instanceof RpcError)) return error
	const [message = '', ...rest] = (error.data === '' ? error.message : error.data).split('\n')
	return new UserError(message, { next: rest.join('\n'), cause: error })
}
