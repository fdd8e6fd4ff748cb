import type { Registry } from '../../codec/registry/createRegistry.ts'
import { evmOutline, outlineTx } from '../../codec/tx/outlineTx.ts'
import { sha256 } from '../../crypto/hash.ts'
import { only } from '../../errors/attempt.ts'
import { fromBase64, toHexUpper } from '../../util/bytes.ts'
import { NewestMap } from '../../util/NewestMap.ts'
import type { BlockMeta, Header } from '../../wire/blocks.ts'
import type { BlockSummaryReply, TxSummaryReply } from '../../wire/SummarySchema.ts'
import type { IndexedTx, TxResult } from '../../wire/txs.ts'
import type { BlockSummary, TxSummary } from '../chainTypes.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { isMethodNotFound, RpcError } from '../rpc/RpcError.ts'
import { textEvent } from './txDetail.ts'

/** Number of cached blocks. Committed blocks do not change unless the chain goes back. */
const cacheSize = 2_000
/** Blocks per request, which is also the maximum of Tendermint's `blockchain` (v0.34 rpc/core/blocks.go). */
const blocksPerRequest = 20

/** Reads summaries of blocks and transactions, and caches the blocks. */
export class SummaryReader {
	readonly #source: SummarySource
	readonly #known = new NewestMap<number, BlockSummary>(cacheSize)

	constructor(source: SummarySource) {
		this.#source = source
	}

	/** Clears the cache, because the chain went back. */
	clear(): void {
		this.#known.clear()
	}

