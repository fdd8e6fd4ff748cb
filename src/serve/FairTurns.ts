/** One who asks: a connection. */
export class Flow {
	/** Time used so far, in milliseconds, on the scale of `FairTurns`, and the part of it as a greedy connection. */
	used = 0
	greedyUsed = 0
	/** Whether it asks for much at once: then it comes after those that ask for one thing at a time. */
	greedy = false
	/** Jobs that wait, in order. */
	readonly waiting: (() => unknown)[] = []
}

/** Time for jobs in one turn of the event loop, in milliseconds, before sockets, timers and block production run. */
const turnMs = 5
/** The same while new connections arrive, since the system hands over one per turn of the event loop. */
const hurriedTurnMs = 0.5
/** Number of consecutive turns without greedy connections while others have jobs. */
const turnsForOthers = 4
const turnsInHurry = 50
/** Most concurrent jobs that wait for something. */
const mostActive = 8
/** Time after which a waiting job frees its slot, in milliseconds: it waits for a block and uses no processor. */
const placeMs = 25

/**
 * Shares one thread fairly among many connections. Connections with one request at a time go before those with many,
 * which still get a part. Among equals, the one that used least goes first. After a few milliseconds of jobs the event
 * loop turns.
 *
 * The order is that of start-time fair queueing: a connection that is new, or returns after a pause, starts at the mark
 * of the job served last, so a pause gives it neither an advantage nor a disadvantage.
 */
export class FairTurns {
	readonly #backlog = new Set<Flow>()
	/** The marks of the jobs served last. */
	#mark = 0
	#greedyMark = 0
	/** When jobs in progress that wait for something began. */
	readonly #active = new Set<{ readonly since: number }>()
	#turnEnds = 0
	/** Turns since a greedy one had something. */
	#passedOver = 0
	#greedyFrom = 0
	/** Whether connections arrived since the last turn, and whether this turn is short because of them. */
	#hasCome = false
	#hurry = false
	#turnOpen = false
	#placeTimer: ReturnType<typeof setTimeout> | undefined
	readonly #mostChargedMs: number

	/**
	 * @param mostChargedMs The most that one job counts, where all are known to be short: what takes longer was the
	 * collector of garbage or another process.
	 */
	constructor(mostChargedMs = Number.POSITIVE_INFINITY) {
		this.#mostChargedMs = mostChargedMs
	}

	/** Jobs that wait for their turn. */
	get backlog(): number {
		let count = 0
		for (const flow of this.#backlog) count += flow.waiting.length
		return count
	}

	/** Runs a job in its turn, at once if there is room. It must not throw, and a returned promise must not reject. */
	start(flow: Flow, job: () => unknown): void {
		if (this.#backlog.size === 0 && this.#hasRoom()) this.#run(flow, job)
		else {
			flow.waiting.push(job)
			if (!this.#backlog.has(flow)) {
				this.#begin(flow)
				this.#backlog.add(flow)
			}
			this.#openTurn()
		}
	}

	/** Runs a job in its turn and returns its result. */
	run<T>(flow: Flow, job: () => T | Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			this.start(flow, () => {
				try {
					const result = job()
					if (!(result instanceof Promise)) return resolve(result)
					return result.then(resolve, reject)
				} catch (fault) {
					return reject(fault)
				}
			})
		})
	}

	/** A connection has come, and more may wait for theirs. */
	connectionArrived(): void {
		this.#hasCome = true
	}

	/** Forgets the waiting jobs of a connection that is gone. */
	drop(flow: Flow): void {
		flow.waiting.length = 0
		this.#backlog.delete(flow)
	}

	#hasRoom(): boolean {
		if (this.#active.size >= mostActive) return false
		const now = performance.now()
		if (!this.#turnOpen) {
			this.#hurry = this.#hasCome
			this.#hasCome = false
			this.#turnEnds = now + (this.#hurry ? hurriedTurnMs : turnMs)
			this.#openTurn()
		}
		return now < this.#turnEnds
	}

	#openTurn(): void {
		if (this.#turnOpen) return
		this.#turnOpen = true
		setImmediate(this.#turn)
	}

	readonly #turn = (): void => {
		this.#turnOpen = false
		this.#passedOver++
		this.#serveOn()
	}

	/**
	 * Serves until the turn is over, or until a job waits for something: how long that takes shows when it is done, which is
	 * within this turn of the event loop for most.
	 */
	#serveOn(): void {
		let settled = true
		while (settled && this.#backlog.size > 0 && this.#hasRoom()) settled = this.#serve()
		if (this.#backlog.size === 0) return
		if (this.#active.size < mostActive) this.#openTurn()
		else this.#placeTimer ??= setTimeout(this.#freePlaces, placeMs)
	}

	/** Whether the job of the next in turn is done. */
	#serve(): boolean {
		// After a long job of a greedy connection the loop runs for the same time without another.
		const greedyMay = performance.now() >= this.#greedyFrom && this.#passedOver >= (this.#hurry ? turnsInHurry : 0)
		const greedyFirst = this.#passedOver >= turnsForOthers
		let next: Flow | undefined
		for (const flow of this.#backlog) {
			if (flow.greedy && !greedyMay) continue
			if (next === undefined) next = flow
			else if (flow.greedy === next.greedy ? usedBy(flow) < usedBy(next) : flow.greedy === greedyFirst) next = flow
		}
		if (next === undefined) return false
		if (next.greedy) this.#passedOver = 0
		const job = next.waiting.shift()
		if (next.waiting.length === 0) this.#backlog.delete(next)
		return job === undefined || this.#run(next, job)
	}

	#run(flow: Flow, job: () => unknown): boolean {
		this.#begin(flow)
		if (flow.greedy) this.#greedyMark = flow.greedyUsed
		else this.#mark = flow.used
		const since = performance.now()
		const result = job()
		if (!(result instanceof Promise)) {
			this.#charge(flow, performance.now() - since)
			return true
		}
		const place = { since }
		this.#active.add(place)
		void result.then(() => {
			this.#charge(flow, Math.min(performance.now() - since, placeMs))
			if (this.#active.delete(place) && this.#backlog.size > 0) this.#serveOn()
		})
		return false
	}

	/** No connection saves up turns it did not need. */
	#begin(flow: Flow): void {
		if (flow.greedy) flow.greedyUsed = Math.max(flow.greedyUsed, this.#greedyMark)
		else flow.used = Math.max(flow.used, this.#mark)
	}

	#charge(flow: Flow, took: number): void {
		const ms = Math.min(took, this.#mostChargedMs)
		if (!flow.greedy) flow.used += ms
		else flow.greedyUsed += ms
		if (flow.greedy && ms > turnMs) this.#greedyFrom = performance.now() + ms
	}

	readonly #freePlaces = (): void => {
		this.#placeTimer = undefined
		const now = performance.now()
		for (const place of this.#active) if (now - place.since >= placeMs) this.#active.delete(place)
		if (this.#backlog.size > 0) this.#openTurn()
	}
}

function usedBy(flow: Flow): number {
	return flow.greedy ? flow.greedyUsed : flow.used
}
