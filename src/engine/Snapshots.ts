import { UserError } from '../errors/UserError.ts'
import type { KvDatabase, WriteBatch } from '../store/KvDatabase.ts'
import { fromUtf8, utf8 } from '../util/bytes.ts'
import type { ClockState } from './blocks/EngineClock.ts'
import { snapshotsKey } from './store/keys.ts'

/** A height to go back to, with a name. */
export interface SnapshotInfo {
	readonly name: string
	readonly height: number
	/** When it was taken, by the machine's clock: ISO 8601. */
	readonly time: string
	/** The node's clock as it was. */
	readonly clock: ClockState
}

const nameForm = /^\w[\w.-]{0,63}$/

/**
 * The named snapshots of a chain, in its database. The versioned state and the blocks hold everything an older height was:
 * a snapshot only pins its height, so that pruning leaves it alone, and costs one record.
 */
export class Snapshots {
	readonly #db: KvDatabase
	#all: readonly SnapshotInfo[]

	/** @param db the engine's part of the database */
	constructor(db: KvDatabase) {
		this.#db = db
		this.#all = read(db)
	}

	/** The oldest height first. */
	get all(): readonly SnapshotInfo[] {
		return this.#all
	}

	/** The lowest pinned height, or undefined. */
	get lowest(): number | undefined {
		return this.#all[0]?.height
	}

	/** Finds a snapshot. @throws {UserError} if the name is unknown. */
	find(name: string): SnapshotInfo {
		const found = this.#all.find((snapshot) => snapshot.name === name)
		if (found !== undefined) return found
		const names = this.#all.map((snapshot) => snapshot.name)
		throw new UserError(`There is no snapshot ${name}.`, {
			next: names.length === 0 ? 'Take one first.' : `There are ${names.join(', ')}.`,
		})
	}

	/** A free name: the first unused number. */
	freeName(): string {
		let number = 1
		while (this.#all.some(({ name }) => name === String(number))) number++
		return String(number)
	}

	/** Keeps one more; durable on return. @throws {UserError} for a name that is taken or none. */
	async add(snapshot: SnapshotInfo): Promise<void> {
		const { name } = snapshot
		if (!nameForm.test(name)) {
			throw new UserError(`A snapshot cannot be called "${name.slice(0, 80)}".`, {
				next: 'Use up to 64 letters, digits, points, dashes and underscores.',
			})
		}
		if (this.#all.some((other) => other.name === name)) {
			throw new UserError(`There is already a snapshot ${name}.`, { next: 'Delete it first, or use another name.' })
		}
		await this.#write([...this.#all, snapshot])
	}

	/** Deletes a snapshot; durable on return. @throws {UserError} if the name is unknown. */
	async remove(name: string): Promise<void> {
		this.find(name)
		await this.#write(this.#all.filter((snapshot) => snapshot.name !== name))
	}

	/** Puts the list without the snapshots above a height into a batch. */
	dropAbove(height: number, batch: WriteBatch): void {
		batch.put(snapshotsKey, encode(this.#all.filter((snapshot) => snapshot.height <= height)))
	}

	/** Reads the list again, after others changed the database. */
	reload(): void {
		this.#all = read(this.#db)
	}

	async #write(all: readonly SnapshotInfo[]): Promise<void> {
		const sorted = all.toSorted((a, b) => a.height - b.height)
		const batch = this.#db.batch()
		batch.put(snapshotsKey, encode(sorted))
		await this.#db.write(batch, { sync: true })
		this.#all = sorted
	}
}

function read(db: KvDatabase): readonly SnapshotInfo[] {
	const bytes = db.get(snapshotsKey)
	return bytes === undefined ? [] : (JSON.parse(fromUtf8(bytes)) as readonly SnapshotInfo[])
}

function encode(all: readonly SnapshotInfo[]): Uint8Array {
	return utf8(JSON.stringify(all))
}
