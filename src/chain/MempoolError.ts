/**
 * The mempool itself refuses a transaction, before or without CheckTx; the message is Tendermint's text.
 * `code` is what the framework's tx service answers for it (codespace `sdk`: 19 known, 20 full, 21 too large).
 */
export class MempoolError extends Error {
	override readonly name = 'MempoolError'
	readonly code: 19 | 20 | 21

	constructor(code: 19 | 20 | 21, message: string) {
		super(message)
		this.code = code
	}
}
