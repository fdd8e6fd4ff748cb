import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { ClassicLevel } from 'classic-level'
import { sharedBytes } from '../../util/newBytes.ts'

/** Bytes a record is longer on disk. */
const sealSize = 4

/** A value as it lies on disk: behind it the CRC-32 of its key and itself, so that a record of another key shows too. */
export function sealRecord(key: Uint8Array, value: Uint8Array): Uint8Array {
	const sealed = sharedBytes(value.length + sealSize)
	sealed.set(value)
	writeSeal(sealed, value.length, sumOf(key, value))
	return sealed
}

/** The value of a sealed record; undefined when it or its key is not what was written. */
export function openRecord(key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
	const size = sealed.length - sealSize
	if (size < 0) return undefined
	const value = sealed.subarray(0, size)
	const sum = sumOf(key, value)
	const matches =
		sealed[size] === (sum & 0xff) &&
		sealed[size + 1] === ((sum >>> 8) & 0xff) &&
		sealed[size + 2] === ((sum >>> 16) & 0xff) &&
		sealed[size + 3] === sum >>> 24
	return matches ? value : undefined
}

/** zlib treats an empty input without an address as a reset, so empty values are skipped. */
function sumOf(key: Uint8Array, value: Uint8Array): number {
	const sum = crc32(key)
	return value.length === 0 ? sum : crc32(value, sum)
}

function writeSeal(bytes: Uint8Array, at: number, sum: number): void {
	bytes[at] = sum & 0xff
	bytes[at + 1] = (sum >>> 8) & 0xff
	bytes[at + 2] = (sum >>> 16) & 0xff
	bytes[at + 3] = sum >>> 24
}

type Level = ClassicLevel<Uint8Array, Uint8Array>

const rowsPerRead = 2_000

/** Whether a database predates record checksums: none of its first records has one. */
export async function hasOldRecords(level: Level): Promise<boolean> {
	const rows = await level.iterator({ limit: 16 }).all()
	return rows.length > 0 && rows.every(([key, value]) => openRecord(key, value) === undefined)
}

/**
 * Copies a database into one whose records carry checksums and puts it in its place. A crash leaves the old or the new
 * one; `finishSealing` cleans up behind it.
 * @param open opens a folder as it is
 */
export async function sealOldRecords(
	path: string,
	old: Level,
	open: (path: string) => Promise<Level>,
	say: (message: string) => void,
): Promise<void> {
	say(`The records of ${path} get checksums. This is done once and may take some minutes for a long chain.`)
	const target = `${path}.new`
	const copy = await open(target)
	const iterator = old.iterator()
	let done = 0
	let told = 2_000
	for (;;) {
		const rows = await iterator.nextv(rowsPerRead)
		if (rows.length === 0) break
		const batch = copy.batch()
		for (const [key, value] of rows) batch.put(key, sealRecord(key, value))
		await batch.write()
		done += rows.length
		if (done < told) continue
		say(`${done} records have their checksums.`)
		told = done * 2
	}
	// Makes all before it durable too: LevelDB's log is one file, and full tables are flushed when they are made.
	await copy.del(new Uint8Array(1), { sync: true })
	await old.close()
	await copy.close()
	renameSync(path, `${path}.old`)
	finishSealing(path)
	say(`All ${done} records have their checksums.`)
}

/** Finishes or undoes what a crash cut off. To be called before a database is opened. */
export function finishSealing(path: string): void {
	const [fresh, old] = [`${path}.new`, `${path}.old`]
	// The old folder moves away only when the new one is complete.
	if (!existsSync(join(path, 'CURRENT')) && existsSync(old) && existsSync(fresh)) {
		rmSync(path, { recursive: true, force: true })
		renameSync(fresh, path)
	}
	rmSync(fresh, { recursive: true, force: true })
	if (existsSync(join(path, 'CURRENT'))) rmSync(old, { recursive: true, force: true })
}

/** All records of a LevelDB folder that is not open elsewhere, in key order; a damaged one has no value. */
export async function* rawRecords(
	folder: string,
): AsyncGenerator<readonly [key: Uint8Array, value: Uint8Array | undefined]> {
	const level = new ClassicLevel<Uint8Array, Uint8Array>(folder, {
		keyEncoding: 'view',
		valueEncoding: 'view',
		createIfMissing: false,
	})
	await level.open()
	try {
		for await (const [key, sealed] of level.iterator()) yield [key, openRecord(key, sealed)]
	} finally {
		await level.close()
	}
}
