import { ClassicLevel } from 'classic-level'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { toHex } from '../../util/bytes.ts'
import { byKey } from '../../util/order.ts'
import type { KvDatabase, RangeOptions, WriteOp } from '../KvDatabase.ts'
import { byteString, compareKeys } from '../keyBytes.ts'

import { prefixedDb } from './prefixedDb.ts'
import { finishSealing, hasOldRecords, openRecord, sealOldRecords, sealRecord } from './recordSeal.ts'
import { createWriteBatch, writeOpsOf } from './writeOps.ts'

type Level = ClassicLevel<Uint8Array, Uint8Array>

const rowsPerRead = 512

/** Options of a database. */
export interface LevelDbOptions {
	/** Reports a slow opening. */
	readonly say?: (message: string) => void
	/** Whether other threads of this process read it beside (see levelReader.ts). */
	readonly shared?: boolean
}

/** Shared folders that this thread has open: LevelDB refuses those of other processes, but shares with any thread of this one. */
const openHere = new Set<string>()

/**
 * Opens a LevelDB folder, making it when it is missing. One process at a time can hold it. Every record carries a
 * checksum that is checked when it is read; a folder from before that is copied into one with them first.
 * @throws {UserError} if another process holds the folder, or when it cannot be read or made.
 */
export async function openLevelDb(
	path: string,
	{ say = () => {}, shared = false }: LevelDbOptions = {},
): Promise<KvDatabase> {
	finishSealing(path)
	if (openHere.has(path)) throw usedError(path, undefined)
	const open = (folder: string): Promise<Level> => openLevel(folder, shared)
	const level = await open(path)
	try {
		if (!(await hasOldRecords(level))) return levelDatabase(level, path, shared)
	} catch (error) {
		await level.close()
		throw readError(path, error)
	}
	await sealOldRecords(path, level, open, say)
	return levelDatabase(await open(path), path, shared)
}

async function openLevel(path: string, shared: boolean): Promise<Level> {
	const level: Level = new ClassicLevel(path, {
		keyEncoding: 'view',
		valueEncoding: 'view',
		// A chain is a third as large by it, on the disk and in what is mapped; a read takes 1 µs of 6 more, with a large cache too.
		compression: true,
		cacheSize: 2_097_152,
		writeBufferSize: 4_194_304,
		// Open tables are mapped into memory, at least 64 of them; they cannot be smaller (ClipToRange in db_impl.cc).
		maxFileSize: 1_048_576,
		maxOpenFiles: 74,
		multithreading: shared,
	})
	try {
		await level.open()
		return level
	} catch (error) {
		throw openError(path, error)
	}
}

function levelDatabase(level: Level, path: string, shared: boolean): KvDatabase {
	if (shared) openHere.add(path)
	const pending = new PendingWrites()
	// LevelDB runs writes on a thread pool: one after the other, or a later batch could reach the disk first.
	let lastWrite: Promise<void> = Promise.resolve()

	let damage: UserError | undefined
	const opened = (key: Uint8Array, sealed: Uint8Array): Uint8Array => {
		const value = openRecord(key, sealed)
		if (value !== undefined) return value
		damage ??= damagedRecord(path, key)
		throw damage
	}

	const unread = (error: unknown): unknown => {
		const fault = readError(path, error)
		if (fault !== error) damage ??= fault as UserError
		return fault
	}

	const db: KvDatabase = {
		get(key) {
			const write = pending.find(key)
			if (write !== undefined) return write.value
			try {
				const sealed = level.getSync(key)
				return sealed === undefined ? undefined : opened(key, sealed)
			} catch (error) {
				throw unread(error)
			}
		},
		batch: () => createWriteBatch(),
		write(batch, { sync }) {
			const ops = writeOpsOf(batch)
			const end = pending.add(ops)
			const done = lastWrite.then(async () => {
				// Data from a damaged record must not enter a block, even if the read error was caught.
				if (damage !== undefined) throw damage
				await writeBatch(level, path, ops, sync)
				end()
			})
			lastWrite = done
			// The caller's own promise reports the failure; later writes then fail for the same reason.
			done.catch(() => undefined)
			return done
		},
		async *range(options) {
			yield* merged(
				level,
				{ opened, unread },
				options,
				pending.range(options.gte, options.lt, options.reverse ?? false),
			)
		},
		prefixed: (prefix) => prefixedDb(db, prefix),
		async close() {
			await lastWrite.catch(() => undefined)
			await level.close()
			openHere.delete(path)
		},
	}
	return db
}

async function writeBatch(level: Level, path: string, ops: readonly WriteOp[], sync: boolean): Promise<void> {
	try {
		// The chained form takes a fifth of the time of an array of operations.
		const batch = level.batch()
		for (const { key, value } of ops) {
			if (value === undefined) batch.del(key)
			else batch.put(key, sealRecord(key, value))
		}
		await batch.write({ sync })
	} catch (error) {
		throw new UserError(`The database ${path} could not be written.`, {
			because: error,
			next: 'Check that the disk has room and the folder may be written, then start again: the last whole block is kept.',
		})
	}
}

/** What a database does with what it reads, and with what it cannot read. */
interface RecordReading {
	opened(key: Uint8Array, sealed: Uint8Array): Uint8Array
	unread(error: unknown): unknown
}

