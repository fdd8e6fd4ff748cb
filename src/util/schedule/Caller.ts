import { Line } from './Lines.ts'

/** A call that used no more than this was short, in milliseconds. */
const shortMs = 25

/** A request of more than this is large, in bytes. */
export const largeBytes = 32 * 1024

/** The rank of a message of so many bytes, whose connection waits for so many replies. */
export function rankOf(bytes: number, waiting: number, few = 8): 'few' | 'many' | 'large' {
	if (bytes > largeBytes) return 'large'
	return waiting > few ? 'many' : 'few'
}

/** One who asks: a connection. Its calls are many, so it tells them itself when it leaves: a listener for each is dear. */
export class Caller {
	readonly lines = { few: new Line('few'), many: new Line('many'), large: new Line('large') } as const
	/** Whether nobody takes an answer any more. */
	hasLeft = false
	/** Whether the last call was short. One that asked nothing yet is not known to ask for little. */
	isQuick = false
	readonly #waiting = new Set<() => void>()

	/** Jobs that wait. */
	get backlog(): number {
		const { few, many, large } = this.lines
		return few.waiting.length + many.waiting.length + large.waiting.length
	}

	/** Takes note of the time that a call used, in milliseconds. */
	used(ms: number): void {
		this.isQuick = ms <= shortMs
	}

	/** Runs `left` when the caller leaves, once, unless `stays` takes it back. */
	whenLeft(left: () => void): void {
		this.#waiting.add(left)
	}

	/** Takes back what `whenLeft` was told. */
	stays(left: () => void): void {
		this.#waiting.delete(left)
	}

	/** The caller is gone. Its jobs that wait never run. */
	leave(): void {
		this.hasLeft = true
		for (const { waiting } of Object.values(this.lines)) waiting.length = 0
		for (const left of this.#waiting) left()
		this.#waiting.clear()
	}
}
