import type { HistorySample } from '../../wire/SummarySchema.ts'

/** Measurements of a span of time; initially empty. */
export type Bucket = { -readonly [Member in keyof HistorySample]: HistorySample[Member] }

/** A span without measurements. @param at Its start in milliseconds since the epoch. */
export function emptyBucket(at: number): Bucket {
	return { at, blocks: 0, txs: 0, gas: 0, most_txs: 0, most_gas: 0, longest_ms: 0, mempool: 0, memory: 0, disk: 0 }
}

/** Adds the measurements of another span to a bucket. */
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
