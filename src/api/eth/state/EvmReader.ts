import type { Context } from '../../../app/Context.ts'
import type { Header } from '../../../chain/blockTypes.ts'
import type { ChainReader } from '../../../chain/ChainReader.ts'
import { type EvmConfig, evmConfigOf } from '../../../modules/evm/applyMessage.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import { larger } from '../../../util/order.ts'
import type { QueryBackend } from '../../services/createQueryBackend.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { SharedReads } from './SharedReads.ts'

/** The EVM's state after a block, and the context of calls. */
export interface EvmView {
	readonly height: number
	/** A branch of its own, whose writes are discarded. Its header is the block's. */
	readonly ctx: Context
	readonly keeper: EvmKeeper
	/** Result of GASLIMIT: 0 where blocks have no limit (ethermint v0.14.1 types/block.go). */
	readonly gasLimit: bigint
	/** Balance in the EVM's unit of 18 decimals. */
	balance(address: Uint8Array): bigint
	nonce(address: Uint8Array): bigint
	/** Empty without a contract. */
	code(address: Uint8Array): Uint8Array
	/** 32 bytes. */
	storage(address: Uint8Array, slot: Uint8Array): Uint8Array
	/** What calls after the block have in common, when the view is shared by all of them. */
	readonly shared?: { readonly config: EvmConfig; readonly reads: SharedReads }
}

/** Opens the EVM's state at committed heights, in this thread. */
export class EvmReader {
	readonly #chain: ChainReader
	readonly #backend: QueryBackend
	readonly #keeper: () => EvmKeeper
	#kept: { readonly header: Header; readonly view: EvmView; readonly reads: SharedReads } | undefined

	constructor(chain: ChainReader, backend: QueryBackend, keeper: () => EvmKeeper) {
		this.#chain = chain
		this.#backend = backend
		this.#keeper = keeper
	}

	/** Rejects with ChainError for a height whose state is not kept. */
	async at(height: number): Promise<EvmView> {
		const { context, header, gasLimit } = await this.#open(height)
		const ctx = header === undefined ? context : context.withHeader(header, noHash)
		return viewOf(this.#keeper(), height, ctx, gasLimit)
	}

	/**
	 * One view for all calls after a block that write nothing, not even to a branch of it. The newest such view is kept
	 * as long as the chain gives the same header: a chain that went back gives another.
	 * @throws ChainError for a height whose state is not kept, or whose proposer is not known.
	 */
	async forCalls(height: number): Promise<EvmView> {
		const kept = this.#kept
		if (kept !== undefined && !kept.reads.isFull && kept.header === (await this.#chain.header(height))) return kept.view
		const { context, header, gasLimit } = await this.#open(height)
		const ctx = header === undefined ? context : context.withHeader(header, noHash)
		const keeper = this.#keeper()
		const reads = new SharedReads(keeper.storeOf(ctx))
		const view = { ...viewOf(keeper, height, ctx, gasLimit), shared: { config: evmConfigOf(keeper, ctx), reads } }
		if (header !== undefined) this.#kept = { header, view, reads }
		return view
	}

	async #open(height: number): Promise<{ context: Context; header: Header | undefined; gasLimit: bigint }> {
		if (height < 1 && (await this.#chain.status()).height === 0) throw noBlockYet
		const context = await this.#backend.createQueryContext(height)
		const header = await this.#chain.header(height)
		return { context, header, gasLimit: await this.gasLimitAt(height) }
	}

	/** The gas limit of a block as its transactions see it: 0 where it has none. */
	async gasLimitAt(height: number): Promise<bigint> {
		const maxGas = (await this.#chain.consensusParams(height))?.block.maxGas ?? 0n
		return larger(maxGas, 0n)
	}
}

/** The state of a context as calls and queries of a height see it. */
export function viewOf(keeper: EvmKeeper, height: number, ctx: Context, gasLimit: bigint): EvmView {
	return {
		height,
		ctx,
		keeper,
		gasLimit,
		balance: (address) => keeper.getBalance(ctx, address),
		nonce: (address) => keeper.getAccountWithoutBalance(ctx, address)?.nonce ?? 0n,
		code: (address) => {
			const account = keeper.getAccountWithoutBalance(ctx, address)
			return account === undefined ? new Uint8Array(0) : keeper.getCode(ctx, account.codeHash)
		},
		storage: (address, slot) => keeper.getState(ctx, address, slot),
	}
}

/** A node whose blocks are made by hand has no state before its first one. */
export const noBlockYet = new EthFault(
	'this chain has no block yet, and no state before it: make the first one (evm_mine with --admin, or the app)',
)

const noHash = new Uint8Array(0)
