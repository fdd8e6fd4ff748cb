import { ChainError } from '../../errors/ChainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { RpcError } from '../rpc/RpcError.ts'

/** Whether a query failed because the item does not exist: a gRPC NotFound (sdk code 22) or the engine's text. */
export function isNotFound(error: unknown): boolean {
	if (sdkErrors.keyNotFound.is(error)) return true
	if (error instanceof ChainError) return error.log.includes('code = NotFound')
	return error instanceof RpcError && /not found/i.test(error.data)
}
