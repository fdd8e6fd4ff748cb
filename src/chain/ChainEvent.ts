import type { Block, BlockResults, Header, TxRecord } from './blockTypes.ts'

/**
 * What the engine announces after each block (tendermint types/events.go). `keys` holds the composite keys
 * (`message.sender`, `tx.hash`, `tm.event`) with their values in order, which queries are matched against.
 */
export type ChainEvent = { readonly keys: ReadonlyMap<string, readonly string[]> } & (
	| { readonly type: 'NewBlock'; readonly block: Block; readonly results: BlockResults }
	| {
			readonly type: 'NewBlockHeader'
			readonly header: Header
			readonly numTxs: number
			readonly results: BlockResults
	  }
	| { readonly type: 'Tx'; readonly record: TxRecord }
)
