import type { Json } from '../../../app/AppModule.ts'
import type { AppliedMessage, EvmMessage } from '../applyMessage.ts'
import type { EvmObserver } from '../vm/runEvm.ts'
import type { TracePlace } from './flatCalls.ts'

/** Lets others in between the steps of a long report: see `Scheduler.steps`. */
export type Pause = () => Promise<void> | undefined

/** Follows one message and reports on it afterwards. */
export interface Tracer {
	readonly observe: EvmObserver
	result(applied: AppliedMessage, pause: Pause): Json | Promise<Json>
}

/** Data of the message that tracers may need. */
export interface TracedCall {
	readonly message: EvmMessage
	/** Gas of the message before anything runs, without that of its access list. */
	readonly basePrice: bigint
}

/** Options of a trace. */
export interface TraceOptions {
	/** Empty for the log of steps, otherwise `callTracer`, `flatCallTracer`, `prestateTracer`, `4byteTracer`, `erc7562Tracer`, `muxTracer` or `noopTracer`. */
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
	/** Opcodes that the `erc7562Tracer` does not count, if not those of its own. */
	readonly ignoredOpcodes?: readonly number[] | undefined
	/** Whether the list of calls has errors in the words of OpenEthereum. */
	readonly parityErrors?: boolean
	/** Whether the list of calls has those of precompiled contracts. */
	readonly withPrecompiles?: boolean
	/** Where the message is, for the list of calls. */
	readonly place?: TracePlace | undefined
	/** The tracers of a `muxTracer` by their names. */
	readonly tracers?: readonly (readonly [name: string, options: TraceOptions])[]
	/** Time limit in milliseconds (default: 5 seconds). */
	readonly timeoutMs?: number
}
