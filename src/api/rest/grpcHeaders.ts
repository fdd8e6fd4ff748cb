import type { IncomingHttpHeaders } from 'node:http'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'

/** Name of the header that asks for a height. */
export const heightHeader = 'x-cosmos-block-height'

/**
 * Throws InvalidArgument for a header that would not fit a gRPC call: `Grpc-Timeout` is checked, and then means nothing here,
 * since no call takes long (grpc-gateway v1.16 runtime/context.go annotateContext).
 */
export function checkGrpcHeaders(headers: IncomingHttpHeaders): void {
	const timeout = headers['grpc-timeout']
	if (timeout === undefined || timeout === '') return
	if (typeof timeout === 'string' && /^[+-]?\d+[HMSmun]$/.test(timeout)) return
	throw new GrpcStatusError('InvalidArgument', `invalid grpc-timeout: ${String(timeout)}`)
}
