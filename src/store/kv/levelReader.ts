import { ClassicLevel } from 'classic-level'
import { BugError, UserError } from '../../errors/UserError.ts'
import type { KvDatabase, RangeOptions } from '../KvDatabase.ts'
import { damagedRecord, openError, readError } from './levelDb.ts'
import { prefixedDb } from './prefixedDb.ts'
import { openRecord } from './recordSeal.ts'

type Level = ClassicLevel<Uint8Array, Uint8Array>
type Snapshot = ReturnType<Level['snapshot']>

const rowsPerRead = 512

/**
 * A moment of a database that another thread writes, to read. It must move on or end soon after a write: LevelDB 1.20 keeps
 * older records of a key for an open moment, and loses sight of the newest one when both end up in different files.
 */
export interface LevelView {
	/** A read-only view of the data durable at that moment. */
	readonly db: KvDatabase
	/** Moves on to the present moment, unless that proves to be the wrong one. Answers whether it did. */
	advance(isRight: () => boolean): boolean
	/** Ends it, as soon as walks over it are over. Reading one record of it fails from now on. */
	end(): void
}

/** A database that another thread of this process holds open and writes. */
export interface LevelReader {
	/** The present moment: everything read through it is of one and the same, until it is moved on. */
	view(): LevelView
	close(): Promise<void>
}

/**
 * Opens a LevelDB folder for reading beside the thread that writes it (see `openLevelDb`), which must have it open. All
 * data read is durable: LevelDB shows a write only after it reached the disk.
 * @throws {UserError} if it cannot be opened.
 */
export async function openLevelReader(path: string): Promise<LevelReader> {
	const level: Level = new ClassicLevel(path, {
		keyEncoding: 'view',
		valueEncoding: 'view',
		createIfMissing: false,
		multithreading: true,
	})
	try {
		await level.open()
	} catch (error) {
		throw openError(path, error)
	}
	return {
		view: () => new SnapshotView(level, path),
		close: () => level.close(),
	}
}

class SnapshotView implements LevelView {
	readonly db: KvDatabase
	readonly #level: Level
	readonly #path: string
	#moment: Moment

	constructor(level: Level, path: string) {
		this.#level = level
		this.#path = path
		this.#moment = new Moment(level.snapshot())
		const opened = (key: Uint8Array, sealed: Uint8Array): Uint8Array => {
			const value = openRecord(key, sealed)
			if (value === undefined) throw damagedRecord(path, key)
			return value
		}
		const db: KvDatabase = {
			get: (key) => {
				if (this.#moment.isLeft) throw goneBack()
				try {
					const sealed = level.getSync(key, this.#moment.options)
					return sealed === undefined ? undefined : opened(key, sealed)
				} catch (error) {
					throw readError(path, error)
				}
			},
			batch: () => readOnly(),
			write: () => readOnly(),
			range: (options) => this.#range(options, opened),
			prefixed: (prefix) => prefixedDb(db, prefix),
			close: async () => undefined,
		}
		this.db = db
	}

	advance(isRight: () => boolean): boolean {
		const next = this.#level.snapshot()
		if (!isRight()) {
			void next.close()
			return false
		}
		const before = this.#moment
		this.#moment = new Moment(next)
		before.leave()
		return true
	}

	end(): void {
		this.#moment.leave()
	}

	async *#range(
		options: RangeOptions,
		opened: (key: Uint8Array, sealed: Uint8Array) => Uint8Array,
	): AsyncGenerator<readonly [Uint8Array, Uint8Array]> {
		const moment = this.#moment
		if (moment.isLeft) throw goneBack()
		const iterator = this.#level.iterator({ ...options, ...moment.options })
		moment.hold()
		try {
			for (;;) {
				const rows = await iterator.nextv(rowsPerRead)
				if (rows.length === 0) return
				for (const [key, sealed] of rows) yield [key, opened(key, sealed)]
			}
		} catch (error) {
			throw readError(this.#path, error)
		} finally {
			await iterator.close()
			moment.release()
		}
	}
}

/** A snapshot that closes once replaced and free of iterators: the library refuses steps over a closed one. */
class Moment {
	/** One object for all reads: they ask for it some thousand times a second. */
	readonly options: { readonly snapshot: Snapshot }
	#walks = 0
	/** Whether nobody may begin to read any more. */
	isLeft = false

	constructor(snapshot: Snapshot) {
		this.options = { snapshot }
	}

	hold(): void {
		this.#walks++
	}

	release(): void {
		this.#walks--
		this.#closeIfDone()
	}

	leave(): void {
		this.isLeft = true
		this.#closeIfDone()
	}

	#closeIfDone(): void {
		if (this.isLeft && this.#walks === 0) void this.options.snapshot.close()
	}
}

function goneBack(): UserError {
	return new UserError('The chain has gone back since this was asked.', { next: 'Ask again.' })
}

function readOnly(): never {
	throw new BugError('only the thread that makes the blocks writes the database')
}
