import { ByteReader } from '../ByteReader.ts'
import { ByteWriter } from '../ByteWriter.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { numberKey } from '../keyBytes.ts'
import { StagedRecords } from '../kv/StagedRecords.ts'
import type { Orphan } from './MutableTree.ts'
import type { NodeStore } from './NodeStore.ts'

/**
 * Records which nodes a pruned version removes. The orphans of a save are one record under the saved version (`o`), and
 * that version is in the list (`a`) of the last version that needs them. Pruning a version deletes the nodes that no
 * older kept version has, and moves the rest to the list of the previous version (iavl v0.17.3 nodedb.go
 * deleteOrphans). Its cost is that of the changes of the version.
 */
export class OrphanLog {
	readonly #records: StagedRecords
	readonly #batch: WriteBatch
	readonly #nodes: NodeStore

	/** A log for the changes of one batch. */
	constructor(db: KvDatabase, batch: WriteBatch, nodes: NodeStore) {
		this.#records = new StagedRecords(db, batch)
		this.#batch = batch
		this.#nodes = nodes
	}

	/** Notes the orphans of saving `version`; `previous` is the version before it. */
	add(version: number, previous: number, orphans: readonly Orphan[]): void {
		if (orphans.length === 0) return
		this.#records.put(numberKey('o', version), encodeOrphans(orphans))
		this.#attach(previous, [version])
	}

	/** Drops what only `version` needed; `predecessor` is the next older version that is kept, or 0. */
	prune(version: number, predecessor: number): void {
		const moved: number[] = []
		for (const saved of this.#attached(version)) {
			const key = numberKey('o', saved)
			const orphans = decodeOrphans(this.#records.get(key))
			const kept = orphans.filter(({ from }) => from <= predecessor)
			for (const { id, from } of orphans) if (from > predecessor) this.#nodes.delete(id, this.#batch)
			if (kept.length === 0) {
				this.#records.delete(key)
				continue
			}
			this.#records.put(key, encodeOrphans(kept))
			moved.push(saved)
		}
		this.#records.delete(numberKey('a', version))
		if (moved.length > 0) this.#attach(predecessor, moved)
	}

	/** Forgets the versions after `version`, up to `latest`: what they no longer used is in use again. */
	dropAfter(version: number, latest: number): void {
		this.#records.delete(numberKey('a', version))
		for (let dropped = version + 1; dropped <= latest; dropped++) {
			this.#records.delete(numberKey('a', dropped))
			this.#records.delete(numberKey('o', dropped))
		}
	}

	#attached(version: number): number[] {
		return decodeNumbers(this.#records.get(numberKey('a', version)))
	}

	#attach(version: number, saved: readonly number[]): void {
		this.#records.put(numberKey('a', version), encodeNumbers([...this.#attached(version), ...saved]))
	}
}

function encodeOrphans(orphans: readonly Orphan[]): Uint8Array {
	const writer = new ByteWriter()
	for (const { id, from } of orphans) {
		writer.uvarint(id)
		writer.uvarint(from)
	}
	return writer.copy()
}

function decodeOrphans(record: Uint8Array | undefined): Orphan[] {
	const reader = readerOf(record)
	const orphans: Orphan[] = []
	while (!reader.done) orphans.push({ id: reader.uvarint(), from: reader.uvarint() })
	return orphans
}

function encodeNumbers(numbers: readonly number[]): Uint8Array {
	const writer = new ByteWriter()
	for (const number of numbers) writer.uvarint(number)
	return writer.copy()
}

function decodeNumbers(record: Uint8Array | undefined): number[] {
	const reader = readerOf(record)
	const numbers: number[] = []
	while (!reader.done) numbers.push(reader.uvarint())
	return numbers
}

function readerOf(record: Uint8Array | undefined): ByteReader {
	return new ByteReader(record ?? new Uint8Array())
}