/** The rows on disk overlaid with the writes in progress; both are taken at the same moment. */
async function* merged(
	level: Level,
	{ opened, unread }: RecordReading,
	{ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }: RangeOptions,
	overlay: readonly PendingWrite[],
): AsyncGenerator<readonly [Uint8Array, Uint8Array]> {
	const iterator = level.iterator({
		reverse,
		// Each write that is overlaid may hide a row.
		limit: limit + overlay.length,
		...(gte === undefined ? {} : { gte }),
		...(lt === undefined ? {} : { lt }),
	})
	let given = 0
	let next = 0
	try {
		let rows: [Uint8Array, Uint8Array][] = []
		do {
			rows = await iterator.nextv(rowsPerRead)
			for (const [key, sealed] of rows) {
				let shadowed = false
				while (next < overlay.length) {
					const write = overlay[next] as PendingWrite
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
				yield [key, opened(key, sealed)]
			}
		} while (rows.length > 0)
		for (; next < overlay.length; next++) {
			const { key, value } = overlay[next] as PendingWrite
			if (value === undefined) continue
			if (given++ >= limit) return
			yield [key, value]
		}
	} catch (error) {
		throw unread(error)
	} finally {
		await iterator.close()
	}
}

/** The error of a read: LevelDB's own, or that of a damaged database where a table is cut short or cannot be unpacked. */
export function readError(path: string, error: unknown): unknown {
	if (!(error instanceof Error)) return error
	// LevelDB says this of a table that ends before what is read of it.
	const endsEarly = /^IO error: .*\.ldb: Invalid argument$/.test(error.message)
	const isDamage = endsEarly || (error as NodeJS.ErrnoException).code === 'LEVEL_CORRUPTION'
	return isDamage ? damaged(path, `A table of it cannot be read (${error.message}).`) : error
}

/** The error of a record that is not what was written. */
export function damagedRecord(path: string, key: Uint8Array): UserError {
	return damaged(path, `The record ${toHex(key).slice(0, 80)} does not match its checksum.`)
}

function damaged(path: string, why: string): UserError {
	return new UserError(`The database ${path} is damaged.`, {
		why,
		next: 'Stop the node and run `chain-tui verify`: it tells what is wrong and what can be saved.',
	})
}

/** The error of a folder that does not open, in the user's words. */
export function openError(path: string, error: unknown): UserError {
	const cause = (error as Error).cause ?? error
	if ((cause as NodeJS.ErrnoException).code === 'LEVEL_LOCKED') return usedError(path, error)
	return new UserError(`The database ${path} cannot be opened.`, {
		why: thrownText(cause),
		next: lacksRoom(thrownText(cause))
			? 'Make room on the disk, then do it again: the blocks are kept.'
			: 'Check the path and its permissions; a damaged database must be restored from a copy, or the home reset.',
		cause: error,
	})
}

/** Whether LevelDB's reason is a disk without room (strerror of ENOSPC, EDQUOT and EFBIG), which no record suffers from. */
export function lacksRoom(reason: string): boolean {
	return /No space left on device|[Qq]uota exceeded|File too large/.test(reason)
}

function usedError(path: string, cause: unknown): UserError {
	return new UserError(`The database ${path} is in use.`, {
		why: 'Another process has it open, and only one may.',
		next: 'Stop the other node of this home, or give this one a home of its own with --home.',
		...(cause === undefined ? {} : { cause }),
	})
}

/** A write that is in progress; without a value it deletes. */
interface PendingWrite {
	readonly key: Uint8Array
	readonly value: Uint8Array | undefined
}

/** The writes handed to a database that have not reached it yet; reads must see them already. */
class PendingWrites {
	/** The batches in progress, oldest first. */
	readonly #batches = new Set<PendingBatch>()

	/** Adds a batch; returns what ends it once it is written. */
	add(ops: readonly WriteOp[]): () => void {
		const batch = new PendingBatch(ops)
		this.#batches.add(batch)
		return () => {
			this.#batches.delete(batch)
		}
	}

	/** The write of a key, if one is in progress: the newest one. */
	find(key: Uint8Array): WriteOp | undefined {
		if (this.#batches.size === 0) return undefined
		const text = byteString(key)
		let found: WriteOp | undefined
		for (const batch of this.#batches) found = batch.byKey.get(text) ?? found
		return found
	}

	/** The writes in a range, in the order of their keys or against it. */
	range(gte: Uint8Array | undefined, lt: Uint8Array | undefined, reverse: boolean): PendingWrite[] {
		if (this.#batches.size === 0) return []
		const start = gte === undefined ? '' : byteString(gte)
		const end = lt === undefined ? undefined : byteString(lt)
		const writes = new Map<string, WriteOp>()
		for (const { byKey } of this.#batches) {
			for (const [text, op] of byKey) if (text >= start && (end === undefined || text < end)) writes.set(text, op)
		}
		const sorted = [...writes].sort(byKey).map(([, { key, value }]) => ({ key, value }))
		return reverse ? sorted.reverse() : sorted
	}
}

/** The writes of a batch, found by key. Most batches are on the disk before anyone asks, so the map is made at the first question. */
class PendingBatch {
	readonly #ops: readonly WriteOp[]
	#byKey: ReadonlyMap<string, WriteOp> | undefined

	constructor(ops: readonly WriteOp[]) {
		this.#ops = ops
	}

	/** The last write of each key. */
	get byKey(): ReadonlyMap<string, WriteOp> {
		this.#byKey ??= new Map(this.#ops.map((op) => [byteString(op.key), op]))
		return this.#byKey
	}
}
