import type { BlockSummary } from '../../../client/index.ts'
import type { PageSource } from '../../app/list/ListModel.ts'

/** Blocks read in one go. */
const pageSize = 100

/** Block summaries by height, read a page at a time when a row is drawn. Blocks never change. */
export class BlockPages {
	readonly #source: PageSource<readonly BlockSummary[]>
	readonly #blocks = new Map<number, BlockSummary>()
	readonly #asked = new Map<number, number>()

	constructor(source: PageSource<readonly BlockSummary[]>) {
		this.#source = source
	}

	/** The block of a height, or undefined while it is requested. @param latest rereads pages incomplete then */
	get(height: number, latest: number): BlockSummary | undefined {
		const block = this.#blocks.get(height)
		if (block !== undefined || height > latest) return block
		const page = Math.floor((height - 1) / pageSize)
		const from = page * pageSize + 1
		const to = Math.min(latest, from + pageSize - 1)
		// No height is below 1, and what was asked for is on its way.
		if ((this.#asked.get(page) ?? 0) >= height) return undefined
		this.#asked.set(page, to)
		this.#source
			.read(from, to)
			.then((blocks) => {
				for (const read of blocks) this.#blocks.set(read.height, read)
				this.#source.loaded()
			})
			.catch((error: unknown) => {
				// The next drawing asks again: the node may be back.
				if (this.#asked.get(page) === to) this.#asked.delete(page)
				this.#source.failed(error)
			})
		return undefined
	}

	/** A block that was just made. */
	add(block: BlockSummary): void {
		this.#blocks.set(block.height, block)
	}

	/** Forgets everything: the chain was reset or reverted. */
	clear(): void {
		this.#blocks.clear()
		this.#asked.clear()
	}
}
