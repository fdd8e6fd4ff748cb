import { ChainError } from '../../errors/ChainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { fromBase64, toHex } from '../../util/bytes.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'

/** Reply to an ABCI query that succeeded. */
export interface AbciQueryResult {
	readonly key: Uint8Array
	/** Empty when the store has no such key. */
	readonly value: Uint8Array
	readonly height: number
	readonly proofOps: readonly { readonly type: string; readonly key: Uint8Array; readonly data: Uint8Array }[]
}

/** Which state a query reads; absent is the latest. */
export interface QueryAt {
	readonly height?: number
	readonly prove?: boolean
}

/**
 * `abci_query` of a node (tendermint 0.34 RPC). Throws ChainError with the codespace, code and log of a refusal,
 * RpcError and UserError as the connection does.
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
