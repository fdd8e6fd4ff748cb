import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FileFault } from './checkLevelDb.ts'
import { checkTable, loadCrc32c } from './checkTable.ts'

/** Between two tables, in milliseconds: one takes about two. */
const restMs = 40

/**
 * Checks tables of an open database one after the other, with rests in between, until the first fault or the end. A table
 * that is gone was replaced by others.
 */
export async function checkTablesLater(
	folder: string,
	tables: readonly string[],
	signal: AbortSignal,
): Promise<FileFault | undefined> {
	const crc = await loadCrc32c()
	for (const file of tables) {
		await pause(restMs, undefined, { ref: false, signal }).catch(() => undefined)
		if (signal.aborted) return undefined
		const content = await readFile(join(folder, file)).catch(() => undefined)
		const why = content === undefined ? undefined : checkTable(content, crc)
		if (why !== undefined) return { file, why }
	}
	return undefined
}
