import type { ChainClient, ChainEvent } from '../../../client/index.ts'

/** Transactions read in one go. */
const pageSize = 100

/** Rows left below the selection when more are read. */
const margin = 60

/** Heights of the blocks that hold transactions, newest first, read from the node's index as far as one looks. */
export class FullBlocks {
	/** Newest first. */
	heights: readonly number[] = []
	/** All are known. */
	complete = false
	readonly #client: ChainClient
	/** Events bring transactions above this height. */
	readonly #from: number
	#page = 0
	#reading = false

	/** @param height Of the chain now. */
	constructor(client: ChainClient, height: number) {
		this.#client = client
		this.#from = height
	}

	/** Reads on when a row near the end is looked at. Resolves when there was something new. */
	async near(row: number): Promise<void> {
		if (this.complete || this.#reading || row < this.heights.length - margin) return
		this.#reading = true
		try {
			this.#page++
			const { txs, total } = await this.#client.listTxs(`tx.height <= ${this.#from}`, this.#page, pageSize)
			this.heights = [...new Set([...this.heights, ...txs.map(({ height }) => height)])]
			this.complete = txs.length === 0 || this.#page * pageSize >= total
		} catch (error) {
			this.#page--
			throw error
		} finally {
			this.#reading = false
		}
	}

	/** Blocks that were just made. */
	add(events: readonly ChainEvent[]): void {
		for (const event of events) {
			if (event.type !== 'block' || event.block.txCount === 0 || event.block.height <= this.#from) continue
			if (!this.heights.includes(event.block.height)) this.heights = [event.block.height, ...this.heights]
		}
	}
}

/**
 * The nearest block with transactions before or after a height; undefined if there is none.
 *
 * @param by 1 for later, -1 for earlier.
 */
export async function nextFullBlock(client: ChainClient, height: number, by: -1 | 1): Promise<number | undefined> {
	if (by < 0) {
		const { txs } = await client.listTxs(`tx.height <= ${height - 1}`, 1, 1)
		return txs[0]?.height
	}
	// Lists begin with the newest: the one after is the last.
	const { txs, total } = await client.listTxs(`tx.height >= ${height + 1}`, 1, 1)
	if (total <= 1) return txs[0]?.height
	return (await client.listTxs(`tx.height >= ${height + 1}`, total, 1)).txs[0]?.height
}
