import type { Json } from '../../../app/AppModule.ts'
import type { AppliedMessage, EvmMessage } from '../applyMessage.ts'
import type { EvmObserver } from '../vm/runEvm.ts'

/** Follows one message and reports on it afterwards. */
export interface Tracer {
	readonly observe: EvmObserver
	result(applied: AppliedMessage): Json
}

/** Data of the message that tracers may need. */
export interface TracedCall {
	readonly message: EvmMessage
	/** Gas of the message before anything runs, without that of its access list. */
	readonly basePrice: bigint
}
