import type { ChainClient } from '../../../client/index.ts'

/**
 * The last height whose block is not later than a moment, found by halving; undefined when the node keeps no block so
 * old.
 *
 * @param time Milliseconds since the epoch.
 * @param latest Height of the latest block.
 */
export async function heightAt(client: ChainClient, time: number, latest: number): Promise<number | undefined> {
	let low = 1
	let high = latest
	let found: number | undefined
	while (low <= high) {
		const middle = Math.floor((low + high) / 2)
		const block = await client.block(middle)
		// Blocks that were pruned are older than those that are kept.
		if (block === undefined || Date.parse(block.time) <= time) {
			if (block !== undefined) found = middle
			low = middle + 1
		} else high = middle - 1
	}
	return found
}
