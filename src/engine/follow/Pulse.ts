/** Places in the shared memory. */
const [changes, turns] = [0, 1]

/** Memory that the block-making thread shares with others: it shows new data without waiting for a message. */
export class Pulse {
	/** To be handed to the other threads. */
	readonly memory: SharedArrayBuffer
	readonly #counts: Int32Array

	constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(8)) {
		this.memory = memory
		this.#counts = new Int32Array(memory)
	}

	/** Counts what became durable. */
	get changes(): number {
		return Atomics.load(this.#counts, changes)
	}

	/** Counts how often the chain began and ended to go back: odd while it does. */
	get turns(): number {
		return Atomics.load(this.#counts, turns)
	}

	/** Something is durable that was not. */
	change(): void {
		Atomics.add(this.#counts, changes, 1)
	}

	/** The chain begins to go back, or is back. */
	turn(): void {
		Atomics.add(this.#counts, turns, 1)
	}
}
