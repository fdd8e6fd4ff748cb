import {
	create,
	type DescMessage,
	type DescMethodUnary,
	type MessageInitShape,
	type MessageShape,
} from '@bufbuild/protobuf'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import { fromBase64, toHex } from '../../util/bytes.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'

/** Reply to a successful ABCI query. */
export interface AbciQueryResult {
	readonly key: Uint8Array
	/** Empty if the store does not have the key. */
	readonly value: Uint8Array
	readonly height: number
	readonly proofOps: readonly { readonly type: string; readonly key: Uint8Array; readonly data: Uint8Array }[]
}

/** The height a query reads; the latest if absent. */
export interface QueryAt {
	readonly height?: number
	readonly prove?: boolean
}

/**
 * Calls `abci_query` of a node (Tendermint 0.34 RPC).
 * @throws {ChainError} with codespace, code and log if the query is refused; RpcError and UserError as the connection
 * does.
 */
export async function abciQuery(
	connection: RpcConnection,
	path: string,
	data: Uint8Array,
	at: QueryAt = {},
): Promise<AbciQueryResult> {
	const { response } = await connection.call('abci_query', {
		path,
		data: toHex(data),
		...(at.height === undefined ? {} : { height: String(at.height) }),
		...(at.prove ? { prove: true } : {}),
	})
	// The store answers a pruned or future height with success and this text (store/iavl v0.44.5).
	if (response.log === 'version does not exist') throw sdkErrors.invalidHeight.wrap(response.log)
	if (response.code) throw new ChainError(response.codespace, response.code, response.log)
	return {
		key: bytesOf(response.key),
		value: bytesOf(response.value),
		height: Number(response.height),
		proofOps: (response.proofOps?.ops ?? []).map((op) => ({
			type: op.type,
			key: bytesOf(op.key),
			data: bytesOf(op.data),
		})),
	}
}

function bytesOf(base64: string | null): Uint8Array {
	return fromBase64(base64 ?? '') ?? new Uint8Array()
}

/** Whether a query failed because the item does not exist: a gRPC NotFound (sdk code 22) or the engine's text. */
export function isNotFound(error: unknown): error is ChainError | RpcError {
	if (sdkErrors.keyNotFound.is(error)) return true
	if (error instanceof ChainError) return error.log.includes('code = NotFound')
	return error instanceof RpcError && /not found/i.test(error.data)
}

/** Calls a query method: `queryMethod(connection, Query.method.greet, { id })`. Throws as `abciQuery` does. */
export async function queryMethod<I extends DescMessage, O extends DescMessage>(
	connection: RpcConnection,
	method: DescMethodUnary<I, O>,
	request: MessageInitShape<I>,
	at: QueryAt = {},
): Promise<MessageShape<O>> {
	if (connection.query !== undefined) return connection.query(method, create(method.input, request), at.height)
	const path = `/${method.parent.typeName}/${method.name}`
	const data = encodeMessage(method.input, create(method.input, request))
	return decodeMessage(method.output, (await abciQuery(connection, path, data, at)).value)
}
