import { BugError } from '../../errors/UserError.ts'
import { sharedBytes } from '../../util/newBytes.ts'
import type { WriteBatch, WriteOp } from '../KvDatabase.ts'

/** The batch of every database here: a list of writes with full keys, shared by all prefixed views of it. */
class WriteOps implements WriteBatch {
	readonly ops: WriteOp[]
	readonly #prefix: Uint8Array | undefined

	constructor(ops: WriteOp[], prefix: Uint8Array | undefined) {
		this.ops = ops
		this.#prefix = prefix
	}

	put(key: Uint8Array, value: Uint8Array): void {
		this.ops.push({ key: this.#full(key), value })
	}

	delete(key: Uint8Array): void {
		this.ops.push({ key: this.#full(key) })
	}

	prefixed(prefix: Uint8Array): WriteBatch {
		return new WriteOps(this.ops, this.#full(prefix))
	}

	#full(key: Uint8Array): Uint8Array {
		if (this.#prefix === undefined) return key
		const full = sharedBytes(this.#prefix.length + key.length)
		full.set(this.#prefix)
		full.set(key, this.#prefix.length)
		return full
	}
}

/** An empty batch. Keys and values handed to it must not change afterwards. */
export function createWriteBatch(prefix?: Uint8Array): WriteBatch {
	return new WriteOps([], prefix)
}

/** The writes of a batch in order, with full keys. */
export function writeOpsOf(batch: WriteBatch): readonly WriteOp[] {
	if (!(batch instanceof WriteOps)) throw new BugError('a batch was not made by a database of this store')
	return batch.ops
}
