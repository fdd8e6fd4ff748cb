import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkTable } from './checkTable.ts'
import { type Crc32c, loadCrc32c } from './crc32c.ts'
import type { KnownTables } from './KnownTables.ts'
import { readLog } from './readLog.ts'
import { type LiveFiles, readManifest } from './readManifest.ts'

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
 * and silently skips damaged parts of its log, so that wrong or missing records would become replies.
 *
 * An incomplete last write after a crash is not a fault, because it was never reported as durable.
 *
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
		const { records, fault } = readLog((await contentOf(folder, file)) ?? new Uint8Array(0), crc)
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
