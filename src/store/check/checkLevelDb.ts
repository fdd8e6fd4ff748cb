import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BugError } from '../../errors/UserError.ts'
import { concatBytes } from '../../util/bytes.ts'
import { ByteReader } from '../ByteReader.ts'
import { type Crc32c, checkTable, loadCrc32c, maskedCrc } from './checkTable.ts'
import type { KnownTables } from './KnownTables.ts'

/** Something wrong with a file of a database. */
export interface FileFault {
	readonly file: string
	readonly why: string
}

/** Options of a check. */
export interface CheckOptions {
	/** Receives the number of checked bytes and the total. */
	readonly progress?: (done: number, all: number) => void
	/** Tables that need not be read when there are many; all are read when left out. */
	readonly known?: KnownTables
	/** Bytes of tables up to which all are read, known or not. */
	readonly readAll?: number
}

/** The state of a database as seen from outside. */
export interface SeenManifest {
	readonly name: string
	/** Bytes it had at least. */
	readonly size: number
}

/**
 * Checks the files of a closed LevelDB folder, every byte that a reply can depend on. LevelDB reads tables unchecked
 * and silently skips damaged parts of its log, so that wrong or missing records would become replies. An incomplete
 * last write after a crash is not a fault, because it was never reported as durable.
 * @param seen The manifest as last recorded, since its end may be cut off without a trace.
 */
export async function checkLevelDb(
	folder: string,
	seen: SeenManifest | undefined,
	options: CheckOptions = {},
): Promise<readonly FileFault[]> {
	if (!existsSync(join(folder, 'CURRENT'))) return []
	const crc = await loadCrc32c()
	const name = manifestName(folder)
	const manifest = name === undefined ? undefined : await contentOf(folder, name)
	if (name === undefined) return [{ file: 'CURRENT', why: 'it names no manifest' }]
	if (manifest === undefined) return [{ file: 'CURRENT', why: `it names ${name}, which is not there` }]
	const { records, fault } = readLog(manifest, crc)
	const known = seen?.name === name ? seen.size : 0
	if (fault !== undefined && (!fault.atEnd || fault.offset < known)) {
		return [{ file: name, why: `${fault.why}, at ${fault.offset}` }]
	}
	if (manifest.length < known) return [{ file: name, why: `it has ${manifest.length} bytes and had ${known}` }]
	let live: LiveFiles
	try {
		live = readManifest(records)
	} catch (error) {
		return [{ file: name, why: (error as Error).message }]
	}
	return [...(await checkTables(folder, live, crc, options)), ...(await checkLogs(folder, live, crc))]
}

/** Name of the manifest in force, or undefined when none is named. */
export function manifestName(folder: string): string | undefined {
	const text = readFileSync(join(folder, 'CURRENT'), 'latin1')
	return /^MANIFEST-\d{6,}\n$/.test(text) ? text.trimEnd() : undefined
}

async function checkTables(
	folder: string,
	{ tables }: LiveFiles,
	crc: Crc32c,
	{ progress, known, readAll = 0 }: CheckOptions,
): Promise<readonly FileFault[]> {
	const faults: FileFault[] = []
	const all = [...tables.values()].reduce((sum, size) => sum + size, 0)
	let done = 0
	for (const [number, size] of tables) {
		const file = fileName(number, 'ldb')
		if (all > readAll && known?.pass(folder, file)) continue
		const content = await contentOf(folder, file)
		const why =
			content === undefined
				? 'it is not there'
				: content.length < size
					? `it has ${content.length} of its ${size} bytes`
					: checkTable(content.subarray(0, size), crc)
		if (why !== undefined) faults.push({ file, why })
		done += size
		progress?.(done, all)
	}
	return faults
}

