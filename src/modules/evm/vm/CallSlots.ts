import { ChainError } from '../../../errors/ChainError.ts'
import type { Caller } from './Caller.ts'

/** Calls that only ask which are in progress at a time: each holds its memory, which gas bounds to some megabytes. */
const mostStarted = 4
/** Time in which calls begin or go on before the event loop turns, in milliseconds. */
const turnMs = 5
/** Time that a call may use while others wait, in milliseconds. */
const fairMs = 250
/** Longest wait for a start, in milliseconds. */
const waitMs = 10_000
/** Most turns of the event loop without a call while connections arrive: the system hands over one a turn. */
const turnsOnArrival = 20
/** Calls that wait to be started. */
const mostWaiting = 5_000
/** Bytes of the questions of calls that wait. */
const mostWaitingBytes = 12_000_000

/** Who asked for a call. */
export interface Asker {
	/** Bytes that the question holds until its call is over. */
	readonly bytes: number
	readonly caller?: Caller | undefined
}

/** One call that is in progress. */
export interface CallTicket {
	/** Time used so far, in milliseconds. */
	usedMs: number
	readonly caller?: Caller | undefined
}

interface Waiting extends Asker {
	/** It will start: it is not refused any more. */
	admit(): void
	refuse(reason?: string): void
}

const callerGone = 'execution aborted (its caller has left)'
const tooMany = 'too many calls at once: ask again later'

/**
 * Schedules the read-only calls of one node in this thread: a few at a time, for some milliseconds per turn of the event loop, the
 * one that used least first. Many short calls in a row do not hold the event loop either. While others wait, a call
 * that used more than its share ends. Of those that wait, the newest starts first, so that a flood of endless calls does
 * not block those of others, and before all the newest of a caller whose last call was short. A call whose caller has left does not start, or ends.
 */
export class CallSlots {
	readonly #started = new Set<CallTicket>()
	readonly #waiting: Waiting[] = []
	#waitingBytes = 0
	readonly #turns: { readonly ticket: CallTicket; readonly go: () => void }[] = []
	#isPlanned = false
	/** End of the time for calls in this turn of the event loop, once one has begun in it. */
	#turnEnds: number | undefined
	/** Whether a connection has come since the last turn, and turns since the last call. */
	#hasArrived = false
	#passed = 0

	/**
	 * Resolves when a call may start. Rejects with ChainError when it waited for too long, when its question is the largest
	 * of too many bytes that wait, and when its caller has left.
	 */
	async start(asker: Asker = { bytes: 0 }): Promise<CallTicket> {
		if (this.#started.size >= mostStarted) return this.#wait(asker)
		const ticket = this.#admit(asker.caller)
		if (this.#turns.length > 0 || !this.#hasTime()) await this.turn(ticket)
		return ticket
	}

	#wait({ bytes, caller }: Asker): Promise<CallTicket> {
		return new Promise((resolve, reject) => {
			const leave = (): void => {
				this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
				clearTimeout(timer)
				caller?.stays(leaveGone)
				this.#waitingBytes -= bytes
			}
			const waiting: Waiting = {
				bytes,
				caller,
				admit: () => {
					leave()
					const ticket = this.#admit(caller)
					void this.turn(ticket).then(() => resolve(ticket))
				},
				refuse: (reason = tooMany) => {
					leave()
					reject(new ChainError('undefined', 1, reason))
				},
			}
			const leaveGone = (): void => waiting.refuse(callerGone)
			const timer = setTimeout(() => waiting.refuse(), waitMs)
			caller?.whenLeft(leaveGone)
			this.#waiting.push(waiting)
			this.#waitingBytes += bytes
			if (caller?.hasLeft === true) leaveGone()
			else if (this.#waiting.length > mostWaiting) this.#waiting[0]?.refuse()
			while (this.#waitingBytes > mostWaitingBytes) this.#largest()?.refuse()
		})
	}

	#largest(): Waiting | undefined {
		let largest = this.#waiting[0]
		for (const waiting of this.#waiting) if (waiting.bytes > largest!.bytes) largest = waiting
		return largest
	}

	/** A connection has come, and more may wait to be taken. */
	connectionArrived(): void {
		this.#hasArrived = true
	}

	/** A call is over. */
	end(ticket: CallTicket): void {
		ticket.caller?.used(ticket.usedMs)
		this.#started.delete(ticket)
		const next = this.#waiting.findLast(({ caller }) => caller?.isQuick === true) ?? this.#waiting.at(-1)
		next?.admit()
	}

	/** Throws ChainError for a call that has used more than its part while others wait, or whose caller has left. */
	assertMayGoOn({ usedMs, caller }: CallTicket): void {
		if (caller?.hasLeft === true) throw new ChainError('undefined', 1, callerGone)
		if (usedMs > fairMs && this.#waiting.length > 0) {
			throw new ChainError('undefined', 1, 'execution aborted (too many calls at once)')
		}
	}

	/** Resolves when the call may go on. */
	turn(ticket: CallTicket): Promise<void> {
		return new Promise((go) => {
			this.#turns.push({ ticket, go })
			this.#plan()
		})
	}

	#admit(caller: Caller | undefined): CallTicket {
		const ticket = { usedMs: 0, caller }
		this.#started.add(ticket)
		return ticket
	}

	/** Whether there is time left in this turn of the event loop. */
	#hasTime(): boolean {
		const now = performance.now()
		if (this.#turnEnds === undefined) {
			this.#turnEnds = now + turnMs
			setImmediate(() => {
				this.#turnEnds = undefined
			})
		}
		return now < this.#turnEnds
	}

	#plan(): void {
		if (this.#isPlanned || this.#turns.length === 0) return
		this.#isPlanned = true
		setImmediate(() => {
			this.#isPlanned = false
			if (this.#hasArrived && ++this.#passed < turnsOnArrival) {
				this.#hasArrived = false
				this.#plan()
				return
			}
			this.#passed = 0
			this.#goOn()
		})
	}

	/** Lets one call go on, and others after it while there is time. */
	#goOn(): void {
		if (this.#turns.length === 0) return
		if (!this.#hasTime()) {
			this.#plan()
			return
		}
		let next = 0
		this.#turns.forEach(({ ticket }, at) => {
			if (ticket.usedMs < this.#turns[next]!.ticket.usedMs) next = at
		})
		this.#turns.splice(next, 1)[0]?.go()
		// A tick that is asked for among promises comes when all of them have run: when the call is over or gives way.
		if (this.#turns.length > 0) queueMicrotask(() => process.nextTick(() => this.#goOn()))
	}
}
