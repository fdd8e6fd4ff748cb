import { ChainError } from '../errors/ChainError.ts'
import { UserError } from '../errors/UserError.ts'
import type { Call } from '../wire/NodeSchema.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { RpcError } from './rpc/RpcError.ts'
import { refusal } from './tx/explainFailure.ts'

/** Turns a function's refusals by the node into UserErrors, all that screens handle. Faults of this program pass. */
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

/** Turns a node's refusal into plain words; returns anything else unchanged. */
export function toUserError(error: unknown): unknown {
	if (error instanceof ChainError) {
		const { problem, next } = refusal(error.codespace, error.code, error.log, '')
		return new UserError(problem, { why: error.log, next, cause: error })
	}
	if (!(error instanceof RpcError)) return error
	const [message = '', ...rest] = (error.data === '' ? error.message : error.data).split('\n')
	return new UserError(message, { next: rest.join('\n'), cause: error })
}

/** The calls of a connection, where a refusal of the node is a UserError. */
export function userCall(connection: RpcConnection): Call {
	return async (method, ...args) => {
		try {
			return await connection.call(method, ...args)
		} catch (error) {
			throw toUserError(error)
		}
	}
}
