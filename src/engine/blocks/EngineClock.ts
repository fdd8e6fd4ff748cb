import type { BlockTime } from '../../abci/Application.ts'
import { addMs, compareTime, timeFromMs, timeToMs } from '../../chain/blockTime.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Clock } from '../../util/Clock.ts'

/** Difference between a clock and the machine's. */
export interface ClockState {
	/** Milliseconds it is ahead. */
	readonly offsetMs: number
	/** Instant at which it stands still, in milliseconds since the epoch; undefined while it runs. */
	readonly frozenAt: number | undefined
}

/** The last millisecond that a time of blocks can be written for (RFC 3339); so far, milliseconds are exact numbers. */
const lastMs = 253_402_300_799_999

/** The machine's clock with what a developer does to it: frozen, set elsewhere, moved forward. */
export class EngineClock {
	readonly #machine: Clock
	#offsetMs = 0
	#frozenAt: number | undefined

	constructor(machine: Clock) {
		this.#machine = machine
	}

	/** Milliseconds since the epoch. */
	now(): number {
		return this.#frozenAt ?? this.#machine.now() + this.#offsetMs
	}

	get state(): ClockState {
		return { offsetMs: this.#offsetMs, frozenAt: this.#frozenAt }
	}

	/** Sets the clock, which stays there with `freeze`. @throws {UserError} for a time that no block can have. */
	set(timeMs: number, freeze: boolean): void {
		assertTime(timeMs)
		this.#offsetMs = timeMs - this.#machine.now()
		this.#frozenAt = freeze ? timeMs : undefined
	}

	/** Restores a state of the clock. */
	restore({ offsetMs, frozenAt }: ClockState): void {
		this.#offsetMs = offsetMs
		this.#frozenAt = frozenAt
	}

	/** @throws {UserError} for a time that no block can have */
	advance(ms: number): void {
		assertTime(this.now() + ms)
		this.#offsetMs += ms
		if (this.#frozenAt !== undefined) this.#frozenAt += ms
	}

	/** The time of a block in a later second than the one before; a running clock moves with it. */
	inNextSecond(last: BlockTime): BlockTime {
		const now = timeFromMs(this.now())
		return now.seconds > last.seconds ? now : this.secondsAfter(last, 1)
	}

	/** The time of a block so many seconds after the one before. A clock that runs shows it from then on. */
	secondsAfter({ seconds }: BlockTime, count: number): BlockTime {
		const next = { seconds: seconds + BigInt(count), nanos: 0 }
		if (this.#frozenAt === undefined) this.#offsetMs += timeToMs(next) - this.now()
		return next
	}

	/** The present, but at least a millisecond after another instant: block time only grows. */
	after(time: BlockTime): BlockTime {
		const now = timeFromMs(this.now())
		const earliest = addMs(time, 1)
		return compareTime(now, earliest) < 0 ? earliest : now
	}
}

function assertTime(ms: number): void {
	if (Number.isFinite(ms) && ms <= lastMs) return
	throw new UserError('The clock of the chain ends with the year 9999.', {
		next: 'Give an earlier time, or go less far at once.',
	})
}
