/**
 * An error with an ABCI code, as transaction and query replies carry it.
 *
 * `log` is the text of the reply: `<description>: <class>`, as `sdkerrors.Wrap` of the framework builds it. Codespace
 * and code identify the class. Two errors with the same pair are of one class, whatever their text.
 */
export class ChainError extends Error {
	override readonly name = 'ChainError'
	readonly codespace: string
	readonly code: number

	constructor(codespace: string, code: number, log: string, options?: ErrorOptions) {
		super(log, options)
		this.codespace = codespace
		this.code = code
	}

	/** Text of the reply. */
	get log(): string {
		return this.message
	}

	/** The same class with a description in front: `<description>: <text>` (framework types/errors Wrap). */
	wrap(description: string): ChainError {
		return new ChainError(this.codespace, this.code, `${description}: ${this.message}`, { cause: this })
	}

	/** Tells whether an unknown value is an error of this class. */
	is(other: unknown): boolean {
		return other instanceof ChainError && other.codespace === this.codespace && other.code === this.code
	}
}
