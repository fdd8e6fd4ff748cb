import { ClassicLevel } from 'classic-level'
import { BugError } from '../../errors/BugError.ts'
import type { KvDatabase, RangeOptions } from '../KvDatabase.ts'
import { damagedRecord, openError } from './levelDb.ts'
import { prefixedDb } from './prefixedDb.ts'
import { openRecord } from './recordSeal.ts'

type Level = ClassicLevel<Uint8Array, Uint8Array>
type Snapshot = ReturnType<Level['snapshot']>

const rowsPerRead = 512

/** How long a view that is left behind may still be read by who began with it, in milliseconds. */
const lingerMs = 60_000

/** A moment of a database that another thread writes, to read. */
export interface LevelView {
	/** What was durable at that moment; it cannot be written. */
	readonly db: KvDatabase
	/** Moves on to the present moment, unless that proves to be the wrong one. Answers whether it did. */
	advance(isRight: () => boolean): boolean
	/** Ends it, once those who still read from it had time to end. */
	retire(): void
}

/** A database that another thread of this process holds open and writes. */
export interface LevelReader {
	/** The present moment: everything read through it is of one and the same, until it is moved on. */
	view(): LevelView
	close(): Promise<void>
}

/**
 * Opens a LevelDB folder for reading beside the thread that writes it (see `openLevelDb`), which must have it open. What is
 * read was durable: LevelDB shows a write only after it has reached the disk.
 *
 * @throws UserError when it cannot be opened.
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
	/** One object for all reads: they ask for it some thousand times a second. */
	#options: { readonly snapshot: Snapshot }

	constructor(level: Level, path: string) {
		this.#level = level
		this.#options = { snapshot: level.snapshot() }
		const opened = (key: Uint8Array, sealed: Uint8Array): Uint8Array => {
			const value = openRecord(key, sealed)
			if (value === undefined) throw damagedRecord(path, key)
			return value
		}
		const db: KvDatabase = {
			get: (key) => {
				const sealed = level.getSync(key, this.#options)
				return sealed === undefined ? undefined : opened(key, sealed)
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
		const { snapshot } = this.#options
		const next = this.#level.snapshot()
		if (!isRight()) {
			void next.close()
			return false
		}
		this.#options = { snapshot: next }
		void snapshot.close()
		return true
	}

	retire(): void {
		const { snapshot } = this.#options
		setTimeout(() => void snapshot.close(), lingerMs).unref()
	}

	async *#range(
		{ limit = Number.POSITIVE_INFINITY, ...bounds }: RangeOptions,
		opened: (key: Uint8Array, sealed: Uint8Array) => Uint8Array,
	): AsyncGenerator<readonly [Uint8Array, Uint8Array]> {
		const iterator = this.#level.iterator({ ...bounds, ...this.#options })
		try {
			let given = 0
			for (;;) {
				const rows = given < limit ? await iterator.nextv(Math.min(rowsPerRead, limit - given)) : []
				if (rows.length === 0) return
				given += rows.length
				for (const [key, sealed] of rows) yield [key, opened(key, sealed)]
			}
		} finally {
			await iterator.close()
		}
	}
}

function readOnly(): never {
	throw new BugError('only the thread that makes the blocks writes the database')
}
