/** Steps of a transaction on its way. The stream ends with `committed` or `failed`. */
export type TxProgress =
	| { readonly state: 'signing' }
	/** Accepted by CheckTx. `fee` as text, `600uchain`. */
	| { readonly state: 'in-mempool'; readonly hash: string; readonly fee: string; readonly gasWanted: bigint }
	| {
			readonly state: 'committed'
			readonly hash: string
			readonly height: number
			readonly fee: string
			readonly gasWanted: bigint
			readonly gasUsed: bigint
	  }
	| {
			readonly state: 'failed'
			/** Plain words for the person. */
			readonly problem: string
			/** What to press or change. */
			readonly next: string
			/** The chain's own words, empty when it never got there. */
			readonly codespace: string
			readonly code: number
			readonly log: string
			readonly hash: string
			/** For insufficient fees: the amount the node asks for, `1200uchain`. */
			readonly requiredFee?: string
	  }
