/** Tells that something changed, once per turn of the event loop however often it did: a key often makes three changes. */
export class FrameSignal {
	readonly #listeners = new Set<() => void>()
	#waiting: NodeJS.Immediate | undefined

	/** Tells the listeners in the next turn. */
	readonly changed = (): void => {
		this.#waiting ??= setImmediate(this.flush)
	}

	/** Tells them now, if there is something to tell: tests and the plain mode do not wait for the next turn. */
	readonly flush = (): void => {
		if (this.#waiting === undefined) return
		clearImmediate(this.#waiting)
		this.#waiting = undefined
		for (const listener of [...this.#listeners]) listener()
	}

	/** Listens from now on; returns what ends it. */
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
}
