import type { SearchRequest } from '../../chain/ChainReader.ts'
import { QueryError } from '../../chain/faults.ts'

/** Bounds of a page (v0.34.15 rpc/core validatePage); of nothing there is one. @throws {QueryError} out of range. */
export function pageBounds(total: number, { page, perPage }: SearchRequest): readonly [from: number, to: number] {
	const pages = Math.max(1, Math.ceil(total / perPage))
	if (page < 1n || page > BigInt(pages)) {
		throw new QueryError(`page should be within [1, ${pages}] range, given ${page}`)
	}
	const from = Number(page - 1n) * perPage
	return [from, Math.min(total, from + perPage)]
}

/** One page of results in the requested order. @throws {QueryError} as `pageBounds` does. */
export function pageOf(
	found: ReadonlySet<number>,
	request: SearchRequest,
): { readonly page: readonly number[]; readonly total: number } {
	const total = found.size
	const [from, to] = pageBounds(total, request)
	const sorted = Float64Array.from(found).sort()
	if (request.order === 'desc') sorted.reverse()
	return { page: [...sorted.subarray(from, to)], total }
}
