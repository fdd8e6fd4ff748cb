import type { SearchRequest } from '../../chain/ChainReader.ts'
import { QueryError } from '../../chain/QueryError.ts'

/**
 * One page of results in the requested order (tendermint v0.34.15 rpc/core validatePage).
 *
 * @throws {QueryError} for a page out of range; an empty result has one page.
 */
export function pageOf(
	found: ReadonlySet<number>,
	{ page, perPage, order }: SearchRequest,
): { readonly page: readonly number[]; readonly total: number } {
	const total = found.size
	const pages = Math.max(1, Math.ceil(total / perPage))
	if (page < 1 || page > pages) throw new QueryError(`page should be within [1, ${pages}] range, given ${page}`)
	const sorted = Float64Array.from(found).sort()
	if (order === 'desc') sorted.reverse()
	return { page: [...sorted.subarray((page - 1) * perPage, page * perPage)], total }
}
