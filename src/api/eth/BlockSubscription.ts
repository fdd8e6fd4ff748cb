import type { Block } from '../../chain/blockTypes.ts'
import type { ChainReader, Unsubscribe } from '../../chain/ChainReader.ts'

/** The new blocks of a chain for one who follows them now and then: one subscription at a time, opened when it is needed. */
export class BlockSubscription {
	readonly #chain: Pick<ChainReader, 'subscribe'>
	readonly #onBlock: (block: Block) => void
	#opened: Promise<Unsubscribe> | undefined

	constructor(chain: Pick<ChainReader, 'subscribe'>, onBlock: (block: Block) => void) {
		this.#chain = chain
		this.#onBlock = onBlock
	}

	/** Resolves once later blocks are certain to arrive. Rejects where the chain does not answer; the next call tries anew. */
	async open(): Promise<void> {
		this.#opened ??= this.#chain.subscribe(`tm.event='NewBlock'`, (event) => {
			if (event.type === 'NewBlock') this.#onBlock(event.block)
		})
		const opened = this.#opened
		try {
			await opened
		} catch (cause) {
			if (this.#opened === opened) this.#opened = undefined
			throw cause
		}
	}

	async close(): Promise<void> {
		const opened = this.#opened
		this.#opened = undefined
		;(await opened)?.()
	}
}