/** Checks that no write is missing between two others: each record of a log begins at the sequence where the one before ends. */
async function checkLogs(folder: string, { firstLog }: LiveFiles, crc: Crc32c): Promise<readonly FileFault[]> {
	const logs = (await readdir(folder))
		.map((file) => Number(/^(\d{6,})\.log$/.exec(file)?.[1] ?? Number.NaN))
		.filter((number) => number >= firstLog)
		.sort((a, b) => a - b)
	let next: bigint | undefined
	for (const number of logs) {
		const file = fileName(number, 'log')
		const { records, fault } = readLog(await readFile(join(folder, file)), crc)
		if (fault !== undefined && !fault.atEnd) return [{ file, why: `${fault.why}, at ${fault.offset}` }]
		for (const record of records) {
			if (record.length < 12) return [{ file, why: 'a record is too short' }]
			const view = new DataView(record.buffer, record.byteOffset, 12)
			const sequence = view.getBigUint64(0, true)
			if (next !== undefined && sequence !== next) {
				return [{ file, why: `writes ${next} to ${sequence - 1n} are missing before it` }]
			}
			next = sequence + BigInt(view.getUint32(8, true))
		}
	}
	return []
}

function fileName(number: number, ending: string): string {
	return `${String(number).padStart(6, '0')}.${ending}`
}

async function contentOf(folder: string, file: string): Promise<Uint8Array | undefined> {
	try {
		return await readFile(join(folder, file))
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
		throw error
	}
}

/** Content of a LevelDB log. */
interface LogContent {
	/** The whole records, in order. */
	readonly records: readonly Uint8Array[]
	/** Position and reason of an early end. */
	readonly fault: LogFault | undefined
}

/** Something in a log that is no record. */
interface LogFault {
	readonly offset: number
	readonly why: string
	/** Whether it reaches the end of the file, as what a crash leaves of the last write does. */
	readonly atEnd: boolean
}

const blockSize = 32_768
const headerSize = 7
const kinds = { full: 1, first: 2, last: 4 } as const

/** Reads a log up to its first fault (doc/log_format.md of leveldb 1.20); LevelDB silently skips faulty records. */
function readLog(file: Uint8Array, crc: Crc32c): LogContent {
	const records: Uint8Array[] = []
	const view = new DataView(file.buffer, file.byteOffset, file.length)
	let parts: Uint8Array[] = []
	let begin = 0
	let at = 0
	const stop = (offset: number, why: string, end: number): LogContent => ({
		records,
		fault: { offset, why, atEnd: end >= file.length || isZero(file.subarray(offset)) },
	})
	while (at < file.length) {
		const left = blockSize - (at % blockSize)
		if (left < headerSize) {
			at += left
			continue
		}
		if (at + headerSize > file.length) return stop(at, 'a record is cut off', file.length)
		const length = view.getUint16(at + 4, true)
		const kind = file[at + 6]
		const end = at + headerSize + length
		if (end > file.length) return stop(at, 'a record is cut off', file.length)
		if (headerSize + length > left) return stop(at, 'a record is longer than its block', end)
		const data = file.subarray(at + headerSize, end)
		if (view.getUint32(at, true) !== maskedCrc(crc(file.subarray(at + 6, end)))) {
			return stop(at, 'a record does not match its checksum', end)
		}
		const opens = kind === kinds.full || kind === kinds.first
		if (opens !== (parts.length === 0)) return stop(at, 'a record is out of order', end)
		if (opens) begin = at
		parts.push(data)
		if (kind === kinds.full || kind === kinds.last) {
			records.push(parts.length === 1 ? data : concatBytes(...parts))
			parts = []
		}
		at = end
	}
	return parts.length === 0 ? { records, fault: undefined } : stop(begin, 'a record is cut off', file.length)
}

function isZero(bytes: Uint8Array): boolean {
	return bytes.every((byte) => byte === 0)
}

/** The files a LevelDB folder is made of. */
interface LiveFiles {
	/** Size of each table by its number. */
	readonly tables: ReadonlyMap<number, number>
	/** Logs from this number on hold what is in no table yet. */
	readonly firstLog: number
}

/** Adds up the records of a manifest's log (leveldb 1.20 db/version_edit.cc). Throws BugError for an unreadable one. */
function readManifest(edits: readonly Uint8Array[]): LiveFiles {
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
