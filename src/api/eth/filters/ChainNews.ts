import type { ChainReader, Unsubscribe } from '../../../chain/ChainReader.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import type { EthBlocks } from '../blocks/EthBlocks.ts'
import { hexBytes } from '../hexJson.ts'

/** What happens on the chain, as filters and subscriptions hear it. */
export interface NewsListener {
	/** A block that is durable. */
	onBlock?(block: EthBlock): void
	/** Hash of a transaction that entered the pool, at the latest when it is in a block. */
	onPendingTx?(hash: Uint8Array): void
}

/** Announced hashes that are remembered, so that none is told twice. */
const rememberedHashes = 20_000

/** Tells listeners of blocks and waiting transactions, in order. It listens to the chain only while somebody listens to it. */
export class ChainNews {
	readonly #chain: ChainReader
	readonly #blocks: EthBlocks
	readonly #listeners = new Set<NewsListener>()
	readonly #announced = new Set<string>()
	#subscription: Promise<Unsubscribe> | undefined
	/** Blocks are read one after the other, so that they are told in order. */
	#last: Promise<void> = Promise.resolve()

	constructor(chain: ChainReader, blocks: EthBlocks) {
		this.#chain = chain
		this.#blocks = blocks
	}

	/** Resolves when nothing that comes after is missed. Ends by the function given back. */
	async listen(listener: NewsListener): Promise<Unsubscribe> {
		this.#listeners.add(listener)
		this.#subscription ??= this.#chain.subscribe(`tm.event='NewBlock'`, (event) => {
			if (event.type === 'NewBlock') this.#last = this.#last.then(() => this.#tell(event.block.header.height))
		})
		await this.#subscription
		return () => {
			this.#listeners.delete(listener)
			if (this.#listeners.size === 0) void this.close()
		}
	}

	/** Tells of a transaction that the pool took. */
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
		const subscription = this.#subscription
		this.#subscription = undefined
		;(await subscription)?.()
	}

	async #tell(height: number): Promise<void> {
		const block = await this.#blocks.at(height).catch(() => undefined)
		// A chain that was rewound meanwhile has no such block: there is nothing to tell.
		if (block === undefined) return
		for (const { hash } of block.txs) this.announcePending(hash)
		for (const listener of [...this.#listeners]) listener.onBlock?.(block)
	}
}
