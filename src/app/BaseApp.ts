import { createHash } from 'node:crypto'
import type {
	AbciEvent,
	Application,
	BlockHeader,
	ConsensusParams,
	ConsensusParamUpdates,
	InfoResponse,
	InitChainRequest,
	InitChainResponse,
	QueryRequest,
	QueryResponse,
	TxResult,
	ValidatorUpdate,
} from '../abci/Application.ts'
import { sdkErrors } from '../errors/ChainError.ts'
import { BugError } from '../errors/UserError.ts'
import type { KvDatabase, WriteBatch } from '../store/KvDatabase.ts'
import type { CacheMultiStore, CommitMultiStore } from '../store/MultiStore.ts'
import { compareBytes, utf8 } from '../util/bytes.ts'
import { AppContext } from './AppContext.ts'
import type { AppModule, Json, LegacyQuerier, QueryService } from './AppModule.ts'
import { blockEvents, withBlockGas } from './blockSteps.ts'
import type { RunMode, TxMode } from './Context.ts'
import { readConsensusParams, writeConsensusParams } from './consensusParams.ts'
import { EventList } from './EventList.ts'
import { infiniteGasMeter } from './GasMeter.ts'
import { type GasCharge, GasTrace } from './GasTrace.ts'
import { exportedText, exportGenesis, initGenesis, validateGenesis } from './genesis/genesis.ts'
import type { LargePart } from './genesis/LargePart.ts'
import { type LoadTurn, loadLargeGenesis, validateLargeGenesis } from './genesis/largeGenesis.ts'
import { putLastHeader, readLastHeader, zeroHeader } from './lastHeader.ts'
import { QueryRouter } from './query/QueryRouter.ts'
import { queryApplication, refusePruned } from './query/queryApplication.ts'
import { StableReads } from './stableReads.ts'
import { runTx, type TxPipeline } from './tx/runTx.ts'
import { simulationJson } from './tx/simulationJson.ts'
import { type SimulationResult, simulationResult, txResult } from './tx/txResult.ts'

/** Options of an application. */
export interface BaseAppOptions {
	/** Name shown by `info`. */
	readonly name: string
	/** Version shown by `info` and the query `/app/version`. */
	readonly version: string
	readonly store: CommitMultiStore
	/** The application's part of the database. */
	readonly db: KvDatabase
	/** All modules, in the order of their genesis. */
	readonly modules: readonly AppModule[]
	/** Modules that run at the begin of a block, in order. */
	readonly beginBlockers?: readonly AppModule[]
	/** Modules that run at the end of a block, in order. */
	readonly endBlockers?: readonly AppModule[]
	readonly pipeline: TxPipeline
}

/** Prefix of the versioned state in the application's part of the database. */
export const statePrefix = utf8('s/')

/**
 * The state machine of the chain behind the ABCI interface: one branch of the state for the current block, one for
 * checks, and the pipeline of transactions (framework: baseapp at v0.44.5).
 */
export class BaseApp implements Application {
	readonly #options: BaseAppOptions
	readonly #router = new QueryRouter()
	readonly #legacyQueriers: ReadonlyMap<string, LegacyQuerier>
	#initialHeight = 1
	/** Changes that the next block begins with. */
	readonly #edits: ((ctx: AppContext) => void)[] = []
	#check: AppContext
	#deliver: AppContext | undefined

