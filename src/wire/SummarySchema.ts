/** A block in one line. Hashes are upper-case hex, gas is decimal text. */
export type BlockSummaryReply = {
	readonly height: number
	readonly time: string
	readonly hash: string
	readonly proposer: string
	readonly app_hash: string
	readonly tx_count: number
	readonly gas_used: string
	/** Bytes of the block's protobuf form. */
	readonly size: number
}

/** A transaction in one line. */
export type TxSummaryReply = {
	readonly hash: string
	readonly height: number
	readonly index: number
	/** Time of its block. */
	readonly time: string
	readonly code: number
	readonly codespace: string
	/** Log of a failed transaction, at most 1,000 characters; empty for a successful one. */
	readonly log: string
	readonly gas_wanted: string
	readonly gas_used: string
	/** Each message type in order, with how many messages of it follow one another. */
	readonly message_types: readonly (readonly [type: string, times: number])[]
	readonly fee: readonly { readonly denom: string; readonly amount: string }[]
	/** Cut short. */
	readonly memo: string
	/** bech32 signers; 0x senders of Ethereum transactions. */
	readonly signers: readonly string[]
	/** Why an Ethereum transaction in it failed, though its code is 0; absent when none did. */
	readonly evm_fault?: string
	/** The first message as proto JSON with original field names; texts and lists cut short. */
	readonly first: Readonly<Record<string, unknown>>
}

/** Charges of one kind: the same step, store and descriptor. Amounts are decimal texts. */
export type GasShare = {
	/** The ante step, or `message 0 /chain.greet.v1beta1.MsgCreateGreet`. */
	readonly phase: string
	/** The store that was read or written; empty where it was none. */
	readonly store: string
	/** Descriptor of the charge, as in out-of-gas texts: `ReadFlat`, `WritePerByte`, `txSize`, ... */
	readonly descriptor: string
	/** Number of charges. */
	readonly times: number
	/** Length of the values that were counted, 0 where none was. */
	readonly bytes: number
	readonly amount: string
}

/** Reply of `chain_traceGas`. The amounts add up to `gas_used`. */
export type GasTraceReply = {
	/** Upper-case hex. */
	readonly hash: string
	readonly height: number
	readonly index: number
	readonly gas_wanted: string
	readonly gas_used: string
	/** In the order in which they were charged first. */
	readonly charges: readonly GasShare[]
}

/** Measurements of a span of time. Combining spans adds the sums and takes the maximum of the rest. */
export type HistorySample = {
	/** Begin of the span by the machine's clock, in milliseconds since the epoch. */
	readonly at: number
	readonly blocks: number
	readonly txs: number
	readonly gas: number
	/** In one block. */
	readonly most_txs: number
	/** Maximum of one block. */
	readonly most_gas: number
	/** Longest time between two blocks, in milliseconds; 0 without one. */
	readonly longest_ms: number
	/** Most transactions that waited; looked at every two seconds. */
	readonly mempool: number
	/** Most memory of the process, in bytes. */
	readonly memory: number
	/** Bytes of the home's files; 0 where they were not counted in this span. */
	readonly disk: number
}

/** Reply of `chain_history`. Spans in which the node did not run are left out. */
export type HistoryReply = {
	/** Length of the spans, in milliseconds. */
	readonly step_ms: number
	/** The machine's time, in milliseconds since the epoch. */
	readonly now: number
	/** Oldest first, at most 361. */
	readonly samples: readonly HistorySample[]
}

/** The node's own methods for lists and charts; nodes of other programs do not have them. */
export interface SummarySchema {
	/** Ascending, those kept, at most 300. */
	chain_blocks: {
		Parameters: { readonly from: number; readonly to: number }
		ReturnType: { readonly blocks: readonly BlockSummaryReply[] }
	}
	/** Null when the block is not kept. */
	chain_block: {
		Parameters: { readonly height: number }
		ReturnType: { readonly block: BlockSummaryReply; readonly txs: readonly TxSummaryReply[] } | null
	}
	/** `query` as in `tx_search`; newest first, at most 100 a page. */
	chain_txs: {
		Parameters: { readonly query: string; readonly page: number; readonly perPage: number }
		ReturnType: { readonly txs: readonly TxSummaryReply[]; readonly total: number }
	}
	/** Measurements of the last seconds, at most a week. */
	chain_history: { Parameters: { readonly seconds: number }; ReturnType: HistoryReply }
	/** Gas use of a transaction in a block; `hash` is hex. */
	chain_traceGas: { Parameters: { readonly hash: string }; ReturnType: GasTraceReply }
}
