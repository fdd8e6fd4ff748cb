import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChainReader, Unsubscribe } from '../../../chain/ChainReader.ts'
import { BlockSubscription } from '../BlockSubscription.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import type { EthBlocks } from '../blocks/EthBlocks.ts'
import { hexBytes } from '../hexJson.ts'

/** Chain events for filters and subscriptions. */
export interface NewsListener {
	/** A durable block. */
	onBlock?(block: EthBlock): void
	/** A block that was announced, when the chain has gone back behind it: the newest one first. */
	onRemoved?(block: EthBlock): void
	/** Hash of a transaction that entered the mempool, at the latest when it is in a block. */
	onPendingTx?(hash: Uint8Array): void
}

/** Time for which listeners are told of a block before the event loop turns, in milliseconds. */
const turnMs = 5
/** Announced blocks whose end is announced too. */
const rememberedBlocks = 128
/** Remembered hashes, so that none is announced twice. */
const rememberedHashes = 20_000

/** Announces blocks and pending transactions in order. Subscribes to the chain only while it has listeners. */
export class ChainNews {
	readonly #blocks: EthBlocks
	readonly #listeners = new Set<NewsListener>()
	readonly #announced = new Set<string>()
	/** The newest blocks that were announced, in order. */
	readonly #told: EthBlock[] = []
	readonly #subscription: BlockSubscription
	/** Reads blocks one at a time, to announce them in order. */
	#last: Promise<void> = Promise.resolve()

	constructor(chain: ChainReader, blocks: EthBlocks) {
		this.#subscription = new BlockSubscription(chain, ({ header }) => {
			this.#last = this.#last.then(() => this.#tellUpTo(header.height))
		})
		this.#blocks = blocks
	}

	/** Resolves once later events are certain to arrive. The returned function ends it. */
	async listen(listener: NewsListener): Promise<Unsubscribe> {
		this.#listeners.add(listener)
		try {
			await this.#subscription.open()
		} catch (cause) {
			this.#listeners.delete(listener)
			throw cause
		}
		return () => {
			this.#listeners.delete(listener)
			if (this.#listeners.size === 0) void this.close()
		}
	}

	/** Announces which blocks are gone, if the chain went back. Else they are announced with the next block. */
	lookBack(): Promise<void> {
		this.#last = this.#last.then(() => this.#tellRemoved())
		return this.#last
	}

	/** Announces a transaction that the mempool accepted. */
	announcePending(hash: Uint8Array): void {
		if (this.#listeners.size === 0) return
		const key = hexBytes(hash)
		if (this.#announced.has(key)) return
		this.#announced.add(key)
		if (this.#announced.size > rememberedHashes) this.#announced.delete(this.#announced.values().next().value!)
		for (const listener of this.#listeners) listener.onPendingTx?.(hash)
	}

	/** Ends the subscription to the chain. */
	async close(): Promise<void> {
		this.#told.splice(0)
		await this.#subscription.close()
	}

	async #tellRemoved(): Promise<void> {
		for (let last = this.#told.at(-1); last !== undefined; last = this.#told.at(-1)) {
			if ((await this.#blocks.heightByHash(last.hash).catch(() => undefined)) !== undefined) return
			this.#told.pop()
			for (const listener of [...this.#listeners]) listener.onRemoved?.(last)
		}
	}

	/** An engine is not heard while it is down or away: the blocks since the last one that was told come before the new one. */
	async #tellUpTo(height: number): Promise<void> {
		await this.#tellRemoved()
		const last = this.#told.at(-1)?.height ?? height
		for (let at = Math.min(last + 1, height); at <= height; at++) await this.#tell(at)
	}

	async #tell(height: number): Promise<void> {
		const block = await this.#blocks.at(height).catch(() => undefined)
		// The chain was rewound meanwhile, so there is nothing to announce.
		if (block === undefined) return
		this.#told.push(block)
		if (this.#told.length > rememberedBlocks) this.#told.shift()
		for (const { hash } of block.txs) this.announcePending(hash)
		let since = performance.now()
		for (const listener of [...this.#listeners]) {
			if (performance.now() - since > turnMs) {
				await nextTurn()
				since = performance.now()
			}
			// Others may have left meanwhile.
			if (this.#listeners.has(listener)) listener.onBlock?.(block)
		}
	}
}
