import type { Json } from '../../../app/AppModule.ts'
import type { AppliedMessage, EvmMessage } from '../applyMessage.ts'
import type { EvmObserver } from '../vm/runEvm.ts'

/** Follows one message and tells of it afterwards. */
export interface Tracer {
	readonly observe: EvmObserver
	result(applied: AppliedMessage): Json
}

/** What tracers may need of the message they follow. */
export interface TracedCall {
	readonly message: EvmMessage
	/** Gas of the message before anything runs, without that of its access list. */
	readonly basePrice: bigint
}