	/** Summaries of heights `from` to `to`, both inclusive, ascending. Heights the node does not have are missing. */
	async blocks(from: number, to: number): Promise<readonly BlockSummary[]> {
		const heights = Array.from({ length: to - Math.max(1, from) + 1 }, (_, index) => Math.max(1, from) + index)
		// What a long range pushes out of the cache is still part of the answer.
		const found = new Map(heights.map((height) => [height, this.#known.get(height)]))
		const missing = heights.filter((height) => found.get(height) === undefined)
		for (const [low, high] of windows(missing, blocksPerRequest)) {
			const read = await this.#source.blocks(low, high).catch(only(RpcError, () => []))
			for (const summary of read) {
				this.#known.set(summary.height, summary)
				found.set(summary.height, summary)
			}
		}
		return heights.flatMap((height) => found.get(height) ?? [])
	}

	/** A block and its transactions; undefined if the node does not have it. */
	async block(height: number): Promise<BlockOutline | undefined> {
		const found = await this.#source.block(height).catch(only(RpcError, () => undefined))
		if (found) this.#known.set(found.block.height, found.block)
		return found
	}

	/** One page of a search in Tendermint's query language, newest first. */
	txs(query: string, page: number, perPage: number): Promise<TxPage> {
		return this.#source.txs(query, page, perPage)
	}
}

/** Groups ascending numbers into ranges of at most `size`. */
function windows(heights: readonly number[], size: number): [number, number][] {
	const ranges: [number, number][] = []
	for (const height of heights) {
		const last = ranges.at(-1)
		if (last && height - last[0] < size) last[1] = height
		else ranges.push([height, height])
	}
	return ranges
}

/** A block and the summaries of its transactions. */
interface BlockOutline {
	readonly block: BlockSummary
	readonly txs: readonly TxSummary[]
}

/** A source of summaries. Methods throw RpcError if the node refuses. */
export interface SummarySource {
	/** Blocks of heights `from` to `to`, inclusive, ascending, at most 20, without those the node does not have. */
	blocks(from: number, to: number): Promise<readonly BlockSummary[]>
	/** Undefined if the node does not have the block. */
	block(height: number): Promise<BlockOutline | undefined>
	/** Newest first. */
	txs(query: string, page: number, perPage: number): Promise<TxPage>
}

/** A page of transactions and the total number of matches. */
export interface TxPage {
	readonly txs: readonly TxSummary[]
	readonly total: number
}

/**
 * Creates a source: the node's own summaries if it is this program (see src/node/servers/chainSummaries.ts), otherwise
 * Tendermint's standard methods. The first call finds out.
 */
export function summarySource(connection: RpcConnection, registry: Registry): SummarySource {
	const own = ownSource(connection)
	const standard = standardSource(connection, registry)
	let isStandard = false
	const either = async <T>(ask: (source: SummarySource) => Promise<T>): Promise<T> => {
		if (isStandard) return ask(standard)
		try {
			return await ask(own)
		} catch (error) {
			if (!isMethodNotFound(error)) throw error
			isStandard = true
			return ask(standard)
		}
	}
	return {
		blocks: (from, to) => either((source) => source.blocks(from, to)),
		block: (height) => either((source) => source.block(height)),
		txs: (query, page, perPage) => either((source) => source.txs(query, page, perPage)),
	}
}

function ownSource(connection: RpcConnection): SummarySource {
	return {
		blocks: async (from, to) => {
			const { blocks } = await connection.call('chain_blocks', { from, to })
			return blocks.map(ownBlock)
		},
		block: async (height) => {
			const reply = await connection.call('chain_block', { height })
			return reply === null ? undefined : { block: ownBlock(reply.block), txs: reply.txs.map(ownTx) }
		},
		txs: async (query, page, perPage) => {
			const { txs, total } = await connection.call('chain_txs', { query, page, perPage })
			return { txs: txs.map(ownTx), total }
		},
	}
}

function ownBlock({ app_hash, tx_count, gas_used, ...block }: BlockSummaryReply): BlockSummary {
	return { ...block, appHash: app_hash, txCount: tx_count, gasUsed: BigInt(gas_used) }
}

function ownTx({ gas_wanted, gas_used, message_types, evm_fault, ...tx }: TxSummaryReply): TxSummary {
	return {
		...tx,
		...(evm_fault === undefined ? {} : { evmFault: evm_fault }),
		gasWanted: BigInt(gas_wanted),
		gasUsed: BigInt(gas_used),
		messageTypes: message_types.flatMap(([type, times]) => Array.from({ length: times }, () => type)),
	}
}

function standardSource(connection: RpcConnection, registry: Registry): SummarySource {
	const results = async (height: string): Promise<readonly TxResult[]> =>
		(await connection.call('block_results', { height })).txs_results ?? []
	const metas = async (from: number, to: number): Promise<readonly BlockMeta[]> => {
		const params = { minHeight: String(from), maxHeight: String(to) }
		const { block_metas: found } = await connection.call('blockchain', params)
		return found.filter((meta) => meta !== null)
	}
	return {
		blocks: async (from, to) =>
			Promise.all(
				(await metas(from, to)).toReversed().map(async ({ block_id, header, num_txs, block_size }) => {
					const count = Number(num_txs)
					const outcomes = count === 0 ? [] : await results(header.height)
					return { ...blockSummary(block_id.hash, header, count, outcomes), size: Number(block_size) }
				}),
			),
		block: async (height) => {
			const { block_id, block } = await connection.call('block', { height: String(height) })
			if (!block) return undefined
			const [meta] = await metas(height, height)
			if (!meta) return undefined
			const { header, data } = block
			const raws = data.txs ?? []
			const outcomes = raws.length === 0 ? [] : await results(header.height)
			const txs = raws.map((raw, index) => {
				const bytes = fromBase64(raw) ?? new Uint8Array()
				const wire = { height: header.height, index, tx: raw, tx_result: outcomes[index] ?? {} }
				return summaryOf({ ...wire, hash: toHexUpper(sha256(bytes)) }, header.time, registry)
			})
			const size = Number(meta.block_size)
			return { block: { ...blockSummary(block_id.hash, header, raws.length, outcomes), size }, txs }
		},
		txs: async (query, page, perPage) => {
			const reply = await connection.call('tx_search', {
				query,
				prove: false,
				page: String(page),
				per_page: String(perPage),
				order_by: 'desc',
			})
			const times = new Map<string, Promise<string>>()
			const timeOf = (height: string): Promise<string> => {
				const known =
					times.get(height) ?? metas(Number(height), Number(height)).then(([meta]) => meta?.header.time ?? '')
				times.set(height, known)
				return known
			}
			const txs = (reply.txs ?? []).map(async (wire) => summaryOf(wire, await timeOf(wire.height), registry))
			return { txs: await Promise.all(txs), total: Number(reply.total_count) }
		},
	}
}

/** Builds the summary of a block from Tendermint's header and results. */
function blockSummary(
	hash: string,
	header: Header,
	txCount: number,
	results: readonly TxResult[],
): Omit<BlockSummary, 'size'> {
	return {
		height: Number(header.height),
		time: header.time,
		hash,
		proposer: header.proposer_address,
		txCount,
		gasUsed: results.reduce((sum, result) => sum + BigInt(result.gas_used ?? '0'), 0n),
		appHash: header.app_hash,
	}
}

function summaryOf(
	{ hash, height, index, tx, tx_result: result }: IndexedTx,
	time: string,
	registry: Registry,
): TxSummary {
	const code = result.code ?? 0
	const outline = outlineTx(fromBase64(tx) ?? new Uint8Array(), registry)
	const evm = evmOutline((result.events ?? []).map(textEvent))
	return {
		hash: hash.toUpperCase(),
		height: Number(height),
		index,
		time,
		code,
		codespace: result.codespace ?? '',
		log: code === 0 ? '' : (result.log ?? ''),
		gasWanted: BigInt(result.gas_wanted ?? '0'),
		gasUsed: BigInt(result.gas_used ?? '0'),
		...outline,
		...(evm === undefined ? {} : { signers: evm.senders }),
		...(evm === undefined || evm.fault === '' ? {} : { evmFault: evm.fault }),
	}
}
