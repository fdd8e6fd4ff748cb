import { plainError } from '../../errors/plainError.ts'

const maxPerPage = 100

/** The page size the engine uses: at most 100 (tendermint rpc/core/env.go validatePerPage). */
export function clampPerPage(limit: number): number {
	return Math.min(limit, maxPerPage)
}

/** Throws unless the page exists; page 1 always does (tendermint rpc/core/env.go validatePage). */
export function checkPage(page: number, perPage: number, total: number): void {
	const pages = Math.max(1, Math.ceil(total / perPage))
	if (page < 1 || page > pages) throw plainError(`page should be within [1, ${pages}] range, given ${page}`)
}
