import type { QueryService } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'

/** What gRPC and REST servers need of the application: its query services and state to run them over. */
export interface QueryBackend {
	/** Every mounted service, in order of registration. */
	readonly queryServices: readonly QueryService[]
	/**
	 * A context over a committed height (0: the latest), whose header has that height; writes to it go nowhere.
	 * Throws ChainError (sdk 18) for a negative or pruned height (framework: baseapp/abci.go createQueryContext).
	 */
	createQueryContext(height: number): Context
}
