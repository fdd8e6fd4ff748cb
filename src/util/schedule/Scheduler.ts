import { ChainError } from '../../errors/ChainError.ts'
import type { Caller } from './Caller.ts'
import { type Job, Line, Lines } from './Lines.ts'

/** Time for jobs in one turn of the event loop, in milliseconds, before sockets, timers and block production run. */
const turnMs = 5
/** The same while new connections arrive, since the system hands over one per turn of the event loop. */
const hurriedTurnMs = 0.5
/** Most jobs at a time that wait for something. */
const mostActive = 8
/** Time after which such a job frees its place, in milliseconds: it waits for a block and uses no processor. */
const placeMs = 25

/** Calls of contracts in progress at a time: each holds its memory, which gas bounds to some megabytes. */
const mostCalls = 4
/** Time that a call may use while others wait, in milliseconds. */
const fairMs = 250
/** Longest wait of a call for its start, in milliseconds. */
const waitMs = 10_000
/** Calls that wait to be started, and bytes of their questions. */
const [mostWaiting, mostWaitingBytes] = [5_000, 12_000_000]

/** Most connections at a time that send a large request. */
const mostReading = 8
/** Time for which a connection is read while others wait, in milliseconds, so that one that stalls does not block them. */
const readingMs = 250

/** Who asked for a call. */
export interface Asker {
	/** Bytes that the question holds until its call is over. */
	readonly bytes: number
	readonly caller?: Caller | undefined
}

/** Work that goes on in slices: a call of a contract, or a search. */
export interface Slices {
	readonly line: Line
	readonly caller: Caller | undefined
	/** Time that a call used so far, in milliseconds. */
	usedMs: number
	/** Ends the slice in progress. */
	pause?: () => void
}

/** A connection that sends a large request. Both may be called again and again. */
export interface Readable {
	/** Nothing more is read of it. */
	hold(): void
	/** It is read. */
	goOn(): void
}

interface Waiting extends Asker {
	/** It will start: it is not refused any more. */
	admit(): void
	refuse(reason?: string): void
}

const callerGone = 'execution aborted (its caller has left)'
const tooMany = 'too many calls at once: ask again later'

/**
 * Shares one thread of a node fairly among all who ask, whichever listener they come by. For some milliseconds jobs run
 * in the order of `Lines`, then the event loop turns. A few calls of contracts are in progress at a time. While others
 * wait, one that used more than its share ends. Of those that wait, the newest starts first, so that a flood of endless
 * calls does not block those of others, and before all the newest of a caller whose last call was short. A call whose
 * caller has left does not start, or ends. A few connections at a time are read while they send large requests; the
 * others wait with what they have sent so far.
 */
export class Scheduler {
	readonly #lines = new Lines()
	/** When jobs in progress that wait for something began. */
	readonly #active = new Set<{ readonly since: number }>()
	#turnEnds = 0
	/** Whether connections arrived since the last turn, and whether this turn is short because of them. */
	#hasArrived = false
	#hurry = false
	#turnOpen = false
	#placeTimer: ReturnType<typeof setTimeout> | undefined
	readonly #calls = new Set<Slices>()
	readonly #waiting: Waiting[] = []
	#waitingBytes = 0
	/** Connections that send, with the time for which they were read before, and since when those are read that are not held. */
	readonly #reading = new Map<Readable, { readMs: number; since?: number | undefined }>()
	#readingTimer: ReturnType<typeof setTimeout> | undefined

