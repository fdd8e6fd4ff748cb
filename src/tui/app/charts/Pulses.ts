import type { BlockSummary, ChainClient, ChainEvent } from '../../../client/index.ts'

/** A block as charts show it. */
export interface Pulse {
	readonly height: number
	/** Milliseconds on the charts' time axis: block time without the jumps of a set clock or of a node that was down. */
	readonly time: number
	/** The block's own time, ISO 8601. */
	readonly blockTime: string
	readonly txs: number
	readonly gas: number
}

/** Longest normal gap between two blocks, in milliseconds. A longer one is a stop or a moved clock. */
const longestGapMs = 3_600_000
/** Largest normal difference between a block time gap and the gap of arrival, which comes in batches, in ms. */
const toleranceMs = 2_000

/** Number of blocks that charts show. */
const most = 300

/** Transactions and gas of the last blocks, for the charts of throughput. */
export class Pulses {
	/** Oldest first. */
	list: readonly Pulse[] = []
	/** Block time and arrival of the newest block. */
	#newest: { readonly blockTime: number; readonly arrived: number } | undefined
	/** The last reading. What an older one still answers does not count: it may be of another place. */
	#reading: object | undefined

	/** Seconds between blocks: the median of the last ten, without downtime. Undefined for fewer than two blocks. */
	get blockSeconds(): number | undefined {
		const last = this.list.slice(-11)
		if (last.length < 2) return undefined
		const gaps = last.slice(1).map((pulse, index) => pulse.time - last[index]!.time)
		return gaps.sort((a, b) => a - b)[gaps.length >> 1]! / 1_000
	}

	/** Seconds from the first block of the list to the last. */
	get span(): number {
		return this.list.length < 2 ? 0 : (this.list.at(-1)!.time - this.list[0]!.time) / 1_000
	}

	/** Reads the last blocks up to a height; keeps blocks that arrive meanwhile. */
	async read(client: ChainClient, height: number): Promise<void> {
		const reading = {}
		this.#reading = reading
		this.list = []
		this.#newest = undefined
		const blocks = await client.blocks(Math.max(1, height - most + 1), height)
		if (reading !== this.#reading) return
		const read = evenly(blocks.map(pulse).sort((a, b) => a.height - b.height))
		const last = read.at(-1)?.height ?? 0
		this.list = [...read, ...this.list.filter((later) => later.height > last)].slice(-most)
	}

	/**
	 * Adds new blocks. If block time and arrival disagree, the gap of arrival counts, because a moved or stopped clock
	 * changes no rate. A repeated height replaces the block, as after the chain went back.
	 * @param now Time of arrival, in milliseconds since the epoch.
	 */
	add(events: readonly ChainEvent[], now: number): void {
		for (const event of events) {
			if (event.type !== 'block') continue
			const made = pulse(event.block)
			const earlier = this.list.filter(({ height }) => height < made.height)
			const before = earlier.at(-1)
			const gap = this.#gapTo(made.time, now)
			this.#newest = { blockTime: made.time, arrived: now }
			const time = before === undefined ? made.time : before.time + (gap ?? bounded(made.time - before.time))
			this.list = [...earlier, { ...made, time }].slice(-most)
		}
	}

	/** Milliseconds since the newest block; undefined before the first. */
	#gapTo(blockTime: number, now: number): number | undefined {
		if (this.#newest === undefined) return undefined
		const gap = blockTime - this.#newest.blockTime
		const waited = now - this.#newest.arrived
		const told = gap >= 0 && gap <= waited + toleranceMs && gap >= waited / 2 - toleranceMs / 10
		return told ? gap : waited
	}
}

/** Removes gaps that no running chain produces. */
function evenly(pulses: readonly Pulse[]): readonly Pulse[] {
	let before: Pulse | undefined
	return pulses.map((made) => {
		const time = before === undefined ? made.time : before.time + bounded(made.time - Date.parse(before.blockTime))
		before = { ...made, time }
		return before
	})
}

function bounded(gap: number): number {
	return gap > longestGapMs ? 0 : Math.max(0, gap)
}

function pulse(block: BlockSummary): Pulse {
	const { height, time, txCount: txs, gasUsed } = block
	return { height, time: Date.parse(time), blockTime: time, txs, gas: Number(gasUsed) }
}
