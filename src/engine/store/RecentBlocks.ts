import type { Block, BlockMeta } from '../../chain/blockTypes.ts'
import { equalBytes } from '../../util/bytes.ts'
import { NewestMap } from '../../util/NewestMap.ts'

/** Most blocks that are kept, and most bytes of transactions in one of them. */
const [keptBlocks, keptBytes] = [8, 65_536]

interface RecentBlock {
	readonly meta: BlockMeta
	readonly block: Block
}

/**
 * Blocks that were read and checked a moment ago, by the record of their header: another block of the same height has
 * another. Clients ask for the newest again and again, and checking its hashes takes most of the answer.
 */
export class RecentBlocks {
	readonly #blocks = new NewestMap<number, RecentBlock & { readonly record: Uint8Array }>(keptBlocks)

	/** @param record of its header, as it is now in the database */
	get(height: number, record: Uint8Array): RecentBlock | undefined {
		const known = this.#blocks.get(height)
		return known !== undefined && equalBytes(known.record, record) ? known : undefined
	}

	/** Keeps a block, unless it is large. */
	put(height: number, record: Uint8Array, meta: BlockMeta, block: Block): void {
		if (block.txs.reduce((sum, tx) => sum + tx.length, 0) > keptBytes) return
		this.#blocks.set(height, { record, meta, block })
	}
}
