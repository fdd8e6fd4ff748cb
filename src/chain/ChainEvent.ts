import type { Block, BlockResults, Header, TxRecord } from './blockTypes.ts'

/**
 * An event that the engine publishes after each block (tendermint types/events.go). `keys` maps composite keys
 * (`message.sender`, `tx.hash`, `tm.event`) to their values in order; queries match against it.
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
