import { UserError } from '../../errors/UserError.ts'
import { fromBase64 } from '../../util/bytes.ts'
import { BlockFeed } from '../BlockFeed.ts'
import type { TxSummary } from '../chainTypes.ts'
import { SummaryReader, summarySource } from '../queries/SummaryReader.ts'
import { TxReader } from '../queries/TxReader.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { txHash } from './broadcast.ts'
import type { TxSource } from './prepare.ts'

/** Number of blocks without the transaction after which the node is asked whether it still has it. */
const blocksBetweenLookups = 5

interface Waiting {
	readonly resolve: (tx: TxSummary | undefined) => void
	readonly reject: (error: unknown) => void
	blocks: number
	/** Consecutive lookups that found it neither in a block nor in the mempool. */
	missed: number
}

/** Waits until transactions are in blocks. */
export class TxTracker {
	readonly #connection: RpcConnection
	readonly #details: TxReader
	readonly #hold: () => () => void
	readonly #waiting = new Map<string, Waiting>()
	#release: (() => void) | undefined

	/** `hold` keeps the block feed running, which calls `onBlock`. */
	constructor(connection: RpcConnection, details: TxReader, hold: () => () => void) {
		this.#connection = connection
		this.#details = details
		this.#hold = hold
	}

	/**
	 * Resolves with the transaction once it is in a block, or with undefined if the node dropped it. Call it before
	 * sending the transaction, otherwise its block may be missed.
	 */
	wait(hash: string): Promise<TxSummary | undefined> {
		this.#release ??= this.#hold()
		const known = this.#waiting.get(hash)
		return new Promise((resolve, reject) => {
			this.#waiting.set(hash, {
				resolve: (tx) => {
					known?.resolve(tx)
					resolve(tx)
				},
				reject: (error) => {
					known?.reject(error)
					reject(error)
				},
				blocks: 0,
				missed: 0,
			})
		})
	}

	/**
	 * Resolves with a transaction that was sent before, by an earlier run too, once it is in a block; with undefined if
	 * the node has it neither in a block nor in its mempool. Rejects if the node cannot be asked.
	 */
	async sent(hash: string): Promise<TxSummary | undefined> {
		const settled = this.wait(hash)
		try {
			const known = await this.#details.tx(hash)
			// A block that was made since the first question took it out of the mempool.
			if (known !== undefined || !(await this.#isInMempool(hash)))
				this.#settle(hash, known ?? (await this.#details.tx(hash)))
		} catch (cause) {
			this.forget(hash)
			throw cause
		}
		return settled
	}

	/** Stops waiting for a transaction that was not sent. */
	forget(hash: string): void {
		this.#settle(hash, undefined)
	}

	/** Processes the transactions of a block. */
	async onBlock(txs: readonly TxSummary[]): Promise<void> {
		for (const tx of txs) this.#settle(tx.hash, tx)
		for (const waiting of this.#waiting.values()) waiting.blocks++
		const overdue = [...this.#waiting].filter(([, waiting]) => waiting.blocks % blocksBetweenLookups === 0)
		await Promise.all(overdue.map(([hash]) => this.#lookUp(hash, true)))
	}

	/** Looks up every transaction in the index, because blocks may have been missed. */
	async lookUpAll(): Promise<void> {
		await Promise.all([...this.#waiting.keys()].map((hash) => this.#lookUp(hash, false)))
	}

	close(): void {
		for (const { reject } of this.#waiting.values()) reject(new UserError('The connection to the node was closed.'))
		this.#waiting.clear()
		this.#release?.()
		this.#release = undefined
	}

	async #lookUp(hash: string, alsoInMempool: boolean): Promise<void> {
		try {
			const tx = await this.#details.tx(hash)
			if (tx) {
				this.#settle(hash, tx)
				return
			}
			if (!alsoInMempool) return
			const waiting = this.#waiting.get(hash)
			if (!waiting) return
			waiting.missed = (await this.#isInMempool(hash)) ? 0 : waiting.missed + 1
			if (waiting.missed >= 2) this.#settle(hash, undefined)
		} catch {
			// The node is unreachable; the next block triggers another lookup.
		}
	}

	/** Also true if the mempool is too large to be listed completely. */
	async #isInMempool(hash: string): Promise<boolean> {
		const { total, txs: found } = await this.#connection.call('unconfirmed_txs', { limit: '100' })
		const txs = found ?? []
		if (Number(total) > txs.length) return true
		return txs.some((tx) => txHash(fromBase64(tx) ?? new Uint8Array()) === hash)
	}

	#settle(hash: string, tx: TxSummary | undefined): void {
		const waiting = this.#waiting.get(hash)
		if (!waiting) return
		this.#waiting.delete(hash)
		waiting.resolve(tx)
		if (this.#waiting.size === 0) {
			this.#release?.()
			this.#release = undefined
		}
	}
}

/** Follows transactions into blocks. */
export interface TxFollower {
	/** Resolves with the transaction once in a block, with undefined if it was dropped. Call it before sending. */
	wait(hash: string): Promise<TxSummary | undefined>
	/** Stops waiting; the connection stays open. */
	close(): void
}

/** Last step of a transaction for callers without a block feed: opens one over the connection. */
export function followTxs({ connection, registry }: TxSource): TxFollower {
	const summaries = new SummaryReader(summarySource(connection, registry))
	const details = new TxReader(connection, registry)
	const feed = new BlockFeed(connection, {
		onHeight: async (height) => {
			const found = await summaries.block(height).catch(() => undefined)
			if (found) await tracker.onBlock(found.txs)
		},
		onRewind: () => summaries.clear(),
		onState: (state) => {
			if (state.up) void tracker.lookUpAll()
		},
	})
	const tracker = new TxTracker(connection, details, () => feed.hold())
	return {
		wait: (hash) => tracker.wait(hash),
		close: () => {
			tracker.close()
			feed.stop()
		},
	}
}
