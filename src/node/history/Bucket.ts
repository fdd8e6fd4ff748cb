import type { HistorySample } from '../../wire/SummarySchema.ts'

/** What a node measured in a span of time; empty at first. */
export type Bucket = { -readonly [Member in keyof HistorySample]: HistorySample[Member] }

/** A span in which nothing was measured yet. @param at Its begin in milliseconds since the epoch. */
export function emptyBucket(at: number): Bucket {
	return { at, blocks: 0, txs: 0, gas: 0, most_txs: 0, most_gas: 0, longest_ms: 0, mempool: 0, memory: 0, disk: 0 }
}

/** Adds what was measured in another span, or a part of one, to a bucket. */
export function addTo(bucket: Bucket, part: Omit<HistorySample, 'at'>): void {
	bucket.blocks += part.blocks
	bucket.txs += part.txs
	bucket.gas += part.gas
	bucket.most_txs = Math.max(bucket.most_txs, part.most_txs)
	bucket.most_gas = Math.max(bucket.most_gas, part.most_gas)
	bucket.longest_ms = Math.max(bucket.longest_ms, part.longest_ms)
	bucket.mempool = Math.max(bucket.mempool, part.mempool)
	bucket.memory = Math.max(bucket.memory, part.memory)
	bucket.disk = Math.max(bucket.disk, part.disk)
}
