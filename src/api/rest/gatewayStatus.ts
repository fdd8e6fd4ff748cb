import type { QueryResponse } from '../../abci/Application.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { thrownText } from '../../errors/thrownText.ts'

/** Code and text of a failed call as the gateway prints it. */
export interface GatewayStatus {
	readonly code: number
	readonly message: string
}

/** The status of an ABCI query that failed: by its code alone (framework: client/query.go sdkErrorToGRPCError). */
export function queryStatus({ code, log }: Pick<QueryResponse, 'code' | 'log'>): GatewayStatus {
	switch (code) {
		case sdkErrors.invalidRequest.code:
			return { code: grpcCodes.InvalidArgument, message: log }
		case sdkErrors.unauthorized.code:
			return { code: grpcCodes.Unauthenticated, message: log }
		case sdkErrors.keyNotFound.code:
			return { code: grpcCodes.NotFound, message: log }
		default:
			return { code: grpcCodes.Unknown, message: log }
	}
}

/** The status of an error that did not pass an ABCI query: unchanged (grpc-gateway v1.16 runtime/proto_errors.go). */
export function errorStatus(error: unknown): GatewayStatus {
	if (error instanceof GrpcStatusError) return { code: error.code, message: error.description }
	if (error instanceof ChainError) return { code: grpcCodes.Unknown, message: error.log }
	return { code: grpcCodes.Unknown, message: thrownText(error) }
}

/** HTTP statuses of gRPC codes 0 to 16 (grpc-gateway v1.16 runtime/errors.go HTTPStatusFromCode). */
const httpStatuses = [200, 408, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401]

/** The HTTP status of a gRPC code. */
export function httpStatus(code: number): number {
	return httpStatuses[code] ?? 500
}
