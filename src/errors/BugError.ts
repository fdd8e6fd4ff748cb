/** A state the code holds to be impossible: a fault of ours, never of the input. */
export class BugError extends Error {
	override readonly name = 'BugError'
}
