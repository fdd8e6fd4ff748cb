import { plainError } from '../../errors/ChainError.ts'
import type { Clock } from '../../util/Clock.ts'
import type { Storage } from '../storage/openStorage.ts'
import { type Usage, UsageBatch, type UsageOwner } from './UsageBatch.ts'
import { UsageStatements } from './UsageStatements.ts'

/** Refused calls are written at the latest after this long. */
const lazyMs = 250
/** The last use of a key is written at most this often. */
const keyTouchMs = 60_000

/** Called when calls are on disk, or with the problem; then no reply may be sent. Must not throw. */
export type Counted = (problem: Error | undefined) => void

/**
 * Counts calls before they are answered. All calls that end in one turn of the event loop, or while a commit is in
 * progress, share one transaction: exactness costs one commit a turn and not one a call.
 */
export class Meter {
	readonly #storage: Storage
	readonly #clock: Clock
	readonly #processId: string
	readonly #statements: UsageStatements
	#batch = new UsageBatch()
	#waiting: Counted[] = []
	#capped = new Map<string, bigint>()
	readonly #keysSeen = new Map<string, number>()
	#scheduled = false
	#writing: Promise<void> | undefined
	#lazy: NodeJS.Timeout | undefined

	constructor(storage: Storage, clock: Clock, processId: string) {
		this.#storage = storage
		this.#statements = new UsageStatements(storage.db)
		this.#clock = clock
		this.#processId = processId
	}

	/**
	 * Counts calls. `cap` is the account's, when it has one. A callback and not a promise: at tens of thousands of calls a
	 * second the turns of promises would cost as much as the counting.
	 */
	count(
		owner: UsageOwner,
		calls: readonly Usage[],
		cap: bigint | null,
		keyId: string | undefined,
		counted: Counted,
	): void {
		const now = this.#clock.now()
		for (const call of calls) this.#batch.add(owner, call, now)
		if (cap !== null) this.#capped.set(owner.accountId, cap)
		if (keyId !== undefined && now - (this.#keysSeen.get(keyId) ?? Number.NEGATIVE_INFINITY) >= keyTouchMs) {
			this.#keysSeen.set(keyId, now)
			this.#batch.keys.set(keyId, now)
		}
		this.#waiting.push(counted)
		this.#schedule()
	}

	/** Counts calls that were refused and cost nothing: for statistics, soon. */
	note(owner: UsageOwner, calls: readonly Usage[]): void {
		const now = this.#clock.now()
		for (const call of calls) this.#batch.add(owner, call, now)
		this.#lazy ??= setTimeout(() => {
			this.#lazy = undefined
			this.#schedule()
		}, lazyMs).unref()
	}

	/** Writes what is still to be written. */
	async close(): Promise<void> {
		clearTimeout(this.#lazy)
		this.#lazy = undefined
		while (this.#writing !== undefined || !this.#batch.isEmpty) {
			this.#flush()
			await this.#writing
		}
	}

	#schedule(): void {
		if (this.#scheduled) return
		this.#scheduled = true
		setImmediate(() => {
			this.#scheduled = false
			this.#flush()
		})
	}

	/** Writes what was counted, unless a write is under way: its end writes the next. */
	#flush(): void {
		const [batch, waiting, capped] = [this.#batch, this.#waiting, this.#capped]
		if (batch.isEmpty || this.#writing !== undefined) return
		this.#batch = new UsageBatch()
		this.#waiting = []
		this.#capped = new Map()
		const options = { processId: this.#processId, now: this.#clock.now(), capped }
		// Calls that came meanwhile go to the disk first: while it works, this thread sends the replies and takes the next calls.
		const end = (problem: Error | undefined): void => {
			this.#writing = undefined
			this.#flush()
			for (const counted of waiting) counted(problem)
		}
		this.#writing = this.#storage.write(this.#statements.of(batch, options)).then(
			() => end(undefined),
			(cause: unknown) => end(cause instanceof Error ? cause : plainError(String(cause))),
		)
	}
}
