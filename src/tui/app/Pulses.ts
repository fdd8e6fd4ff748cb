import type { BlockSummary, ChainClient, ChainEvent } from '../../client/ChainClient.ts'

/** One block as the charts see it. */
export interface Pulse {
	readonly height: number
	/** Milliseconds since the epoch, of the block. */
	readonly time: number
	readonly txs: number
	readonly gas: number
}

/** Blocks the charts look back on. */
const most = 300

/** What the last blocks carried, for the charts of throughput. */
export class Pulses {
	/** Oldest first. */
	list: readonly Pulse[] = []

	/**
	 * Seconds between blocks: the median of the last ten, so that a time without a node does not count. Undefined before
	 * there are two.
	 */
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

	/** Reads the last blocks up to a height; blocks made meanwhile stay. */
	async read(client: ChainClient, height: number): Promise<void> {
		this.list = []
		const blocks = await client.blocks(Math.max(1, height - most + 1), height)
		const read = blocks.map(pulse).sort((a, b) => a.height - b.height)
		const last = read.at(-1)?.height ?? 0
		this.list = [...read, ...this.list.filter((later) => later.height > last)].slice(-most)
	}

	/** Adds the blocks that were just made. A height told again is the same block, or another one after the chain was taken back. */
	add(events: readonly ChainEvent[]): void {
		for (const event of events) {
			if (event.type !== 'block') continue
			const made = pulse(event.block)
			this.list = [...this.list.filter(({ height }) => height < made.height), made].slice(-most)
		}
	}
}

function pulse(block: BlockSummary): Pulse {
	return { height: block.height, time: Date.parse(block.time), txs: block.txCount, gas: Number(block.gasUsed) }
}
