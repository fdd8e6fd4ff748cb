import { ChainError } from '../../errors/ChainError.ts'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'

/** Code and text of a failed call. */
export interface GrpcStatus {
	readonly code: number
	readonly details: string
}

/**
 * The status a gRPC client sees for a handler's error: its own status, or Unknown with the text of any other error; a fault
 * of ours is Internal (go-grpc-middleware recovery).
 */
export function grpcStatus(error: unknown): GrpcStatus {
	if (error instanceof GrpcStatusError) return { code: error.code, details: error.description }
	if (error instanceof ChainError) return { code: grpcCodes.Unknown, details: error.log }
	return { code: grpcCodes.Internal, details: error instanceof Error ? error.message : String(error) }
}
