import type { ChainStatus, SearchRequest } from '../../../chain/ChainReader.ts'
import { checkHeight, clampPerPage } from '../../services/pages.ts'
import { MethodFault } from '../MethodFault.ts'

/** The asked height, or the latest (tendermint v0.34.15 env.go getHeight). @throws {ChainError} with its texts. */
export function requestedHeight(status: ChainStatus, asked: bigint | undefined, latest: number): number {
	return asked === undefined ? latest : checkHeight(status, asked, latest)
}

/** Number of entries a page has: 30 unless asked, at most 100. */
export function pageSize(asked: bigint | undefined): number {
	return asked === undefined || asked < 1n ? 30 : clampPerPage(asked)
}

/** What a search's request says besides its query, as it was given. */
interface AskedPage {
	readonly page: bigint | undefined
	readonly per_page: bigint | undefined
	readonly order_by: string
}

/**
 * Runs a search for the page and order a request names. The engine looks at the order after the search and before the
 * page (tendermint v0.34.15 rpc/core TxSearch and BlockSearch): a faulty query is told first, a missing page last.
 * @param usual The order of an empty name.
 * @throws {MethodFault} for an order of another name.
 */
export async function searchPage<Found>(
	{ page = 1n, per_page, order_by }: AskedPage,
	usual: SearchRequest['order'],
	search: (page: Omit<SearchRequest, 'query'>) => Promise<Found>,
): Promise<Found> {
	const perPage = pageSize(per_page)
	if (order_by === '') return search({ page, perPage, order: usual })
	if (order_by === 'asc' || order_by === 'desc') return search({ page, perPage, order: order_by })
	await search({ page: 1n, perPage, order: usual })
	throw new MethodFault('expected order_by to be either `asc` or `desc` or empty')
}
