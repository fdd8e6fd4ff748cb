import type { KvDatabase, WriteBatch } from '../../store/KvDatabase.ts'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import { clockKey } from '../store/keys.ts'
import type { ClockState } from './EngineClock.ts'

/** State of the node's clock from a height on. */
interface ClockChange extends ClockState {
	/** The newest height when it was changed. */
	readonly after: number
}

/** Changes that are remembered; the oldest are forgotten first. */
const mostChanges = 1_000

const untouched: ClockState = { offsetMs: 0, frozenAt: undefined }

/** Changes of the node's clock, in the database: they survive a restart, and going back to a height restores them. */
export class ClockHistory {
	readonly #db: KvDatabase
	#changes: readonly ClockChange[]

	/** @param db the engine's part of the database */
	constructor(db: KvDatabase) {
		this.#db = db
		this.#changes = read(db)
	}

	/** As the clock was left; undefined when it was never touched. */
	get latest(): ClockState | undefined {
		return this.#changes.at(-1)
	}

	/** State of the clock when the block of a height was made. */
	at(height: number): ClockState {
		return this.#changes.findLast(({ after }) => after < height) ?? untouched
	}

	/** Notes a change made after a height; durable on return. */
	async note(after: number, { offsetMs, frozenAt }: ClockState): Promise<void> {
		const changes = [...this.#changes, { after, offsetMs, frozenAt }].slice(-mostChanges)
		const batch = this.#db.batch()
		batch.put(clockKey, encode(changes))
		await this.#db.write(batch, { sync: true })
		this.#changes = changes
	}

	/** Puts the changes up to a height and a last one into a batch. */
	rewind(height: number, { offsetMs, frozenAt }: ClockState, batch: WriteBatch): void {
		const changes = this.#changes.filter(({ after }) => after < height)
		batch.put(clockKey, encode([...changes, { after: height, offsetMs, frozenAt }]))
	}

	/** Reads the changes again, after others changed the database. */
	reload(): void {
		this.#changes = read(this.#db)
	}
}

function read(db: KvDatabase): readonly ClockChange[] {
	const bytes = db.get(clockKey)
	return bytes === undefined ? [] : (JSON.parse(fromUtf8(bytes)) as readonly ClockChange[])
}

function encode(changes: readonly ClockChange[]): Uint8Array {
	return utf8(JSON.stringify(changes))
}
