/** A call that used no more than this was short, in milliseconds. */
const shortMs = 25

/** One who asks for calls: a connection. */
export class Caller {
	/** Aborted when nobody takes an answer any more. */
	readonly gone: AbortSignal
	/** Whether the last call was short. One that asked nothing yet is not known to ask for little. */
	isQuick = false

	constructor(gone: AbortSignal) {
		this.gone = gone
	}

	/** Takes note of the time that a call used, in milliseconds. */
	used(ms: number): void {
		this.isQuick = ms <= shortMs
	}
}
