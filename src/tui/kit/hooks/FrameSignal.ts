/** Notifies of changes at most once per turn of the event loop, because one key often makes several changes. */
export class FrameSignal {
	readonly #listeners = new Set<() => void>()
	#waiting: NodeJS.Immediate | undefined

	/** Notifies the listeners in the next turn. */
	readonly changed = (): void => {
		this.#waiting ??= setImmediate(this.flush)
	}

	/** Notifies the listeners now if there are changes. Tests and the plain mode do not wait for the next turn. */
	readonly flush = (): void => {
		if (this.#waiting === undefined) return
		clearImmediate(this.#waiting)
		this.#waiting = undefined
		for (const listener of [...this.#listeners]) listener()
	}

	/** Adds a listener; returns a function that removes it. */
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
}
