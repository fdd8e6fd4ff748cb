import { UserError } from '../errors/UserError.ts'
import type { KvDatabase, WriteBatch } from '../store/KvDatabase.ts'
import { writeOpsOf } from '../store/kv/writeOps.ts'
import { toHex } from '../util/bytes.ts'

type OldValues = Map<string, { readonly key: Uint8Array; readonly value: Uint8Array | undefined }>

/**
 * Remembers, while there is a snapshot, the value each key had before it was first written: what a revert puts back.
 * Lives in memory; without a snapshot it costs nothing.
 */
export class UndoJournal {
	private readonly db: KvDatabase
	private readonly levels: { readonly id: string; readonly old: OldValues }[] = []
	private taken = 0

	constructor(db: KvDatabase) {
		this.db = db
	}

	/** Begins a new level and gives its name. */
	snapshot(): string {
		const id = String(++this.taken)
		this.levels.push({ id, old: new Map() })
		return id
	}

	/** To be called with every batch before it is written. */
	record(batch: WriteBatch): void {
		const level = this.levels.at(-1)
		if (level === undefined) return
		for (const { key } of writeOpsOf(batch)) {
			const name = toHex(key)
			if (!level.old.has(name)) level.old.set(name, { key, value: this.db.get(key) })
		}
	}

	/** A batch that puts back the state of a snapshot, which is used up with all later ones. Throws UserError for an unknown one. */
	revert(id: string): WriteBatch {
		const at = this.levels.findIndex((level) => level.id === id)
		if (at < 0) {
			throw new UserError(`There is no snapshot ${id}.`, {
				why: 'A snapshot can be gone back to once, and lives as long as the node runs.',
				next: 'Take a new one.',
			})
		}
		const batch = this.db.batch()
		for (const level of this.levels.splice(at).reverse()) {
			for (const { key, value } of level.old.values()) {
				if (value === undefined) batch.delete(key)
				else batch.put(key, value)
			}
		}
		return batch
	}

	/** Forgets all snapshots. */
	clear(): void {
		this.levels.length = 0
	}
}
