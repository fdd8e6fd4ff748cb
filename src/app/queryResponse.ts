import type { QueryResponse } from '../abci/Application.ts'
import { abciInfo, toChainError } from './abciInfo.ts'

const empty: QueryResponse = {
	code: 0,
	codespace: '',
	log: '',
	info: '',
	index: 0,
	key: undefined,
	value: undefined,
	proofOps: undefined,
	height: 0n,
}

/** A reply with the given fields, all others at their zero values. */
export function queryResponse(fields: Partial<QueryResponse>): QueryResponse {
	return { ...empty, ...fields }
}

/** The reply to a query that failed (framework: types/errors QueryResult); the height is 0 unless given. */
export function queryFailure(error: unknown, height = 0n): QueryResponse {
	return { ...empty, ...abciInfo(toChainError(error)), height }
}
