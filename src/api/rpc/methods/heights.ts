import type { ChainStatus } from '../../../chain/ChainReader.ts'
import { MethodFault } from '../MethodFault.ts'

/**
 * Resolves the height of a request: the given one if that block exists, otherwise the latest (tendermint v0.34.15
 * rpc/core/env.go getHeight).
 *
 * @throws {MethodFault} with its texts for a height out of range.
 */
export function requestedHeight(status: ChainStatus, asked: bigint | undefined, latest: number): number {
	if (asked === undefined) return latest
	if (asked <= 0n) throw new MethodFault(`height must be greater than 0, but got ${asked}`)
	if (asked > BigInt(latest)) {
		throw new MethodFault(`height ${asked} must be less than or equal to the current blockchain height ${latest}`)
	}
	if (asked < BigInt(status.earliestHeight)) {
		throw new MethodFault(`height ${asked} is not available, lowest height is ${status.earliestHeight}`)
	}
	return Number(asked)
}

/** Number of entries a page has: 30 unless asked, at most 100. */
export function pageSize(asked: bigint | undefined): number {
	if (asked === undefined || asked < 1n) return 30
	return asked > 100n ? 100 : Number(asked)
}

/** The page asked for; far out of range is still out of range. */
export function pageNumber(asked: bigint | undefined): number {
	return asked === undefined ? 1 : Number(asked)
}