	constructor(options: BaseAppOptions) {
		this.#options = options
		for (const { queries } of options.modules) for (const service of queries) this.#router.register(service)
		this.#legacyQueriers = new Map(
			options.modules.flatMap(({ name, legacyQuerier }) => (legacyQuerier ? [[name, legacyQuerier] as const] : [])),
		)
		// The framework forgets the header at a restart, and with it the chain id; the check state needs both.
		this.#check = this.#newState('check', readLastHeader(this.#options.db))
	}

	/** Consensus versions of the modules by name (framework: module.Manager GetVersionMap), where they are known. */
	get moduleVersions(): Readonly<Record<string, number>> {
		const known = this.#options.modules.flatMap(({ name, consensusVersion }) =>
			consensusVersion === undefined ? [] : [[name, consensusVersion] as const],
		)
		return Object.fromEntries(known)
	}

	/** Adds a query service from outside of the modules, such as those over the engine. */
	registerService(service: QueryService): void {
		this.#router.register(service)
	}

	/** Header of the last block; that of height 0 before the first. */
	get lastHeader(): BlockHeader {
		return this.#check.header
	}

	/** Consensus parameters after the last block. */
	get consensusParams(): ConsensusParamUpdates {
		return readConsensusParams(this.#check, this.#options.pipeline.consensusParams)
	}

	/** The query methods that can be called, by path. */
	get router(): QueryRouter {
		return this.#router
	}

	/** Every query service, in order of registration. */
	get queryServices(): readonly QueryService[] {
		return this.#router.services
	}

	/**
	 * A context for a query over a committed height, 0 for the latest; its header has that height.
	 * @throws {ChainError} (sdk 18) for a negative or pruned height (framework: baseapp createQueryContext).
	 */
	createQueryContext(height: number): AppContext {
		if (height < 0) {
			throw sdkErrors.invalidRequest.wrap('cannot query with height < 0; please provide a valid height')
		}
		return this.#queryContext(height === 0 ? this.#options.store.lastCommit.version : height)
	}

	/** Puts what goes back to after a block into a batch, and is used up. @throws {UserError} for a version not kept. */
	rewindTo(header: BlockHeader, batch: WriteBatch): void {
		this.#options.store.rollbackTo(header.height, batch.prefixed(statePrefix))
		putLastHeader(header, batch)
	}

	/** The versioned state. */
	get store(): CommitMultiStore {
		return this.#options.store
	}

	info(): InfoResponse {
		const { name, version, store } = this.#options
		const { version: lastBlockHeight, hash } = store.lastCommit
		return { data: name, version, appVersion: 0n, lastBlockHeight, lastBlockAppHash: hash }
	}

	/** Names of its modules, in the order of their genesis. */
	get moduleNames(): readonly string[] {
		return this.#options.modules.map(({ name }) => name)
	}

	/** Checks the app_state of a genesis document, without changing anything. Throws UserError for a faulty one. */
	validateGenesis(appState: string): void {
		validateGenesis(this.#options.modules, appState)
	}

	/** The same of one that is larger than the memory. */
	validateLargeGenesis(parts: ReadonlyMap<string, LargePart>, turn: LoadTurn): Promise<void> {
		return validateLargeGenesis(this.#options.modules, parts, turn)
	}

	initChain(request: InitChainRequest): InitChainResponse {
		const { store, modules } = this.#options
		const state = this.#genesisState(request, store.branch())
		this.#deliver = state
		this.#check = this.#newState('check', state.header)
		if (!store.isLoaded) {
			this.#writeParams(state, request)
			initGenesis(state.with({ events: new EventList() }), modules, request.appState)
		}
		return { validators: sortValidators(request.validators), appHash: this.#initialAppHash() }
	}

	/**
	 * Writes the state of a genesis that is larger than the memory; `initChain` then takes it as it is. What a load that
	 * did not end leaves in the database is of no use.
	 * @param folder for files that are removed afterwards
	 */
	async loadGenesis(
		request: Omit<InitChainRequest, 'appState' | 'validators'>,
		parts: ReadonlyMap<string, LargePart>,
		folder: string,
		turn: LoadTurn,
	): Promise<void> {
		const load = this.#options.store.loadState(folder)
		try {
			const state = this.#genesisState(request, load.branch)
			this.#writeParams(state, request)
			const ctx = state.with({ events: new EventList() })
			await loadLargeGenesis(this.#options.modules, ctx, parts, load, turn)
		} finally {
			load.close()
		}
	}

	#genesisState(
		{ initialHeight, chainId, time }: Omit<InitChainRequest, 'appState' | 'validators'>,
		branch: CacheMultiStore,
	): AppContext {
		let height = 0
		if (initialHeight > 1) {
			height = initialHeight
			this.#initialHeight = initialHeight
			this.#options.store.setInitialVersion(initialHeight)
		}
		return this.#newState('genesis', { ...zeroHeader, chainId, time, height }, branch)
	}

	#writeParams(state: AppContext, { consensusParams }: Pick<InitChainRequest, 'consensusParams'>): void {
		writeConsensusParams(state, this.#options.pipeline.consensusParams, consensusParams)
	}

	beginBlock({ header, hash: headerHash }: { header: BlockHeader; hash?: Uint8Array }): {
		events: readonly AbciEvent[]
	} {
		this.#validateHeight(header.height)
		const state = (this.#deliver ?? this.#newState('deliver', header)).with({ mode: 'deliver', header, headerHash })
		const deliver = withBlockGas(state, this.#options.pipeline.consensusParams)
		this.#deliver = deliver
		this.#check = this.#check.with({ blockGasMeter: deliver.blockGasMeter, headerHash })
		const events = blockEvents(deliver, this.#options.beginBlockers, (module, ctx) => module.beginBlock?.(ctx))
		for (const change of this.#edits.splice(0)) change(deliver)
		return { events }
	}

	/** Changes the state at the next block's begin, past all rules. It must not throw: that would end the chain. */
	editNextBlock(change: (ctx: AppContext) => void): void {
		this.#edits.push(change)
	}

	/** Sets the gas limit of the blocks after the next one: a power over a developer's chain. */
	limitBlockGas(maxGas: bigint): void {
		const { consensusParams } = this.#options.pipeline
		this.editNextBlock((ctx) => {
			// Every genesis has written all of them.
			const { block, ...others } = readConsensusParams(ctx, consensusParams) as ConsensusParams
			writeConsensusParams(ctx, consensusParams, { block: { ...block, maxGas }, ...others })
		})
	}

	/** Forgets the transactions that were checked since the last block. */
	forgetChecks(): void {
		const { header, blockGasMeter, headerHash } = this.#check
		this.#check = this.#newState('check', header).with({ blockGasMeter, headerHash })
	}

	/**
	 * Has the signatures of transactions that blocks will deliver soon verified meanwhile, where there is a helper for it
	 * (`AppOptions.signatures`). The same arrays must be delivered. It changes no result.
	 */
	verifyAhead(txs: readonly Uint8Array[]): void {
		const { ahead } = this.#options.pipeline
		if (ahead === undefined) return
		// Before the first commit the accounts are in the block being made.
		// Its own meter: the gas of the block's own is told by a transaction that cannot be decoded.
		const state = (this.#deliver ?? this.#newState('query', this.#check.header)).with({ gasMeter: infiniteGasMeter() })
		for (const tx of txs) ahead.prepare(state, tx)
	}

	async deliverTx(tx: Uint8Array): Promise<TxResult> {
		return txResult(await runTx(this.#options.pipeline, this.#delivering(), 'deliver', tx))
	}

	endBlock(_request: { height: number }): {
		events: readonly AbciEvent[]
		validatorUpdates: readonly ValidatorUpdate[]
		consensusParamUpdates: ConsensusParamUpdates
	} {
		const deliver = this.#delivering()
		const events = blockEvents(deliver, this.#options.endBlockers, (module, ctx) => module.endBlock?.(ctx))
		const consensusParamUpdates = readConsensusParams(deliver, this.#options.pipeline.consensusParams)
		return { events, validatorUpdates: [], consensusParamUpdates }
	}

	async commit(batch?: WriteBatch): Promise<{ appHash: Uint8Array; retainHeight: number }> {
		const { store, db } = this.#options
		const state = this.#delivering()
		const own = batch ?? db.batch()
		state.store.write()
		const settling = store.settleLoad()
		if (settling !== undefined) await settling
		const { hash } = store.commit(own.prefixed(statePrefix))
		putLastHeader(state.header, own)
		this.#check = this.#newState('check', state.header)
		this.#deliver = undefined
		if (batch === undefined) await db.write(own, { sync: true })
		return { appHash: hash, retainHeight: 0 }
	}

	/** Discards a block that was not committed and the check state, and restarts from the last commit. */
	discardBlock(): void {
		this.#deliver = undefined
		this.#check = this.#newState('check', readLastHeader(this.#options.db))
	}

	async checkTx({ tx, type }: { tx: Uint8Array; type: 'new' | 'recheck' }): Promise<TxResult> {
		const mode: TxMode = type === 'new' ? 'check' : 'recheck'
		return txResult(await runTx(this.#options.pipeline, this.#check, mode, tx))
	}

	async simulate(tx: Uint8Array): Promise<SimulationResult> {
		return simulationResult(await runTx(this.#options.pipeline, this.#check, 'simulate', tx))
	}

	/**
	 * Runs a transaction of a committed block again, on the state before the block and after the block's earlier
	 * transactions, and reports its gas use. The version before the block must be kept (see `store.hasVersion`). The
	 * amounts add up to the gas used.
	 * @param before The earlier transactions of the block, in order.
	 * @param headerHash The block's own hash, if modules store headers.
	 */
	async traceInBlock(
		header: BlockHeader,
		before: readonly Uint8Array[],
		tx: Uint8Array,
		headerHash?: Uint8Array,
	): Promise<{ readonly result: TxResult; readonly charges: readonly GasCharge[] }> {
		const { store, pipeline, beginBlockers } = this.#options
		const branch = store.branchAt(header.height - 1)
		const begun = this.#newState('deliver', header, branch).with({ headerHash })
		const state = withBlockGas(begun, pipeline.consensusParams)
		blockEvents(state, beginBlockers, (module, ctx) => module.beginBlock?.(ctx))
		for (const earlier of before) await runTx(pipeline, state, 'deliver', earlier)
		const trace = new GasTrace()
		const result = txResult(await runTx(pipeline, state.with({ trace }), 'deliver', tx))
		return { result, charges: trace.chargesOf(result.gasUsed) }
	}

	query(request: QueryRequest): Promise<QueryResponse> {
		const { store, version, pipeline } = this.#options
		return queryApplication(
			{
				store,
				version,
				router: this.#router,
				legacyQueriers: this.#legacyQueriers,
				simulate: async (tx) => simulationJson(await runTx(pipeline, this.#check, 'simulate', tx)),
				contextAt: (height) => this.#queryContext(height),
			},
			request,
		)
	}

	/** The genesis state of every module at a kept height, keys sorted (framework: module ExportGenesis). */
	exportGenesis(height = this.#options.store.lastCommit.version): { readonly [module: string]: Json } {
		return exportGenesis(this.#exportedState(height), this.#options.modules)
	}

	/** The same as JSON text in pieces, within a document that is indented by two spaces. */
	exportedText(height: number): Generator<string> {
		return exportedText(this.#exportedState(height), this.#options.modules, 2)
	}

	#exportedState(height: number): AppContext {
		const { store } = this.#options
		const isNewest = height === store.lastCommit.version
		return this.#newState('query', { ...zeroHeader, height }, isNewest ? store.branch() : store.branchAt(height))
	}

	#delivering(): AppContext {
		if (this.#deliver === undefined) throw new BugError('a block call came before beginBlock')
		return this.#deliver
	}

	#newState(mode: RunMode, header: BlockHeader, store: CacheMultiStore = this.#options.store.branch()): AppContext {
		return new AppContext({
			header,
			mode,
			store,
			gasMeter: infiniteGasMeter(),
			blockGasMeter: infiniteGasMeter(),
			events: new EventList(),
			consensusParams: undefined,
			params: new StableReads(),
		})
	}

	/** A query sees the last block's header with the height it asks for. @throws {ChainError} for a pruned height. */
	#queryContext(height: number): AppContext {
		refusePruned(this.#options.store, height)
		return this.#newState('query', { ...this.#check.header, height }, this.#options.store.branchAt(height))
	}

	#initialAppHash(): Uint8Array {
		const { version, hash } = this.#options.store.lastCommit
		return version > 0 ? hash : new Uint8Array(createHash('sha256').digest())
	}

	#validateHeight(height: number): void {
		const last = this.#options.store.lastCommit.version
		const expected = last === 0 ? this.#initialHeight : last + 1
		if (height !== expected) throw new BugError(`invalid height: ${height}; expected: ${expected}`)
	}
}

/** Sorts by key, as the framework does. */
function sortValidators(validators: readonly ValidatorUpdate[]): readonly ValidatorUpdate[] {
	return [...validators].sort((a, b) => compareBytes(a.pubKey, b.pubKey))
}
