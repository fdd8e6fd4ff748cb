/** A refusal as the framework words it. */
export interface Refusal {
	readonly codespace: string
	readonly code: number
	readonly log: string
	/** The pool refused it before or without CheckTx. */
	readonly byPool?: boolean
}
