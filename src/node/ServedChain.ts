import type { QueryBackend } from '../api/services/createQueryBackend.ts'
import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { BaseApp } from '../app/BaseApp.ts'
import type { ChainSource } from '../chain/ChainSource.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import type { EngineClient } from '../engineRpc/EngineClient.ts'
import type { EvmKeeper } from '../modules/evm/index.ts'
import type { Scheduler } from '../util/schedule/Scheduler.ts'

/** A chain as servers see it: in the block-making thread, or in one that reads what that thread has written. */
export interface ServedChain {
	readonly source: ChainSource
	readonly registry: Registry
	readonly identity: NodeIdentity
	/** The application's state and queries. A revert or reset replaces the object. */
	app(): BaseApp
	/** The EVM of that application; undefined if the chain has none. */
	evm(): EvmKeeper | undefined
	/** Query services and state for the gRPC and REST servers, of the current application. */
	readonly backend: QueryBackend
	/** RPC of the real engine that makes the blocks; absent where this program makes them. */
	readonly engineRpc?: EngineClient
	/** Who may run when, of all who ask this thread of the node. */
	readonly scheduler: Scheduler
	/** Current height and status: see ChainStatus. */
	head(): { readonly chainId: string; readonly height: number; readonly earliestHeight: number }
}
