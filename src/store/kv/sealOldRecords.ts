import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClassicLevel } from 'classic-level'
import { openRecord, sealRecord } from './recordSeal.ts'

type Level = ClassicLevel<Uint8Array, Uint8Array>

const rowsPerRead = 2_000

/** Whether a database predates record checksums: none of its first records has one. */
export async function hasOldRecords(level: Level): Promise<boolean> {
	const rows = await level.iterator({ limit: 16 }).all()
	return rows.length > 0 && rows.every(([key, value]) => openRecord(key, value) === undefined)
}

/**
 * Copies a database into one whose records carry checksums and puts it in its place. A crash leaves the old or the new one;
 * `finishSealing` cleans up behind it.
 *
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
	for (;;) {
		const rows = await iterator.nextv(rowsPerRead)
		if (rows.length === 0) break
		const batch = copy.batch()
		for (const [key, value] of rows) batch.put(key, sealRecord(key, value))
		await batch.write()
		done += rows.length
		if (done % (rowsPerRead * 100) === 0) say(`${done} records have their checksums.`)
	}
	// Makes all before it durable too: LevelDB's log is one file, and full tables are flushed when they are made.
	await copy
		.batch()
		.put(new Uint8Array([0]), new Uint8Array(0))
		.write({ sync: true })
	await copy
		.batch()
		.del(new Uint8Array([0]))
		.write({ sync: true })
	await iterator.close()
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
