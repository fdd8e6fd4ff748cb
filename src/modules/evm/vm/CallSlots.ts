import { ChainError } from '../../../errors/ChainError.ts'

/** Calls that only ask which are in progress at a time: each holds its memory, which gas bounds to some megabytes. */
const mostStarted = 8
/** Time that a call may use while others wait, in milliseconds. */
const fairMs = 250
/** Longest wait for a start, in milliseconds. */
const waitMs = 10_000
/** Calls that wait to be started. */
const mostWaiting = 5_000

/** One call that is in progress. */
export interface CallTicket {
	/** Time used so far, in milliseconds. */
	usedMs: number
}

interface Waiting {
	start(ticket: CallTicket): void
	refuse(): void
}

/**
 * Schedules the read-only calls of this thread: a few at a time, one per turn of the event loop, the one that used
 * least first. While others wait, a call that used more than its share ends. The newest waiting call starts first, so
 * that a flood of endless calls does not block those of others.
 */
export class CallSlots {
	readonly #started = new Set<CallTicket>()
	readonly #waiting: Waiting[] = []
	readonly #turns: { readonly ticket: CallTicket; readonly go: () => void }[] = []
	#isPlanned = false

	/** Resolves when a call may start. Rejects with ChainError when it waited for too long. */
	start(): Promise<CallTicket> {
		if (this.#started.size < mostStarted) return Promise.resolve(this.#admit())
		return new Promise((resolve, reject) => {
			const busy = (): void => reject(new ChainError('undefined', 1, 'too many calls at once: ask again later'))
			if (this.#waiting.length >= mostWaiting) this.#waiting.shift()?.refuse()
			const timer = setTimeout(() => {
				this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
				busy()
			}, waitMs)
			const waiting: Waiting = {
				start: (ticket) => {
					clearTimeout(timer)
					resolve(ticket)
				},
				refuse: () => {
					clearTimeout(timer)
					busy()
				},
			}
			this.#waiting.push(waiting)
		})
	}

	/** A call is over. */
	end(ticket: CallTicket): void {
		this.#started.delete(ticket)
		this.#waiting.pop()?.start(this.#admit())
	}

	/** Throws ChainError for a call that has used more than its part while others wait. */
	assertFair({ usedMs }: CallTicket): void {
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

	#admit(): CallTicket {
		const ticket = { usedMs: 0 }
		this.#started.add(ticket)
		return ticket
	}

	#plan(): void {
		if (this.#isPlanned || this.#turns.length === 0) return
		this.#isPlanned = true
		setImmediate(() => {
			this.#isPlanned = false
			let next = 0
			this.#turns.forEach(({ ticket }, at) => {
				if (ticket.usedMs < this.#turns[next]!.ticket.usedMs) next = at
			})
			this.#turns.splice(next, 1)[0]?.go()
			this.#plan()
		})
	}
}

/** The scheduler of this thread. */
export const callSlots = new CallSlots()
