/** Progress of a transaction. The stream ends with `committed` or `failed`. */
export type TxProgress =
	| { readonly state: 'signing' }
	/** CheckTx accepted it. `fee` is text, `600uchain`. */
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
			/** The problem in plain words. */
			readonly problem: string
			/** The next step for the user. */
			readonly next: string
			/** Codespace and log of the chain; empty if the transaction never reached it. */
			readonly codespace: string
			readonly code: number
			readonly log: string
			readonly hash: string
			/** Only for an insufficient fee: the amount the node asks for, `1200uchain`. */
			readonly requiredFee?: string
	  }
