import { ChainError } from '../../errors/ChainError.ts'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { thrownText } from '../../errors/thrownText.ts'
import { fromUtf8, utf8 } from '../../util/bytes.ts'

/** Code and text of a failed call. */
export interface GrpcStatus {
	readonly code: number
	readonly details: string
}

/**
 * The gRPC status of a handler's error: its own status, or Unknown with its text; a fault of this program is Internal
 * (go-grpc-middleware recovery).
 */
export function grpcStatus(error: unknown): GrpcStatus {
	const { code, text } = statusOf(error)
	// A header takes no bytes that are not UTF-8.
	return { code, details: fromUtf8(utf8(text)) }
}

function statusOf(error: unknown): { code: number; text: string } {
	if (error instanceof GrpcStatusError) return { code: error.code, text: error.description }
	if (error instanceof ChainError) return { code: grpcCodes.Unknown, text: error.log }
	return { code: grpcCodes.Internal, text: thrownText(error) }
}
