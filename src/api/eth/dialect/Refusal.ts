/** A refusal in the framework's words. */
export interface Refusal {
	readonly codespace: string
	readonly code: number
	readonly log: string
	/** Whether the mempool refused it, before or without CheckTx. */
	readonly byPool?: boolean
}
