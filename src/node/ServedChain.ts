import type { QueryBackend } from '../api/services/createQueryBackend.ts'
import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { BaseApp } from '../app/BaseApp.ts'
import type { ChainSource } from '../chain/ChainSource.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import type { EvmKeeper } from '../modules/evm/index.ts'

/** A chain as servers have it: in the thread that makes its blocks, or in one that reads what that thread has written. */
export interface ServedChain {
	readonly source: ChainSource
	readonly registry: Registry
	readonly identity: NodeIdentity
	/** The application's state and queries; another object after a revert or reset. */
	app(): BaseApp
	/** The EVM of that application; undefined where the chain has none. */
	evm(): EvmKeeper | undefined
	/** Query services and state for the gRPC and REST servers, whichever application is open. */
	readonly backend: QueryBackend
	/** Where it stands now: see ChainStatus. */
	head(): { readonly chainId: string; readonly height: number; readonly earliestHeight: number }
}
