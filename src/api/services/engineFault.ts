import { BroadcastTimeout } from '../../chain/BroadcastTimeout.ts'
import { QueryError, QueryPanic } from '../../chain/QueryError.ts'
import { plainError } from '../../errors/plainError.ts'

/**
 * Converts an engine's refusal like the framework's services: an error without a code and with the same text. A query
 * that makes Tendermint's indexer panic stays a fault, like all other errors.
 */
export function engineFault(error: unknown): unknown {
	if (error instanceof QueryPanic) return error
	if (error instanceof QueryError || error instanceof BroadcastTimeout) return plainError(error.message)
	return error
}
