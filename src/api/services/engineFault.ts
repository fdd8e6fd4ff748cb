import { BroadcastTimeout } from '../../chain/BroadcastTimeout.ts'
import { QueryError, QueryPanic } from '../../chain/QueryError.ts'
import { plainError } from '../../errors/plainError.ts'

/**
 * What the framework's services make of an engine's refusal: an error without a code and with the same text. A query on
 * which Tendermint's indexer panics stays a fault, as do all other errors.
 */
export function engineFault(error: unknown): unknown {
	if (error instanceof QueryPanic) return error
	if (error instanceof QueryError || error instanceof BroadcastTimeout) return plainError(error.message)
	return error
}
