import type { ChainStatus } from '../../chain/ChainReader.ts'
import { plainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import type { PageRequest } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { smaller } from '../../util/order.ts'

const maxPerPage = 100n
const defaultLimit = 100n

/** The page size the engine uses: at most 100 (tendermint rpc/core/env.go validatePerPage). */
export function clampPerPage(limit: bigint): number {
	return Number(smaller(limit, maxPerPage))
}

/**
 * Where a page of so many entries begins and where the next one would (tendermint rpc/core/env.go validatePage).
 * @throws {ChainError} for a page that does not exist; page 1 always does.
 */
export function pageBounds(page: bigint, perPage: number, total: number): readonly [from: number, to: number] {
	const pages = Math.max(1, Math.ceil(total / perPage))
	if (page < 1n || page > BigInt(pages)) {
		throw plainError(`page should be within [1, ${pages}] range, given ${page}`)
	}
	const from = Number(page - 1n) * perPage
	return [from, from + perPage]
}

/**
 * Page number (from 1) and size of a page request, for the searches of the engine, which count in pages
 * (framework: types/query/pagination.go ParsePagination). Offsets inside a page are rounded down to its start. The last
 * offset there is wraps around to a negative page, as Go's does.
 */
export function parsePagination(request: PageRequest | undefined): { readonly page: bigint; readonly limit: bigint } {
	if (request === undefined) return { page: 1n, limit: defaultLimit }
	const offset = BigInt.asIntN(64, request.offset)
	let limit = BigInt.asIntN(64, request.limit)
	if (offset < 0n) throw new GrpcStatusError('InvalidArgument', 'offset must greater than 0')
	if (limit < 0n) throw new GrpcStatusError('InvalidArgument', 'limit must greater than 0')
	if (limit === 0n) limit = defaultLimit
	return { page: BigInt.asIntN(64, offset / limit + 1n), limit }
}

/**
 * The height as a number if its block exists (tendermint v0.34.15 rpc/core/env.go getHeight).
 * @param latest The highest allowed one.
 * @throws {ChainError} with the engine's texts for a height out of range.
 */
export function checkHeight(status: ChainStatus, height: bigint, latest: number): number {
	if (height <= 0n) throw plainError(`height must be greater than 0, but got ${height}`)
	if (height > BigInt(latest)) {
		throw plainError(`height ${height} must be less than or equal to the current blockchain height ${latest}`)
	}
	if (height < BigInt(status.earliestHeight)) {
		throw plainError(`height ${height} is not available, lowest height is ${status.earliestHeight}`)
	}
	return Number(height)
}
