/** What a trace shows. */
export interface TraceOptions {
	/** Empty for the log of steps; else `callTracer`, `prestateTracer`, `4byteTracer` or `noopTracer`. */
	readonly tracer: string
	readonly disableStack: boolean
	readonly disableStorage: boolean
	readonly enableMemory: boolean
	/** Steps that are shown at most; 0 shows all. */
	readonly limit: number
	/** How items of the stack are written: as geth does today, or as ethermint v0.14.1 did. */
	readonly words: 'hex' | 'limbs'
	/** How long it may take in milliseconds, 5 seconds unless it says. */
	readonly timeoutMs?: number
}
