import type { AbciEvent, BlockHeader, ConsensusParamUpdates } from '../abci/Application.ts'
import type { KVStore } from '../store/KVStore.ts'
import type { GasMeter } from './GasMeter.ts'

/** Purpose of a context: a transaction (framework: baseapp runTxMode), the genesis, or a query. */
export type RunMode = 'check' | 'recheck' | 'simulate' | 'deliver' | 'genesis' | 'query'

/** Purpose of running a transaction. */
export type TxMode = Exclude<RunMode, 'genesis' | 'query'>

/** Collects events in order of emission. */
export interface EventManager {
	readonly events: readonly AbciEvent[]
	/** Emits an event of string attributes; the index flag is set later, when the result is made. */
	emit(type: string, attributes: readonly (readonly [key: string, value: string])[]): void
}

/**
 * Everything a handler can access (framework: types/context.go): the header, its gas meter, its events, and state
 * through gas-metered stores only. It has no clock and no randomness.
 */
export interface Context {
	readonly header: BlockHeader
	readonly chainId: string
	readonly mode: RunMode
	readonly gasMeter: GasMeter
	readonly blockGasMeter: GasMeter
	readonly events: EventManager
	/** The stored consensus parameters; undefined where the framework does not set them, as in queries. */
	readonly consensusParams: ConsensusParamUpdates | undefined
	/** The transaction being run; no bytes outside of one. */
	readonly txBytes: Uint8Array
	/** Hash of the header of the block being made; no bytes in a query. */
	readonly headerHash: Uint8Array
	/** The gas-metered view of a mounted store. */
	kvStore(name: string): KVStore
	/** The view of a store that is emptied at every commit, metered by the lower prices of such stores. */
	transientStore(name: string): KVStore
	/** The same context with another gas meter. */
	withGasMeter(gasMeter: GasMeter): Context
	/** The same state with another header. */
	withHeader(header: BlockHeader, headerHash: Uint8Array): Context
	/** A context over a branch of the state with its own events; `write()` hands state to this context. */
	branch(): { readonly ctx: Context; write(): void }
}
