/** Options of a trace. */
export interface TraceOptions {
	/** Empty for the log of steps, otherwise `callTracer`, `prestateTracer`, `4byteTracer` or `noopTracer`. */
	readonly tracer: string
	readonly disableStack: boolean
	readonly disableStorage: boolean
	readonly enableMemory: boolean
	/** Steps that are shown at most; 0 shows all. */
	readonly limit: number
	/** Form of stack items and calls: geth's of today, or that of ethermint v0.14.1. */
	readonly words: 'hex' | 'limbs'
	/** Whether the tracer of calls leaves out those below the outermost one. */
	readonly onlyTopCall?: boolean
	/** Whether the tracer of calls shows the logs of each. */
	readonly withLog?: boolean
	/** Time limit in milliseconds (default: 5 seconds). */
	readonly timeoutMs?: number
}
