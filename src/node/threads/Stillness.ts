/** Longest time a thread's event loop may not turn, in ms: calls end after 10 s and give way long before. */
const mostStillMs = 12_000
/** Processor time of the process in that time, in ms. Less of it means that the machine is busy with other work. */
const leastUsedMs = 6_000
/** Time after which a thread counts as still though hardly any processor time was used, in ms: it waits for what never comes. */
const mostIdleMs = 60_000

/** Tells from regular looks at a thread whether it stands still by its own fault. */
export class Stillness {
	/** The turn that it was last seen at: what the process had used then, and how long it has lasted. */
	#turn: { readonly turns: number; readonly usedMs: number; stillMs: number } | undefined

	/**
	 * Notes one look.
	 * @param turns counter of the thread's event loop
	 * @param passedMs time between two looks
	 * @param usedMs processor time that the process has used in its life
	 * @returns for how many ms it stands still, once that is too long
	 */
	look(turns: number, passedMs: number, usedMs: number): number | undefined {
		const turn = this.#turn
		if (turn?.turns !== turns) {
			this.#turn = { turns, usedMs, stillMs: 0 }
			return
		}
		turn.stillMs += passedMs
		const most = usedMs - turn.usedMs < leastUsedMs ? mostIdleMs : mostStillMs
		return turn.stillMs < most ? undefined : turn.stillMs
	}
}
