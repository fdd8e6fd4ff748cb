import type { ChainStatus } from '../../chain/ChainReader.ts'
import { plainError } from '../../errors/plainError.ts'

/**
 * Returns the height as a number if its block exists, otherwise throws the engine's text (tendermint rpc/core/env.go
 * getHeight). `latest` is the highest allowed one.
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
