import type { QueryApplication } from '../../abci/Application.ts'
import type { QueryService } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import { noBytes } from '../../codec/noBytes.ts'

/** The part of the application that the gRPC server uses: its query services and their state. */
export interface QueryBackend {
	/** Every mounted service, in order of registration. */
	readonly queryServices: readonly QueryService[]
	/**
	 * A context over a committed height (0: the latest), whose header has that height; writes to it go nowhere.
	 * Rejects with ChainError (sdk 18) for a negative or pruned height (framework: baseapp/abci.go createQueryContext).
	 */
	createQueryContext(height: number): Promise<Context>
}

/** The part of an application that a backend is made of. */
export interface QueryableApplication {
	readonly queryServices: readonly QueryService[]
	createQueryContext(height: number): Context
}

/**
 * The backend of a node. Contexts wait, as all queries of the engine do, until the latest block is durable.
 * @param driven the application as its engine hands it out, which holds queries back
 * @param application the present one: the engine opens another after a revert or reset
 */
export function createQueryBackend(
	driven: Pick<QueryApplication, 'query'>,
	application: () => QueryableApplication,
): QueryBackend {
	return {
		get queryServices() {
			return application().queryServices
		},
		async createQueryContext(height) {
			// The engine delays every query while it writes a block; this query only waits for that.
			await driven.query({ path: '/app/version', data: noBytes, height: 0n, prove: false })
			return application().createQueryContext(height)
		},
	}
}
