import type { Registry } from '../../codec/registry/createRegistry.ts'
import { only } from '../../errors/attempt.ts'
import { fromHex, toBase64 } from '../../util/bytes.ts'
import { NewestMap } from '../../util/NewestMap.ts'
import type { IndexedTx } from '../../wire/txs.ts'
import type { TxDetail } from '../chainTypes.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'
import { txDetail } from './txDetail.ts'

/** Number of cached block times. */
const cacheSize = 2_000

/** Reads complete transactions of a node. */
export class TxReader {
	readonly #connection: RpcConnection
	readonly #registry: Registry
	readonly #times = new NewestMap<number, string>(cacheSize)

	constructor(connection: RpcConnection, registry: Registry) {
		this.#connection = connection
		this.#registry = registry
	}

	/** Clears the cache, because the chain went back. */
	clear(): void {
		this.#times.clear()
	}

	/** Reads a transaction by its hash (hex); undefined if the node's index does not have it. */
	async tx(hash: string): Promise<TxDetail | undefined> {
		const bytes = fromHex(hash.replace(/^0x/i, ''))
		if (bytes?.length !== 32) return undefined
		const isMissing = (error: unknown): error is RpcError =>
			error instanceof RpcError && error.data.includes('not found')
		const found = this.#connection.call('tx', { hash: toBase64(bytes) }).then((wire) => this.#detail(wire))
		return found.catch(only(isMissing, () => undefined))
	}

	/** One page of a search in Tendermint's query language, newest first. */
	async search(
		query: string,
		page: number,
		perPage: number,
	): Promise<{ readonly txs: readonly TxDetail[]; readonly total: number }> {
		const { txs: found, total_count: total } = await this.#connection.call('tx_search', {
			query,
			prove: false,
			page: String(page),
			per_page: String(perPage),
			order_by: 'desc',
		})
		const txs = await Promise.all((found ?? []).map((wire) => this.#detail(wire)))
		return { txs, total: Number(total) }
	}

	async #detail(wire: IndexedTx): Promise<TxDetail> {
		return txDetail(wire, await this.#time(Number(wire.height)), this.#registry)
	}

	async #time(height: number): Promise<string> {
		const known = this.#times.get(height)
		if (known !== undefined) return known
		const params = { minHeight: String(height), maxHeight: String(height) }
		const { block_metas: metas } = await this.#connection.call('blockchain', params)
		const time = metas[0]?.header.time ?? ''
		if (time !== '') this.#times.set(height, time)
		return time
	}
}