	/**
	 * Runs a job in its turn, at once if nothing waits and there is time. It must not throw, and a returned promise must not reject.
	 *
	 * @param begins whether it only begins something: what that waits for takes no place
	 */
	start(line: Line, run: () => unknown, begins = false): void {
		const job = { run, begins }
		if (this.#lines.isEmpty && (begins || this.#hasPlace) && this.#hasTime()) this.#run(line, job)
		else {
			this.#lines.add(line, job)
			this.#openTurn()
		}
	}

	/** Runs a job in its turn, or begins it, and returns its result. */
	run<T>(line: Line, job: () => T | Promise<T>, begins = false): Promise<T> {
		return new Promise((resolve, reject) => {
			const run = (): Promise<unknown> | undefined => {
				try {
					const result = job()
					resolve(result)
					return result instanceof Promise && !begins ? result.catch(() => undefined) : undefined
				} catch (fault) {
					reject(fault)
					return undefined
				}
			}
			this.start(line, run, begins)
		})
	}

	/** A connection has come, and more may wait for theirs. */
	connectionArrived(): void {
		this.#hasArrived = true
	}

	/**
	 * Resolves when a call may start. Rejects with ChainError when it waited for too long, when its question is the largest
	 * of too many bytes that wait, and when its caller has left.
	 */
	async startCall(asker: Asker = { bytes: 0 }): Promise<Slices> {
		const call = this.#calls.size < mostCalls ? this.#admit(asker.caller) : await this.#inLine(asker)
		await this.turn(call)
		return call
	}

	/** A call is over. */
	endCall(call: Slices): void {
		call.pause?.()
		call.caller?.used(call.usedMs)
		this.#calls.delete(call)
		const next = this.#waiting.findLast(({ caller }) => caller?.isQuick === true) ?? this.#waiting.at(-1)
		next?.admit()
	}

	/** Throws ChainError for a call that has used more than its part while others wait, or whose caller has left. */
	assertMayGoOn({ usedMs, caller }: Slices): void {
		if (caller?.hasLeft === true) throw new ChainError('undefined', 1, callerGone)
		if (usedMs > fairMs && this.#waiting.length > 0) {
			throw new ChainError('undefined', 1, 'execution aborted (too many calls at once)')
		}
	}

	/** Resolves when the next slice may run. */
	turn(slices: Slices): Promise<void> {
		slices.pause?.()
		return new Promise((goOn) => {
			const run = (): Promise<void> =>
				new Promise((pause) => {
					slices.pause = pause
					goOn()
				})
			this.start(slices.line, run, true)
		})
	}

	/**
	 * Lets others in while something long runs: call the result between its steps and await what it returns. In between nothing
	 * is awaited. It throws ChainError when the caller has left.
	 */
	steps(caller?: Caller): () => Promise<void> | undefined {
		const slices = slicesOf(caller)
		let began = performance.now()
		return () => {
			if (performance.now() - began < turnMs) return undefined
			this.assertMayGoOn(slices)
			return this.turn(slices).then(() => {
				began = performance.now()
			})
		}
	}

	/** A connection has begun to send a large request: it goes on, or is held for a while. */
	read(connection: Readable): void {
		if (this.#reading.has(connection)) return
		this.#reading.set(connection, { readMs: 0 })
		this.#shareReading()
	}

	/** The large request is whole, or the connection gone. */
	endRead(connection: Readable): void {
		if (!this.#reading.delete(connection)) return
		connection.goOn()
		this.#shareReading()
	}

	get #hasPlace(): boolean {
		return this.#active.size < mostActive
	}

	/** Whether there is time left in this turn of the event loop. */
	#hasTime(): boolean {
		const now = performance.now()
		if (!this.#turnOpen) {
			this.#hurry = this.#hasArrived
			this.#hasArrived = false
			this.#turnEnds = now + (this.#hurry ? hurriedTurnMs : turnMs)
			this.#openTurn()
		}
		return now < this.#turnEnds
	}

	#openTurn(): void {
		if (this.#turnOpen) return
		this.#turnOpen = true
		setImmediate(() => {
			this.#turnOpen = false
			this.#lines.turned()
			this.#serveOn()
		})
	}

	/** Serves until the turn is over or a job waits; how long that takes shows when it is done, mostly in this turn. */
	#serveOn(): void {
		if (this.#lines.isEmpty) return
		// Asked first whether one may run: to ask for time begins a turn of the event loop.
		while (this.#lines.mayRun(this.#hasPlace) && this.#hasTime()) {
			const next = this.#lines.take(this.#hasPlace, this.#hurry)
			if (next === undefined || !this.#run(next.line, next.job)) break
		}
		if (this.#lines.mayRun(this.#hasPlace)) this.#openTurn()
		else if (!this.#lines.isEmpty) this.#placeTimer ??= setTimeout(this.#freePlaces, placeMs)
	}

	/** Whether the job is done. */
	#run(line: Line, { run, begins }: Job): boolean {
		this.#lines.served(line)
		const since = performance.now()
		const result = run()
		if (!(result instanceof Promise)) {
			this.#lines.charge(line, performance.now() - since, begins)
			return true
		}
		const place = { since }
		if (!begins) this.#active.add(place)
		const over = (): void => {
			const took = performance.now() - since
			this.#lines.charge(line, begins ? took : Math.min(took, placeMs), false)
			if (this.#active.delete(place) || begins) this.#serveOn()
		}
		// A tick that is asked for among promises comes when all of them have run: what a slice ends with goes out before the next.
		void result.then(begins ? () => process.nextTick(over) : over)
		return false
	}

	readonly #freePlaces = (): void => {
		this.#placeTimer = undefined
		const now = performance.now()
		for (const place of this.#active) if (now - place.since >= placeMs) this.#active.delete(place)
		if (!this.#lines.isEmpty) this.#openTurn()
	}

	#admit(caller: Caller | undefined): Slices {
		const call = slicesOf(caller)
		this.#calls.add(call)
		return call
	}

	#inLine({ bytes, caller }: Asker): Promise<Slices> {
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
					resolve(this.#admit(caller))
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
			while (this.#waitingBytes > mostWaitingBytes) {
				this.#waiting.reduce((largest, other) => (other.bytes > largest.bytes ? other : largest)).refuse()
			}
		})
	}

	/** Reads those that were read least, each for a while. */
	#shareReading(): void {
		const all = [...this.#reading]
		const isTooMany = all.length > mostReading
		const now = performance.now()
		for (const [, state] of all) {
			if (!isTooMany || state.since === undefined || now - state.since < readingMs) continue
			state.readMs += now - state.since
			state.since = undefined
		}
		const order = ([, { since, readMs }]: (typeof all)[number]): number => (since === undefined ? readMs : -1)
		all.sort((a, b) => order(a) - order(b))
		for (const [connection, state] of all.slice(mostReading)) {
			state.since = undefined
			connection.hold()
		}
		for (const [connection, state] of all.slice(0, mostReading)) {
			state.since ??= now
			connection.goOn()
		}
		if (!isTooMany) return
		this.#readingTimer ??= setTimeout(() => {
			this.#readingTimer = undefined
			this.#shareReading()
		}, readingMs)
	}
}

function slicesOf(caller: Caller | undefined): Slices {
	return { line: new Line('long'), caller, usedMs: 0 }
}
