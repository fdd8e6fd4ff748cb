/**
 * Delivers events in batches, at most one per interval: the first at once, the following ones together. A node that
 * makes a hundred blocks a second then costs ten redraws, not a hundred.
 */
export class EventBatcher<Event> {
	readonly #deliver: (events: readonly Event[]) => void
	readonly #intervalMs: number
	#events: Event[] = []
	#timer: NodeJS.Timeout | undefined

	constructor(deliver: (events: readonly Event[]) => void, intervalMs = 100) {
		this.#deliver = deliver
		this.#intervalMs = intervalMs
	}

	/** Adds an event to the next batch. */
	push(event: Event): void {
		this.#events.push(event)
		if (this.#timer === undefined) this.#flush()
	}

	/** Drops waiting events. */
	stop(): void {
		clearTimeout(this.#timer)
		this.#timer = undefined
		this.#events = []
	}

	#flush(): void {
		const events = this.#events
		this.#events = []
		this.#timer = setTimeout(() => {
			this.#timer = undefined
			if (this.#events.length > 0) this.#flush()
		}, this.#intervalMs)
		this.#deliver(events)
	}
}
