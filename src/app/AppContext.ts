import type { BlockHeader, ConsensusParamUpdates } from '../abci/Application.ts'
import type { KVStore } from '../store/KVStore.ts'
import { gasKv, kvGasConfig, transientGasConfig } from '../store/layers/gasKv.ts'
import type { CacheMultiStore } from '../store/MultiStore.ts'
import type { Context, EventManager, RunMode } from './Context.ts'
import { EventList } from './EventList.ts'
import type { GasMeter } from './GasMeter.ts'
import type { GasTrace } from './GasTrace.ts'
import type { StableReads } from './stableReads.ts'

const noBytes = new Uint8Array(0)

/** Everything an AppContext is made of. */
export interface ContextFields {
	readonly header: BlockHeader
	readonly mode: RunMode
	readonly store: CacheMultiStore
	readonly gasMeter: GasMeter
	readonly blockGasMeter: GasMeter
	readonly events: EventManager
	readonly consensusParams: ConsensusParamUpdates | undefined
	readonly txBytes?: Uint8Array
	readonly headerHash?: Uint8Array | undefined
	/** Remembered reads of the parameters, shared by all contexts over one state. */
	readonly params?: StableReads
	/** Records where the gas goes, if requested. */
	readonly trace?: GasTrace
}

/** The application's own Context: immutable fields over one branch of the state (framework: types/context.go Context). */
export class AppContext implements Context {
	readonly #fields: ContextFields
	/** Shared by contexts over the same branch that charge the same meter. */
	readonly #views: Map<string, KVStore>

	constructor(fields: ContextFields, views = new Map<string, KVStore>()) {
		this.#fields = fields
		this.#views = views
	}

	get header(): BlockHeader {
		return this.#fields.header
	}

	get chainId(): string {
		return this.#fields.header.chainId
	}

	get mode(): RunMode {
		return this.#fields.mode
	}

	get store(): CacheMultiStore {
		return this.#fields.store
	}

	get gasMeter(): GasMeter {
		return this.#fields.gasMeter
	}

	get blockGasMeter(): GasMeter {
		return this.#fields.blockGasMeter
	}

	get events(): EventManager {
		return this.#fields.events
	}

	get consensusParams(): ConsensusParamUpdates | undefined {
		return this.#fields.consensusParams
	}

	get txBytes(): Uint8Array {
		return this.#fields.txBytes ?? noBytes
	}

	get headerHash(): Uint8Array {
		return this.#fields.headerHash ?? noBytes
	}

	get trace(): GasTrace | undefined {
		return this.#fields.trace
	}

	kvStore(name: string): KVStore {
		return this.#views.get(name) ?? this.#view(name, name, kvGasConfig)
	}

	transientStore(name: string): KVStore {
		const key = `transient ${name}`
		return this.#views.get(key) ?? this.#view(key, name, transientGasConfig)
	}

	#view(key: string, name: string, costs: typeof kvGasConfig): KVStore {
		const { gasMeter, params, trace } = this.#fields
		const meter = trace === undefined ? gasMeter : trace.ofStore(name, gasMeter)
		const store = this.#fields.store.kvStore(name)
		const view = gasKv(name === 'params' && params !== undefined ? params.over(store) : store, meter, costs)
		this.#views.set(key, view)
		return view
	}

	withGasMeter(gasMeter: GasMeter): AppContext {
		return this.with({ gasMeter })
	}

	withHeader(header: BlockHeader, headerHash: Uint8Array): AppContext {
		return this.with({ header, headerHash })
	}

	branch(): { readonly ctx: AppContext; write(): void } {
		const store = this.#fields.store.branch()
		return { ctx: this.with({ store, events: new EventList() }), write: () => store.write() }
	}

	/** A context with some fields replaced. */
	with(changes: Partial<ContextFields>): AppContext {
		const { store, gasMeter, trace } = this.#fields
		const fields = { ...this.#fields, ...changes }
		const sameStores = fields.store === store && fields.gasMeter === gasMeter && fields.trace === trace
		return new AppContext(fields, sameStores ? this.#views : undefined)
	}
}
