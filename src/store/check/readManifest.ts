import { BugError } from '../../errors/BugError.ts'
import { ByteReader } from '../ByteReader.ts'

/** The files a LevelDB folder is made of. */
export interface LiveFiles {
	/** Size of each table by its number. */
	readonly tables: ReadonlyMap<number, number>
	/** Logs from this number on hold what is in no table yet. */
	readonly firstLog: number
}

/**
 * Adds up the edits of a manifest (leveldb 1.20 db/version_edit.cc). Throws BugError for one it cannot read.
 *
 * @param edits the records of its log
 */
export function readManifest(edits: readonly Uint8Array[]): LiveFiles {
	const tables = new Map<number, number>()
	let firstLog = 0
	for (const edit of edits) {
		const reader = new ByteReader(edit)
		while (!reader.done) {
			const tag = reader.uvarint()
			switch (tag) {
				case 1: // name of the comparator
					reader.bytes()
					break
				case 2:
					firstLog = reader.uvarint()
					break
				case 3: // number of the next file
				case 4: // sequence of the last write
				case 9: // an older log, unused
					reader.uvarint()
					break
				case 5: // position of the next compaction of a level
					reader.uvarint()
					reader.bytes()
					break
				case 6:
					reader.uvarint()
					tables.delete(reader.uvarint())
					break
				case 7: {
					reader.uvarint()
					const number = reader.uvarint()
					tables.set(number, reader.uvarint())
					reader.bytes()
					reader.bytes()
					break
				}
				default:
					throw new BugError(`a manifest has an edit of the unknown kind ${tag}`)
			}
		}
	}
	return { tables, firstLog }
}
