import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { byteString } from '../keyBytes.ts'

/** Records of a database as they will be once a batch is written. */
export class StagedRecords {
	readonly #db: KvDatabase
	readonly #batch: WriteBatch
	readonly #staged = new Map<string, Uint8Array | undefined>()

	constructor(db: KvDatabase, batch: WriteBatch) {
		this.#db = db
		this.#batch = batch
	}

	get(key: Uint8Array): Uint8Array | undefined {
		const text = byteString(key)
		return this.#staged.has(text) ? this.#staged.get(text) : this.#db.get(key)
	}

	put(key: Uint8Array, value: Uint8Array): void {
		this.#staged.set(byteString(key), value)
		this.#batch.put(key, value)
	}

	delete(key: Uint8Array): void {
		this.#staged.set(byteString(key), undefined)
		this.#batch.delete(key)
	}
}
