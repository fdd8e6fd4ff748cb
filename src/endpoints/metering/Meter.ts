import type { Clock } from '../../util/Clock.ts'
import type { Storage } from '../storage/openStorage.ts'
import type { Usage } from './Usage.ts'
import { UsageBatch } from './UsageBatch.ts'
import { UsageStatements } from './UsageStatements.ts'

/** Refused calls are written at the latest after this long. */
const lazyMs = 250
/** The last use of a key is written at most this often. */
const keyTouchMs = 60_000

/**
 * Counts calls before they are answered. All calls that end in one turn of the event loop, or while a commit is under way,
 * share one transaction: exactness costs one commit a turn and not one a call.
 */
export class Meter {
	private readonly storage: Storage
	private readonly clock: Clock
	private readonly processId: string
	private readonly statements: UsageStatements
	private batch = new UsageBatch()
	private waiting: { resolve: () => void; reject: (cause: unknown) => void }[] = []
	private capped = new Map<string, bigint>()
	private readonly keysSeen = new Map<string, number>()
	private scheduled = false
	private writing: Promise<void> | undefined
	private lazy: NodeJS.Timeout | undefined

	constructor(storage: Storage, clock: Clock, processId: string) {
		this.storage = storage
		this.statements = new UsageStatements(storage.db)
		this.clock = clock
		this.processId = processId
	}

	/**
	 * Counts calls; resolves when the count is on disk. Rejects when it could not be written: then no reply may be sent.
	 * `cap` is the account's, when it has one.
	 */
	count(calls: readonly Usage[], cap: bigint | null, keyId: string | undefined): Promise<void> {
		const now = this.clock.now()
		this.batch.add(calls, now)
		if (cap !== null && calls[0] !== undefined) this.capped.set(calls[0].accountId, cap)
		if (keyId !== undefined && now - (this.keysSeen.get(keyId) ?? 0) >= keyTouchMs) {
			this.keysSeen.set(keyId, now)
			this.batch.keys.set(keyId, now)
		}
		return new Promise((resolve, reject) => {
			this.waiting.push({ resolve, reject })
			this.schedule()
		})
	}

	/** Counts calls that were refused and cost nothing: for statistics, soon. */
	note(calls: readonly Usage[]): void {
		this.batch.add(calls, this.clock.now())
		this.lazy ??= setTimeout(() => {
			this.lazy = undefined
			this.schedule()
		}, lazyMs).unref()
	}

	/** Writes what is still to be written. */
	async close(): Promise<void> {
		clearTimeout(this.lazy)
		this.lazy = undefined
		while (this.writing !== undefined || !this.batch.isEmpty) {
			if (this.writing === undefined) this.flush()
			await this.writing
		}
	}

	private schedule(): void {
		if (this.scheduled || this.writing !== undefined) return
		this.scheduled = true
		setImmediate(() => {
			this.scheduled = false
			if (this.writing === undefined) this.flush()
		})
	}

	private flush(): void {
		const { batch, waiting, capped } = this
		if (batch.isEmpty) return
		this.batch = new UsageBatch()
		this.waiting = []
		this.capped = new Map()
		const options = { processId: this.processId, now: this.clock.now(), capped }
		this.writing = this.storage.write(this.statements.of(batch, options)).then(
			() => {
				for (const { resolve } of waiting) resolve()
			},
			(cause: unknown) => {
				for (const { reject } of waiting) reject(cause)
			},
		)
		void this.writing.then(() => {
			this.writing = undefined
			if (!this.batch.isEmpty) this.schedule()
		})
	}
}
