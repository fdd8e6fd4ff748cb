/** A source of wall time. Tests and the frozen clock of a developer node inject their own. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
