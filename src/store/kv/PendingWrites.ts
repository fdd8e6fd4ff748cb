import { byteString } from '../byteString.ts'
import type { WriteOp } from '../KvDatabase.ts'

/** A write that is in progress; without a value it deletes. */
export interface PendingWrite {
	readonly key: Uint8Array
	readonly value: Uint8Array | undefined
}

/** The writes handed to a database that have not reached it yet; reads must see them already. */
export class PendingWrites {
	readonly #writes = new Map<string, WriteOp>()

	/** Adds a batch; returns what ends it once it is written. */
	add(ops: readonly WriteOp[]): () => void {
		const keys = ops.map((op) => {
			const text = byteString(op.key)
			this.#writes.set(text, op)
			return text
		})
		return () => {
			// A key that a later batch wrote again stays.
			for (const [i, text] of keys.entries()) if (this.#writes.get(text) === ops[i]) this.#writes.delete(text)
		}
	}

	/** The write of a key, if one is in progress. */
	find(key: Uint8Array): WriteOp | undefined {
		return this.#writes.size === 0 ? undefined : this.#writes.get(byteString(key))
	}

	/** The writes in a range, in the order of their keys or against it. */
	range(gte: Uint8Array | undefined, lt: Uint8Array | undefined, reverse: boolean): PendingWrite[] {
		const start = gte === undefined ? '' : byteString(gte)
		const end = lt === undefined ? undefined : byteString(lt)
		return [...this.#writes]
			.filter(([text]) => text >= start && (end === undefined || text < end))
			.sort(([a], [b]) => (a < b === reverse ? 1 : -1))
			.map(([, { key, value }]) => ({ key, value }))
	}
}
