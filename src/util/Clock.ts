/** A source of wall time, injected so that tests and the frozen clock of a developer node can replace it. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }
