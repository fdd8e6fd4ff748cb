import { ByteReader } from '../ByteReader.ts'
import { ByteWriter } from '../ByteWriter.ts'

/** The root of one store at one version. */
interface StoreRoot {
	readonly name: string
	/** The id of the root node, 0 for an empty tree. */
	readonly rootId: number
	/** The root hash as a byte string. */
	readonly hash: string
	/** The id the next node of this store gets: all nodes of later versions have it or a larger one. */
	readonly nextId: number
}

/** Record of a committed version (framework: CommitInfo). */
export interface CommitRecord {
	/** The next older version that is kept, or 0. */
	readonly previous: number
	readonly stores: readonly StoreRoot[]
}

/** The state of the versions as a whole. */
export interface VersionsRecord {
	readonly latest: number
	readonly earliest: number
	/** Heights that will be dropped at the next pruning. */
	readonly toPrune: readonly number[]
}

export function encodeCommit(record: CommitRecord): Uint8Array {
	const writer = new ByteWriter()
	writer.uvarint(record.previous)
	for (const { name, rootId, hash, nextId } of record.stores) {
		writer.text(name)
		writer.uvarint(rootId)
		writer.rawText(hash)
		writer.uvarint(nextId)
	}
	return writer.copy()
}

export function decodeCommit(bytes: Uint8Array): CommitRecord {
	const reader = new ByteReader(bytes)
	const previous = reader.uvarint()
	const stores: StoreRoot[] = []
	while (!reader.done) {
		const name = reader.text()
		const rootId = reader.uvarint()
		const hash = reader.rawText(32)
		stores.push({ name, rootId, hash, nextId: reader.uvarint() })
	}
	return { previous, stores }
}

export function encodeVersions(record: VersionsRecord): Uint8Array {
	const writer = new ByteWriter()
	writer.uvarint(record.latest)
	writer.uvarint(record.earliest)
	for (const height of record.toPrune) writer.uvarint(height)
	return writer.copy()
}

export function decodeVersions(bytes: Uint8Array): VersionsRecord {
	const reader = new ByteReader(bytes)
	const latest = reader.uvarint()
	const earliest = reader.uvarint()
	const toPrune: number[] = []
	while (!reader.done) toPrune.push(reader.uvarint())
	return { latest, earliest, toPrune }
}
