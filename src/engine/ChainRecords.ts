import type { Block, BlockMeta, BlockResults, Commit, Header, TxRecord, Validator } from '../chain/blockTypes.ts'
import type { ChainReader, ChainStatus, SearchRequest } from '../chain/ChainReader.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { pageOf } from './query/pageOf.ts'
import { parseQuery } from './query/parseQuery.ts'
import { searchBlocks } from './query/searchBlocks.ts'
import { fromPosition, type HeightRange, heightsAsked, searchTxs } from './query/searchTxs.ts'
import { TxCounts } from './query/TxCounts.ts'
import type { BlockStore } from './store/BlockStore.ts'
import { type EngineParams, type EngineState, paramsAt } from './store/EngineState.ts'
import type { Sweeper } from './store/Sweeper.ts'

/** The records of a chain and its current status. */
export interface StandingChain {
	/** The engine's part of the database. */
	readonly db: KvDatabase
	readonly store: BlockStore
	readonly sweeper: Pick<Sweeper, 'isBehind'>
	readonly genesis: GenesisDocument
	readonly state: EngineState
	/** Height of the next block. */
	readonly nextHeight: number
}

/** The light engine's read side, over the records of a chain: in the thread that writes them and in others. */
export abstract class ChainRecords implements Omit<ChainReader, 'subscribe'> {
	readonly #counts = new TxCounts()
	/** The head that was asked for last: mostly that of the newest block, again and again. */
	#lastMeta: { readonly state: EngineState; readonly height: number; readonly meta: BlockMeta | undefined } | undefined

	/** The current status of the chain. */
	protected abstract get standing(): StandingChain

	get chainId(): string {
		return this.standing.genesis.chainId
	}

	get height(): number {
		return this.standing.state.height
	}

	get earliestHeight(): number {
		return this.standing.state.earliestHeight
	}

	async status(): Promise<ChainStatus> {
		const { genesis, state } = this.standing
		const { height, earliestHeight, validators } = state
		// The light engine makes its own blocks, so it never catches up.
		return { chainId: genesis.chainId, height, earliestHeight, validator: validators[0]!, catchingUp: false }
	}

	async genesis(): Promise<GenesisDocument> {
		return this.standing.genesis
	}

	async header(height: number): Promise<Header | undefined> {
		return this.#meta(height)?.header
	}

	async blockMeta(height: number): Promise<BlockMeta | undefined> {
		return this.#meta(height)
	}

	async block(height: number): Promise<Block | undefined> {
		const chain = this.standing
		return has(chain, height) ? chain.store.block(height) : undefined
	}

	async heightByHash(hash: Uint8Array): Promise<number | undefined> {
		const chain = this.standing
		const height = chain.store.heightByHash(hash) ?? 0
		return has(chain, height) ? height : undefined
	}

	async commit(height: number): Promise<{ readonly commit: Commit; readonly canonical: boolean } | undefined> {
		const chain = this.standing
		if (!has(chain, height)) return undefined
		const canonical = height < chain.state.height
		const commit = canonical ? chain.store.lastCommit(height + 1) : chain.store.seenCommit()
		return commit && { commit, canonical }
	}

	async blockResults(height: number): Promise<BlockResults | undefined> {
		const chain = this.standing
		return has(chain, height) ? chain.store.results(height) : undefined
	}

	async gasUsed(height: number): Promise<bigint | undefined> {
		const chain = this.standing
		return has(chain, height) ? chain.store.gasUsed(height) : undefined
	}

	async validators(height: number): Promise<readonly Validator[] | undefined> {
		const chain = this.standing
		return knowsSet(chain, height) ? chain.state.validators : undefined
	}

	async consensusParams(height: number): Promise<EngineParams | undefined> {
		const chain = this.standing
		return knowsSet(chain, height) ? paramsAt(chain.state, height) : undefined
	}

	async tx(hash: Uint8Array): Promise<TxRecord | undefined> {
		const chain = this.standing
		const record = chain.store.tx(hash)
		return record !== undefined && has(chain, record.height) ? record : undefined
	}

	async searchTxs(request: SearchRequest): Promise<{ readonly txs: readonly TxRecord[]; readonly total: number }> {
		const chain = this.standing
		const query = parseQuery(request.query)
		const heights = heightsAsked(query)
		if (heights !== undefined) return this.#txsOfHeights(chain, heights, request)
		const found = await searchTxs(chain.db, chain.store, query)
		const positions = isSwept(chain)
			? found
			: new Set([...found].filter((value) => has(chain, fromPosition(value).height)))
		const { page, total } = pageOf(positions, request)
		const records = page.map((value) => {
			const { height, index } = fromPosition(value)
			return chain.store.txAt(height, index)
		})
		return { txs: records.filter((record) => record !== undefined), total }
	}

	async searchBlocks(request: SearchRequest): Promise<{ readonly heights: readonly number[]; readonly total: number }> {
		const chain = this.standing
		const kept = { earliest: chain.state.earliestHeight, latest: chain.state.height }
		const found = await searchBlocks(chain.db, kept, parseQuery(request.query))
		const heights = isSwept(chain) ? found : new Set([...found].filter((height) => has(chain, height)))
		const { page, total } = pageOf(heights, request)
		return { heights: page, total }
	}

	/** A page of all transactions of some heights: what lists of a long chain ask for. */
	async #txsOfHeights(
		{ db, store, state }: StandingChain,
		heights: HeightRange,
		request: SearchRequest,
	): Promise<{ readonly txs: readonly TxRecord[]; readonly total: number }> {
		const { height, earliestHeight } = state
		const { places, total } = await this.#counts.page({ db, store, height, earliestHeight }, heights, request)
		const records = places.map((place) => store.txAt(place.height, place.index))
		return { txs: records.filter((record) => record !== undefined), total }
	}

	/** The same object as last time for the same height, until the chain stands elsewhere. */
	#meta(height: number): BlockMeta | undefined {
		const chain = this.standing
		if (!has(chain, height)) return undefined
		const kept = this.#lastMeta
		if (kept?.state === chain.state && kept.height === height) return kept.meta
		const meta = chain.store.meta(height)
		this.#lastMeta = { state: chain.state, height, meta }
		return meta
	}
}

function has({ state }: StandingChain, height: number): boolean {
	return height > 0 && height >= state.earliestHeight && height <= state.height
}

/** Sets and parameters are known one height ahead. */
function knowsSet(chain: StandingChain, height: number): boolean {
	return has(chain, height) || height === chain.nextHeight
}

/** Whether no records of blocks are left that are not kept. */
function isSwept({ sweeper, state }: StandingChain): boolean {
	return !sweeper.isBehind(state.earliestHeight)
}
