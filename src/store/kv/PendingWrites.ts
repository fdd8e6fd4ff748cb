import { byteString } from '../byteString.ts'
import type { WriteOp } from '../KvDatabase.ts'

/** A write that is in progress; without a value it deletes. */
export interface PendingWrite {
	readonly key: Uint8Array
	readonly value: Uint8Array | undefined
}

/** The writes handed to a database that have not reached it yet; reads must see them already. */
export class PendingWrites {
	/** The batches in progress, oldest first. */
	readonly #batches = new Set<PendingBatch>()

	/** Adds a batch; returns what ends it once it is written. */
	add(ops: readonly WriteOp[]): () => void {
		const batch = new PendingBatch(ops)
		this.#batches.add(batch)
		return () => {
			this.#batches.delete(batch)
		}
	}

	/** The write of a key, if one is in progress: the newest one. */
	find(key: Uint8Array): WriteOp | undefined {
		if (this.#batches.size === 0) return undefined
		const text = byteString(key)
		let found: WriteOp | undefined
		for (const batch of this.#batches) found = batch.byKey.get(text) ?? found
		return found
	}

	/** The writes in a range, in the order of their keys or against it. */
	range(gte: Uint8Array | undefined, lt: Uint8Array | undefined, reverse: boolean): PendingWrite[] {
		if (this.#batches.size === 0) return []
		const start = gte === undefined ? '' : byteString(gte)
		const end = lt === undefined ? undefined : byteString(lt)
		const writes = new Map<string, WriteOp>()
		for (const { byKey } of this.#batches) {
			for (const [text, op] of byKey) if (text >= start && (end === undefined || text < end)) writes.set(text, op)
		}
		return [...writes].sort(([a], [b]) => (a < b === reverse ? 1 : -1)).map(([, { key, value }]) => ({ key, value }))
	}
}

/** The writes of a batch, found by key. Most batches are on the disk before anyone asks, so the map is made at the first question. */
class PendingBatch {
	readonly #ops: readonly WriteOp[]
	#byKey: ReadonlyMap<string, WriteOp> | undefined

	constructor(ops: readonly WriteOp[]) {
		this.#ops = ops
	}

	/** The last write of each key. */
	get byKey(): ReadonlyMap<string, WriteOp> {
		this.#byKey ??= new Map(this.#ops.map((op) => [byteString(op.key), op]))
		return this.#byKey
	}
}
