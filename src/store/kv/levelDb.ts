import { ClassicLevel } from 'classic-level'
import { UserError } from '../../errors/UserError.ts'
import { byteString, bytesOf } from '../byteString.ts'
import { compareKeys } from '../compareKeys.ts'
import type { KvDatabase, RangeOptions, WriteOp } from '../KvDatabase.ts'
import { SortedMap } from '../sortedMap.ts'
import { prefixedDb } from './prefixedDb.ts'
import { createWriteBatch, writeOpsOf } from './writeOps.ts'

type Level = ClassicLevel<Uint8Array, Uint8Array>

/** A write that is under way: its value (undefined deletes) and the number of the batch it belongs to. */
interface PendingWrite {
	readonly value: Uint8Array | undefined
	readonly batch: number
}

const rowsPerRead = 512

/**
 * Opens a LevelDB folder, making it when it is missing. One process at a time can hold it.
 *
 * @throws UserError when another process holds the folder, or when it cannot be read or made.
 */
export async function openLevelDb(path: string): Promise<KvDatabase> {
	const level: Level = new ClassicLevel(path, {
		keyEncoding: 'view',
		valueEncoding: 'view',
		cacheSize: 32 * 1024 * 1024,
		writeBufferSize: 16 * 1024 * 1024,
		maxFileSize: 8 * 1024 * 1024,
	})
	try {
		await level.open()
	} catch (error) {
		throw openError(path, error)
	}
	return levelDatabase(level, path)
}

function levelDatabase(level: Level, path: string): KvDatabase {
	const pending = new SortedMap<PendingWrite>()
	let batches = 0
	// LevelDB runs writes on a thread pool: one after the other, or a later batch could reach the disk first.
	let lastWrite: Promise<void> = Promise.resolve()

	const db: KvDatabase = {
		get(key) {
			if (pending.size > 0) {
				const write = pending.get(byteString(key))
				if (write !== undefined) return write.value
			}
			return level.getSync(key)
		},
		batch: () => createWriteBatch(),
		write(batch, { sync }) {
			const ops = writeOpsOf(batch)
			const number = ++batches
			for (const { key, value } of ops) pending.set(byteString(key), { value, batch: number })
			const done = lastWrite.then(async () => {
				await writeBatch(level, path, ops, sync)
				for (const { key } of ops) {
					const text = byteString(key)
					if (pending.get(text)?.batch === number) pending.delete(text)
				}
			})
			lastWrite = done
			// The caller hears of a failure by its own promise; later writes then fail for the same reason.
			done.catch(() => undefined)
			return done
		},
		async *range(options) {
			const { gte, lt, reverse } = options
			const start = gte === undefined ? undefined : byteString(gte)
			const end = lt === undefined ? undefined : byteString(lt)
			const newer = reverse ? pending.entriesReverse(start, end) : pending.entries(start, end)
			yield* merged(level, options, newer)
		},
		prefixed: (prefix) => prefixedDb(db, prefix),
		async close() {
			await lastWrite.catch(() => undefined)
			await level.close()
		},
	}
	return db
}

async function writeBatch(level: Level, path: string, ops: readonly WriteOp[], sync: boolean): Promise<void> {
	try {
		await level.batch(
			ops.map(({ key, value }) =>
				value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
			),
			{ sync },
		)
	} catch (error) {
		throw new UserError(`The database ${path} could not be written.`, {
			why: reasonOf(error),
			next: 'Check that the disk has room and the folder may be written, then start again: the last whole block is kept.',
			cause: error,
		})
	}
}

/** The rows on disk overlaid with the writes under way; both are taken at the same moment. */
async function* merged(
	level: Level,
	{ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }: RangeOptions,
	newer: readonly [string, PendingWrite][],
): AsyncGenerator<readonly [Uint8Array, Uint8Array]> {
	const iterator = level.iterator({
		reverse,
		...(gte === undefined ? {} : { gte }),
		...(lt === undefined ? {} : { lt }),
	})
	const overlay = newer.map(([key, write]) => ({ key: bytesOf(key), value: write.value }))
	let given = 0
	let next = 0
	try {
		let rows: [Uint8Array, Uint8Array][] = []
		do {
			rows = given < limit ? await iterator.nextv(Math.min(rowsPerRead, limit - given + overlay.length)) : []
			for (const [key, value] of rows) {
				let shadowed = false
				while (next < overlay.length && !shadowed) {
					const write = overlay[next] as { key: Uint8Array; value: Uint8Array | undefined }
					const order = reverse ? compareKeys(key, write.key) : compareKeys(write.key, key)
					if (order > 0) break
					next++
					shadowed = order === 0
					if (write.value === undefined) continue
					if (given++ >= limit) return
					yield [write.key, write.value]
				}
				if (shadowed) continue
				if (given++ >= limit) return
				yield [key, value]
			}
		} while (rows.length > 0)
		for (; next < overlay.length; next++) {
			const { key, value } = overlay[next] as { key: Uint8Array; value: Uint8Array | undefined }
			if (value === undefined) continue
			if (given++ >= limit) return
			yield [key, value]
		}
	} finally {
		await iterator.close()
	}
}

function openError(path: string, error: unknown): UserError {
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
	if (cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED') {
		return new UserError(`The database ${path} is in use.`, {
			why: 'Another process has it open, and only one may.',
			next: 'Stop the other node of this home, or give this one a home of its own with --home.',
			cause: error,
		})
	}
	return new UserError(`The database ${path} cannot be opened.`, {
		why: reasonOf(cause),
		next: 'Check the path and its permissions; a damaged database must be restored from a copy, or the home reset.',
		cause: error,
	})
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
