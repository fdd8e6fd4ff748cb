import type { WriteBatch } from '../store/KvDatabase.ts'
import type { ProofOp } from '../store/MultiStore.ts'

/** A point in time as the engine writes it: whole seconds since the epoch and nanoseconds within the second. */
export interface BlockTime {
	readonly seconds: bigint
	readonly nanos: number
}

/** The part of a block header the application uses; the optional members are for BLOCKHASH of the EVM alone. */
export interface BlockHeader {
	readonly chainId: string
	readonly height: number
	readonly time: BlockTime
	/** 20 bytes. */
	readonly proposerAddress: Uint8Array
	readonly version?: { readonly block: bigint; readonly app: bigint }
	readonly lastBlockId?: {
		readonly hash: Uint8Array
		readonly parts: { readonly total: number; readonly hash: Uint8Array }
	}
	readonly lastCommitHash?: Uint8Array
	readonly dataHash?: Uint8Array
	readonly validatorsHash?: Uint8Array
	readonly nextValidatorsHash?: Uint8Array
	readonly consensusHash?: Uint8Array
	readonly appHash?: Uint8Array
	readonly lastResultsHash?: Uint8Array
	readonly evidenceHash?: Uint8Array
}

/** Key and value of an event; `index` asks the engine to make it searchable. */
export interface EventAttribute {
	readonly key: string
	readonly value: string
	readonly index: boolean
}

/** A typed list of attributes, in order of emission. */
export interface AbciEvent {
	readonly type: string
	readonly attributes: readonly EventAttribute[]
}

/** The engine parameters that are part of the application's state (abci ConsensusParams). */
export interface ConsensusParams {
	readonly block: { readonly maxBytes: bigint; readonly maxGas: bigint }
	readonly evidence: { readonly maxAgeNumBlocks: bigint; readonly maxAgeDuration: bigint; readonly maxBytes: bigint }
	readonly validator: { readonly pubKeyTypes: readonly string[] }
	readonly version: { readonly appVersion: bigint }
}

/** Parts of the consensus parameters an application sets; absent parts stay as they are (abci ConsensusParams with pointers). */
export type ConsensusParamUpdates = { readonly [K in keyof ConsensusParams]?: ConsensusParams[K] }

/** A validator's ed25519 key (32 bytes) and voting power. */
export interface ValidatorUpdate {
	readonly pubKey: Uint8Array
	readonly power: bigint
}

export interface InfoResponse {
	readonly data: string
	readonly version: string
	readonly appVersion: bigint
	/** The last durably committed height; 0 before the first block. */
	readonly lastBlockHeight: number
	readonly lastBlockAppHash: Uint8Array
}

export interface InitChainRequest {
	readonly time: BlockTime
	readonly chainId: string
	readonly consensusParams: ConsensusParams
	readonly validators: readonly ValidatorUpdate[]
	/** The app_state object of the genesis document as JSON text. */
	readonly appState: string
	readonly initialHeight: number
}

export interface InitChainResponse {
	readonly validators: readonly ValidatorUpdate[]
	readonly appHash: Uint8Array
}

/** Reply to CheckTx and DeliverTx. */
export interface TxResult {
	readonly code: number
	readonly codespace: string
	readonly data: Uint8Array
	readonly log: string
	readonly info: string
	readonly gasWanted: bigint
	readonly gasUsed: bigint
	readonly events: readonly AbciEvent[]
}

export interface QueryRequest {
	readonly path: string
	readonly data: Uint8Array
	/** 0 asks for the last committed height. As wide as on the wire, since replies repeat it. */
	readonly height: bigint
	readonly prove: boolean
}

export interface QueryResponse {
	readonly code: number
	readonly codespace: string
	readonly log: string
	readonly info: string
	readonly index: number
	/** Undefined where the framework answers nil, which JSON shows as null. */
	readonly key: Uint8Array | undefined
	/** Undefined where the framework answers nil; a found empty value is an empty array. */
	readonly value: Uint8Array | undefined
	readonly proofOps: readonly ProofOp[] | undefined
	readonly height: bigint
}

/**
 * A chain's state machine as an engine of the 0.34 line drives it. The light engine calls it in process, a real one
 * over the ABCI socket; neither knows the modules behind it. Calls come in this order: `info`, `initChain` (only at
 * height 0), then per block `beginBlock`, `deliverTx`*, `endBlock`, `commit`. `checkTx`, `simulate` and `query` may
 * come at any time between them. Methods that execute return promises, because a virtual machine may wait. The caller
 * must let each of `checkTx`, `deliverTx`, `simulate` and the block steps end before the next begins. `query` can run
 * concurrently, except for `/app/simulate`.
 */
export interface Application {
	info(): InfoResponse
	initChain(request: InitChainRequest): InitChainResponse
	checkTx(request: { tx: Uint8Array; type: 'new' | 'recheck' }): Promise<TxResult>
	/** `hash` is that of the header, for the logs of an EVM. */
	beginBlock(request: { header: BlockHeader; hash?: Uint8Array }): { events: readonly AbciEvent[] }
	deliverTx(tx: Uint8Array): Promise<TxResult>
	/**
	 * `consensusParamUpdates` is what the application returns to the engine after every block: the framework answers its
	 * stored block, evidence and validator parameters, without a version, each time (baseapp EndBlock).
	 */
	endBlock(request: { height: number }): {
		events: readonly AbciEvent[]
		validatorUpdates: readonly ValidatorUpdate[]
		consensusParamUpdates?: ConsensusParamUpdates | undefined
	}
	/**
	 * Makes the block's writes the new state and puts them into `batch`, which the caller must make durable before it
	 * replies to anyone. Without a batch the application itself writes durably.
	 */
	commit(batch?: WriteBatch): Promise<{ appHash: Uint8Array; retainHeight: number }>
	query(request: QueryRequest): Promise<QueryResponse>
	/** Executes without signatures' content or fees being checked; state is thrown away (framework: BaseApp.Simulate). */
	simulate(tx: Uint8Array): Promise<TxResult & { readonly error?: string }>
}

/** The side of an application that answers questions, wherever it runs: committed state and simulations. */
export interface QueryApplication extends Pick<Application, 'query' | 'simulate'> {
	info(): InfoResponse | Promise<InfoResponse>
}

/** A result whose fields all have their zero values. */
export const emptyTxResult: TxResult = {
	code: 0,
	codespace: '',
	data: new Uint8Array(0),
	log: '',
	info: '',
	gasWanted: 0n,
	gasUsed: 0n,
	events: [],
}
