/** Counts gas against a limit; gas never is a number, since limits reach 2^64-1 (framework: store/types/gas.go). */
export interface GasMeter {
	/** Gas consumed so far; may exceed the limit by the step that passed it. */
	readonly consumed: bigint
	readonly limit: bigint
	/** Gas consumed, at most the limit. */
	readonly consumedToLimit: bigint
	/** Charges, then throws OutOfGasError naming `descriptor` when the limit is passed. */
	consume(amount: bigint, descriptor: string): void
	isPastLimit(): boolean
	isOutOfGas(): boolean
}
