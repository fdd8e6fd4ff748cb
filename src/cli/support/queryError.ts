import { RpcError } from '../../client/index.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { UserError } from '../../errors/UserError.ts'

/**
 * Words a node's refusal of a query like the framework's command line: gRPC's name of the code and the node's text
 * (cosmos-sdk v0.44.5 client/grpc_query.go, client/query.go sdkErrorToGRPCError).
 */
export function queryError(error: unknown, next: string): unknown {
	if (error instanceof RpcError) return new UserError(`The node refused: ${error.message}`, { next, cause: error })
	if (!(error instanceof ChainError)) return error
	const kind = sdkErrors.keyNotFound.is(error)
		? 'NotFound'
		: sdkErrors.unauthorized.is(error)
			? 'Unauthenticated'
			: sdkErrors.invalidRequest.is(error)
				? 'InvalidArgument'
				: 'Unknown'
	return new UserError(`rpc error: code = ${kind} desc = ${error.log}`, { next, cause: error })
}
