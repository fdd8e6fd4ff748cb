import type { Block, BlockId } from '../../wire/blocks.ts'

/** A block the node has, as `block` and `block_by_hash` tell it. */
export interface ChainBlock {
	readonly block_id: BlockId
	readonly block: Block
}
