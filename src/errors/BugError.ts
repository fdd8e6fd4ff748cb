/** A state that should be impossible. It reports a fault of this program, never of its input. */
export class BugError extends Error {
	override readonly name = 'BugError'
}
