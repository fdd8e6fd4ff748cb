import type { Context } from '../../../app/Context.ts'
import type { ChainReader } from '../../../chain/ChainReader.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import type { QueryBackend } from '../../services/createQueryBackend.ts'

/** The state of the chain's EVM after one block, and the context that calls run in. */
export interface EvmView {
	readonly height: number
	/** Over a branch of its own: what is written to it goes nowhere. Its header is the block's own. */
	readonly ctx: Context
	readonly keeper: EvmKeeper
	/** In the EVM's unit, of 18 decimals. */
	balance(address: Uint8Array): bigint
	nonce(address: Uint8Array): bigint
	/** No bytes where there is no contract. */
	code(address: Uint8Array): Uint8Array
	/** 32 bytes. */
	storage(address: Uint8Array, slot: Uint8Array): Uint8Array
}

/** Opens the EVM's state at committed heights, in this thread. */
export class EvmReader {
	readonly #chain: ChainReader
	readonly #backend: QueryBackend
	readonly #keeper: () => EvmKeeper

	constructor(chain: ChainReader, backend: QueryBackend, keeper: () => EvmKeeper) {
		this.#chain = chain
		this.#backend = backend
		this.#keeper = keeper
	}

	/** Rejects with ChainError for a height whose state is not kept. */
	async at(height: number): Promise<EvmView> {
		const [context, header] = await Promise.all([this.#backend.createQueryContext(height), this.#chain.header(height)])
		const ctx = header === undefined ? context : context.withHeader(header, noHash)
		const keeper = this.#keeper()
		return {
			height,
			ctx,
			keeper,
			balance: (address) => keeper.getBalance(ctx, address),
			nonce: (address) => keeper.getAccountWithoutBalance(ctx, address)?.nonce ?? 0n,
			code: (address) => {
				const account = keeper.getAccountWithoutBalance(ctx, address)
				return account === undefined ? new Uint8Array(0) : keeper.getCode(ctx, account.codeHash)
			},
			storage: (address, slot) => keeper.getState(ctx, address, slot),
		}
	}
}

const noHash = new Uint8Array(0)
