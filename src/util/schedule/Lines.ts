/**
 * How work is ordered, the first first: of one who asks for little at a time, of one who asks for much at a time, what reads
 * a large body or an item of an array, and what goes on in slices.
 */
export type Rank = 'few' | 'many' | 'large' | 'long'

/** What runs when it is its turn. */
export interface Job {
	/** It must not throw, and a returned promise must not reject. */
	run(): unknown
	/** Whether it only begins something: what that waits for has no place. */
	readonly begins: boolean
}

/** Jobs of one rank and caller that wait, in order. */
export class Line {
	readonly rank: Rank
	/** Time used so far, in milliseconds, on the scale of its rank in `Lines`. */
	used = 0
	readonly waiting: Job[] = []

	constructor(rank: Rank) {
		this.rank = rank
	}
}

/** Of each rank: turns of the event loop after which it goes first, and those without it while connections arrive. */
const patience: Readonly<Record<Rank, { readonly turns: number; readonly hurried: number }>> = {
	few: { turns: 2, hurried: 0 },
	many: { turns: 4, hurried: 50 },
	large: { turns: 4, hurried: 50 },
	long: { turns: 2, hurried: 20 },
}
const ranks: readonly Rank[] = ['few', 'many', 'large', 'long']
/** Longest job of one who asks for much that is followed by another at once, in milliseconds. */
const longMs = 5
/** The most that counts for what only begins, in milliseconds: what takes longer was the collector of garbage or another process. */
const mostBeginningMs = 1

/**
 * The lines of a scheduler, and which of them is next. Ranks go in their order, and one that was passed over for some
 * turns of the event loop goes first; in a rank, the line that used least. The order within a rank is that of
 * start-time fair queueing: a line that is new, or returns after a pause, starts at the mark of the job served last, so
 * a pause gives it neither an advantage nor a disadvantage.
 */
export class Lines {
	readonly #lines = new Set<Line>()
	/** Of each rank: the mark of the job served last, turns since then, and the time before which none is served. */
	readonly #ranks = Object.fromEntries(ranks.map((rank) => [rank, { mark: 0, passed: 0, from: 0 }])) as Readonly<
		Record<Rank, { mark: number; passed: number; from: number }>
	>

	/** Whether nobody waits. */
	get isEmpty(): boolean {
		return this.#lines.size === 0
	}

	/** Adds a job to its line. */
	add(line: Line, job: Job): void {
		line.waiting.push(job)
		if (this.#lines.has(line)) return
		this.#begin(line)
		this.#lines.add(line)
	}

	/** The event loop has turned. */
	turned(): void {
		for (const rank of ranks) this.#ranks[rank].passed++
	}

	/** Whether a job waits that may run: without places, one that only begins. */
	mayRun(hasPlace: boolean): boolean {
		for (const { waiting } of this.#lines) if (hasPlace || waiting[0]?.begins === true) return true
		return false
	}

	/** Takes the next job; undefined when none may run now. */
	take(hasPlace: boolean, isHurried: boolean): { readonly line: Line; readonly job: Job } | undefined {
		const now = performance.now()
		let next: Line | undefined
		for (const line of this.#lines) {
			const [job] = line.waiting
			const { passed, from } = this.#ranks[line.rank]
			if (job === undefined) this.#lines.delete(line)
			else if (!hasPlace && !job.begins) continue
			// After a long job of one who asks for much, the loop runs for the same time without another.
			else if (now < from || (isHurried && passed < patience[line.rank].hurried)) continue
			else if (next === undefined || this.#isBefore(line, next)) next = line
		}
		const job = next?.waiting.shift()
		if (next?.waiting.length === 0) this.#lines.delete(next)
		return next && job && { line: next, job }
	}

	/** A job of a line runs now. */
	served(line: Line): void {
		this.#begin(line)
		const rank = this.#ranks[line.rank]
		rank.mark = line.used
		rank.passed = 0
	}

	/** Takes note of the time that a job used, in milliseconds. */
	charge(line: Line, took: number, begins: boolean): void {
		const { many, large } = this.#ranks
		const ms = begins && line.rank !== 'large' ? Math.min(took, mostBeginningMs) : took
		line.used += ms
		if (ms <= longMs || line.rank === 'few' || line.rank === 'long') return
		large.from = performance.now() + ms
		if (line.rank === 'many') many.from = large.from
	}

	/** No line saves up turns it did not need. */
	#begin(line: Line): void {
		line.used = Math.max(line.used, this.#ranks[line.rank].mark)
	}

	#isBefore(line: Line, other: Line): boolean {
		if (line.rank === other.rank) return line.used < other.used
		const isOverdue = ({ rank }: Line): boolean => this.#ranks[rank].passed >= patience[rank].turns
		return isOverdue(line) === isOverdue(other) ? ranks.indexOf(line.rank) < ranks.indexOf(other.rank) : isOverdue(line)
	}
}
