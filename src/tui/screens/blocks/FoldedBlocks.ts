import type { ChainClient, ChainEvent } from '../../../client/index.ts'

/** Transactions read in one go. */
const pageSize = 100
/** Most pages read at one look: blocks full of transactions make few rows. */
const mostPages = 10
/** Rows left below the selection when more are read. */
const margin = 60
/** Empty blocks in a row that become one row. */
const fewestFolded = 3

/** A row of the list: a block, or blocks without transactions that follow each other. */
export interface BlockRow {
	/** Of the newest block. */
	readonly height: number
	/** Of the oldest block. */
	readonly from: number
}

/** Blocks that follow each other, in one row or in a row each. */
interface Run extends BlockRow {
	/** Its first row. */
	readonly row: number
	readonly isFolded: boolean
}

/** The blocks of a chain, newest first; runs without transactions are one row, by the node's index. */
export class FoldedBlocks {
	/** With transactions, newest first. */
	heights: readonly number[] = []
	/** All are known. */
	complete = false
	readonly #client: ChainClient
	/** Events bring transactions above this height. */
	readonly #from: number
	/** The oldest height of each run that is shown block by block. */
	#unfolded: ReadonlySet<number> = new Set()
	#page = 0
	#reading = false
	#made: { readonly of: readonly unknown[]; readonly runs: readonly Run[]; readonly count: number } = {
		of: [],
		runs: [],
		count: 0,
	}

	/** @param height Of the chain now. */
	constructor(client: ChainClient, height: number) {
		this.#client = client
		this.#from = height
	}

	/** Reads on when a row near the end is looked at. */
	async near(row: number): Promise<void> {
		if (this.#reading) return
		this.#reading = true
		try {
			const isFar = (): boolean => this.complete || row < this.#made.count - margin
			for (let pages = 0; pages < mostPages && !isFar(); pages++) {
				const { txs, total } = await this.#client.listTxs(`tx.height <= ${this.#from}`, this.#page + 1, pageSize)
				this.#page++
				this.heights = [...new Set([...this.heights, ...txs.map(({ height }) => height)])]
				this.complete = txs.length === 0 || this.#page * pageSize >= total
				this.#runs(this.#from)
			}
		} finally {
			this.#reading = false
		}
	}

	/** Blocks that were just made. */
	add(events: readonly ChainEvent[]): void {
		for (const event of events) {
			if (event.type !== 'block' || event.block.txCount === 0 || event.block.height <= this.#from) continue
			if (!this.heights.includes(event.block.height)) this.heights = [event.block.height, ...this.heights]
		}
	}

	/** Shows the blocks of a run each in its row. */
	unfold({ from }: BlockRow): void {
		this.#unfolded = new Set([...this.#unfolded, from])
	}

	/** @param latest Height of the chain. */
	count(latest: number): number {
		this.#runs(latest)
		return this.#made.count
	}

	/** @param latest Height of the chain. */
	at(row: number, latest: number): BlockRow | undefined {
		const run = this.#runs(latest).findLast((candidate) => candidate.row <= row)
		if (run === undefined || row >= this.#made.count) return undefined
		if (run.isFolded) return run
		const height = run.height - (row - run.row)
		return { height, from: height }
	}

	/** The row that has a height, or the last one. */
	placeOf(height: number, latest: number): number {
		const run = this.#runs(latest).find(({ from }) => from <= height)
		if (run === undefined) return this.#made.count - 1
		return run.isFolded ? run.row : run.row + Math.max(0, run.height - height)
	}

	#runs(latest: number): readonly Run[] {
		const of = [latest, this.heights, this.#unfolded, this.complete]
		if (of.some((part, index) => part !== this.#made.of[index])) {
			const runs: Run[] = []
			let row = 0
			const add = (height: number, from: number): void => {
				if (height < from) return
				const isFolded = height - from + 1 >= fewestFolded && !this.#unfolded.has(from)
				runs.push({ height, from, row, isFolded })
				row += isFolded ? 1 : height - from + 1
			}
			let next = latest
			for (const height of this.heights) {
				if (height > next) continue
				add(next, height + 1)
				add(height, height)
				next = height - 1
			}
			if (this.complete) add(next, 1)
			this.#made = { of, runs, count: row }
		}
		return this.#made.runs
	}
}

/** The nearest block with transactions before (`by` -1) or after (1) a height; undefined if there is none. */
export async function nextFullBlock(client: ChainClient, height: number, by: -1 | 1): Promise<number | undefined> {
	if (by === -1) {
		const { txs } = await client.listTxs(`tx.height <= ${height - 1}`, 1, 1)
		return txs[0]?.height
	}
	// Lists begin with the newest: the one after is the last.
	const { txs, total } = await client.listTxs(`tx.height >= ${height + 1}`, 1, 1)
	if (total <= 1) return txs[0]?.height
	return (await client.listTxs(`tx.height >= ${height + 1}`, total, 1)).txs[0]?.height
}
