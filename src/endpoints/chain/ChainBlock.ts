import type { Block, BlockId } from '../../wire/blocks.ts'

/** A block of the node, from `block` and `block_by_hash`. */
export interface ChainBlock {
	readonly block_id: BlockId
	readonly block: Block
}
