import type { BlockSummary } from '../chainTypes.ts'
import { RpcError } from '../rpc/RpcError.ts'
import type { BlockOutline, SummarySource, TxPage } from './summarySource.ts'

/** Number of cached blocks. Committed blocks do not change unless the chain goes back. */
const cacheSize = 2_000
/** Blocks per request, which is also the maximum of Tendermint's `blockchain` (v0.34 rpc/core/blocks.go). */
const blocksPerRequest = 20

/** Reads summaries of blocks and transactions, and caches the blocks. */
export class SummaryReader {
	readonly #source: SummarySource
	readonly #known = new Map<number, BlockSummary>()

	constructor(source: SummarySource) {
		this.#source = source
	}

	/** Clears the cache, because the chain went back. */
	clear(): void {
		this.#known.clear()
	}

	/** Summaries of heights `from` to `to`, both inclusive, ascending. Heights the node does not have are missing. */
	async blocks(from: number, to: number): Promise<readonly BlockSummary[]> {
		const missing: number[] = []
		for (let height = Math.max(1, from); height <= to; height++) {
			if (!this.#known.has(height)) missing.push(height)
		}
		for (const [low, high] of windows(missing, blocksPerRequest)) {
			const read = await this.#source.blocks(low, high).catch(noBlocks)
			for (const summary of read) this.#remember(summary)
		}
		const found: BlockSummary[] = []
		for (let height = Math.max(1, from); height <= to; height++) {
			const summary = this.#known.get(height)
			if (summary) found.push(summary)
		}
		return found
	}

	/** A block and its transactions; undefined if the node does not have it. */
	async block(height: number): Promise<BlockOutline | undefined> {
		try {
			const found = await this.#source.block(height)
			if (found) this.#remember(found.block)
			return found
		} catch (error) {
			if (error instanceof RpcError) return undefined
			throw error
		}
	}

	/** One page of a search in Tendermint's query language, newest first. */
	txs(query: string, page: number, perPage: number): Promise<TxPage> {
		return this.#source.txs(query, page, perPage)
	}

	#remember(summary: BlockSummary): void {
		this.#known.delete(summary.height)
		this.#known.set(summary.height, summary)
		const oldest = this.#known.keys().next().value
		if (this.#known.size > cacheSize && oldest !== undefined) this.#known.delete(oldest)
	}
}

/** A node that refuses has none of the blocks. */
function noBlocks(error: unknown): readonly BlockSummary[] {
	if (error instanceof RpcError) return []
	throw error
}

/** Groups ascending numbers into ranges of at most `size`. */
function windows(heights: readonly number[], size: number): [number, number][] {
	const ranges: [number, number][] = []
	for (const height of heights) {
		const last = ranges.at(-1)
		if (last && height - last[0] < size) last[1] = height
		else ranges.push([height, height])
	}
	return ranges
}
