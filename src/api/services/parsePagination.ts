import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import type { PageRequest } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'

const defaultLimit = 100n

/**
 * Page number (from 1) and size of a page request, for the searches of the engine, which count in pages
 * (framework: types/query/pagination.go ParsePagination). Offsets inside a page are rounded down to its start.
 */
export function parsePagination(request: PageRequest | undefined): { page: number; limit: number } {
	const offset = BigInt.asIntN(64, request?.offset ?? 0n)
	let limit = BigInt.asIntN(64, request?.limit ?? defaultLimit)
	if (offset < 0n) throw new GrpcStatusError('InvalidArgument', 'offset must greater than 0')
	if (limit < 0n) throw new GrpcStatusError('InvalidArgument', 'limit must greater than 0')
	if (limit === 0n) limit = defaultLimit
	return { page: Number(offset / limit + 1n), limit: Number(limit) }
}
