/** A source whose reading can be paused. */
export interface Readable {
	hold(): void
	goOn(): void
}

/** Most connections that send a large request at a time. */
const lanes = 8
/**
 * Time for which a connection keeps its lane while others wait, in milliseconds, so that one that stalls does not block
 * them.
 */
const laneMs = 250

/** Lets a few connections at a time send large requests; the others wait in order with what they have sent so far. */
export class ReadLanes {
	/** The sending connections with their start times. */
	readonly #sending = new Map<Readable, number>()
	readonly #waiting = new Set<Readable>()
	#timer: ReturnType<typeof setTimeout> | undefined

	/** A connection has started a large request: it continues or waits. */
	enter(connection: Readable): void {
		if (this.#sending.has(connection) || this.#waiting.has(connection)) return
		if (this.#sending.size < lanes) this.#sending.set(connection, performance.now())
		else {
			connection.hold()
			this.#waiting.add(connection)
			this.#timer ??= setTimeout(this.#rotate, laneMs)
		}
	}

	/** The request is whole, or the connection gone. */
	leave(connection: Readable): void {
		if (this.#waiting.delete(connection)) connection.goOn()
		if (this.#sending.delete(connection)) this.#admit()
	}

	#admit(): void {
		for (const connection of this.#waiting) {
			if (this.#sending.size >= lanes) return
			this.#waiting.delete(connection)
			this.#sending.set(connection, performance.now())
			connection.goOn()
		}
	}

	readonly #rotate = (): void => {
		this.#timer = undefined
		const before = performance.now() - laneMs
		let free = this.#waiting.size
		for (const [connection, since] of this.#sending) {
			if (since > before || free-- <= 0) continue
			this.#sending.delete(connection)
			connection.hold()
			this.#waiting.add(connection)
		}
		this.#admit()
		if (this.#waiting.size > 0) this.#timer = setTimeout(this.#rotate, laneMs)
	}
}
