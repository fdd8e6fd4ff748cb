/** A search or subscription query that Tendermint refuses; the message is its text. */
export class QueryError extends Error {
	override readonly name: string = 'QueryError'
}

/** A query on which Tendermint's indexer panics: its RPC server then answers status 500 and id -1. */
export class QueryPanic extends QueryError {
	override readonly name = 'QueryPanic'
}
