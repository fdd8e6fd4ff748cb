import type { Registry } from '../../codec/registry/createRegistry.ts'
import { sha256 } from '../../crypto/hash.ts'
import { fromBase64, fromHex, toBase64, toHexUpper } from '../../util/bytes.ts'
import type { BlockSummary, TxDetail } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'
import { txDetail } from './txDetail.ts'
import type { WireBlock, WireBlockMeta, WireHeader, WireTx, WireTxResult } from './wireTypes.ts'

/** Blocks remembered: what is committed does not change until the chain goes back. */
const cacheSize = 2_000
/** Most metas one `blockchain` request gives (tendermint v0.34 rpc/core/blocks.go). */
const metasPerRequest = 20

/** A block with its transactions. */
export type BlockDetail = BlockSummary & { readonly txs: readonly TxDetail[] }

/** Reads blocks and transactions of a node and remembers summaries. */
export class BlockReader {
	readonly #connection: RpcConnection
	readonly #registry: Registry
	readonly #summaries = new Map<number, BlockSummary>()
	readonly #times = new Map<number, string>()

	constructor(connection: RpcConnection, registry: Registry) {
		this.#connection = connection
		this.#registry = registry
	}

	/** Forgets everything: the chain went back. */
	clear(): void {
		this.#summaries.clear()
		this.#times.clear()
	}

	/** Summaries of heights `from` to `to`, both included, ascending; those the node does not have are left out. */
	async summaries(from: number, to: number): Promise<readonly BlockSummary[]> {
		const missing: number[] = []
		for (let height = Math.max(1, from); height <= to; height++) {
			if (!this.#summaries.has(height)) missing.push(height)
		}
		for (const [low, high] of windows(missing, metasPerRequest)) await this.#readMetas(low, high)
		const found: BlockSummary[] = []
		for (let height = Math.max(1, from); height <= to; height++) {
			const summary = this.#summaries.get(height)
			if (summary) found.push(summary)
		}
		return found
	}

	/** A block with its transactions, or undefined when the node does not have it. */
	async block(height: number): Promise<BlockDetail | undefined> {
		try {
			const wire = (await this.#connection.call('block', { height: String(height) })) as WireBlock
			if (!wire.block) return undefined
			const { header, data } = wire.block
			const raws = data.txs ?? []
			const results = raws.length === 0 ? [] : await this.#results(height)
			const summary = this.#remember(wire.block_id.hash, header, raws.length, sumGas(results))
			const txs = raws.map((tx, index) => {
				const hash = toHexUpper(sha256(fromBase64(tx) ?? new Uint8Array()))
				const record: WireTx = { hash, height: header.height, index, tx, tx_result: results[index] ?? {} }
				return txDetail(record, header.time, this.#registry)
			})
			return { ...summary, txs }
		} catch (error) {
			if (error instanceof RpcError) return undefined
			throw error
		}
	}

	/** A transaction by its hash (hex), or undefined when the node's index does not have it. */
	async tx(hash: string): Promise<TxDetail | undefined> {
		const bytes = fromHex(hash.replace(/^0x/i, ''))
		if (bytes?.length !== 32) return undefined
		try {
			return await this.#detail((await this.#connection.call('tx', { hash: toBase64(bytes) })) as WireTx)
		} catch (error) {
			if (error instanceof RpcError && /not found/.test(error.data)) return undefined
			throw error
		}
	}

	/** One page of a search in Tendermint's query language. */
	async search(
		query: string,
		page: number,
		perPage: number,
		order: 'asc' | 'desc',
	): Promise<{ readonly txs: readonly TxDetail[]; readonly total: number }> {
		const result = (await this.#connection.call('tx_search', {
			query,
			prove: false,
			page: String(page),
			per_page: String(perPage),
			order_by: order,
		})) as { readonly txs?: readonly WireTx[] | null; readonly total_count?: string }
		const txs = await Promise.all((result.txs ?? []).map((wire) => this.#detail(wire)))
		return { txs, total: Number(result.total_count ?? 0) }
	}

	async #detail(wire: WireTx): Promise<TxDetail> {
		return txDetail(wire, await this.#time(Number(wire.height)), this.#registry)
	}

	async #time(height: number): Promise<string> {
		const known = this.#times.get(height)
		if (known !== undefined) return known
		const params = { minHeight: String(height), maxHeight: String(height) }
		const { block_metas: metas } = (await this.#connection.call('blockchain', params)) as BlockchainReply
		const time = metas[0]?.header.time ?? ''
		if (time !== '') setBounded(this.#times, height, time)
		return time
	}

	async #readMetas(low: number, high: number): Promise<void> {
		const params = { minHeight: String(low), maxHeight: String(high) }
		let reply: BlockchainReply
		try {
			reply = (await this.#connection.call('blockchain', params)) as BlockchainReply
		} catch (error) {
			if (error instanceof RpcError) return
			throw error
		}
		await Promise.all(
			reply.block_metas.map(async ({ block_id, header, num_txs }) => {
				const count = Number(num_txs)
				const gas = count === 0 ? 0n : sumGas(await this.#results(Number(header.height)))
				this.#remember(block_id.hash, header, count, gas)
			}),
		)
	}

	async #results(height: number): Promise<readonly WireTxResult[]> {
		const reply = (await this.#connection.call('block_results', { height: String(height) })) as {
			readonly txs_results?: readonly WireTxResult[] | null
		}
		return reply.txs_results ?? []
	}

	#remember(hash: string, header: WireHeader, txCount: number, gasUsed: bigint): BlockSummary {
		const summary: BlockSummary = {
			height: Number(header.height),
			time: header.time,
			hash,
			proposer: header.proposer_address,
			txCount,
			gasUsed,
			appHash: header.app_hash,
		}
		setBounded(this.#summaries, summary.height, summary)
		setBounded(this.#times, summary.height, summary.time)
		return summary
	}
}

interface BlockchainReply {
	readonly block_metas: readonly WireBlockMeta[]
}

function sumGas(results: readonly WireTxResult[]): bigint {
	return results.reduce((sum, result) => sum + BigInt(result.gas_used ?? '0'), 0n)
}

function setBounded<V>(map: Map<number, V>, key: number, value: V): void {
	map.delete(key)
	map.set(key, value)
	const oldest = map.keys().next().value
	if (map.size > cacheSize && oldest !== undefined) map.delete(oldest)
}

/** Ascending numbers as ranges that span at most `size`. */
function windows(heights: readonly number[], size: number): [number, number][] {
	const ranges: [number, number][] = []
	for (const height of heights) {
		const last = ranges.at(-1)
		if (last && height - last[0] < size) last[1] = height
		else ranges.push([height, height])
	}
	return ranges
}
