/** Where a code may jump to, and the values it pushes, by their place. */
export interface CodeAnalysis {
	readonly jumps: Uint8Array<ArrayBuffer>
	readonly pushes: { [pc: number]: bigint }
}

/** Who looks through a code. */
interface Analyst {
	_getValidJumpDestinations(code: Uint8Array): CodeAnalysis
}

/** By the very array: a code that is read from the state again is the same one while it is shared (`SharedCodes`). */
const known = new WeakMap<Uint8Array, CodeAnalysis>()

/** What is to be known of a code before its first jump; found once for each array. No fork that is supported changes it. */
export function analysisOf(code: Uint8Array, analyst: Analyst): CodeAnalysis {
	const found = known.get(code)
	if (found !== undefined) return found
	const { jumps, pushes } = analyst._getValidJumpDestinations(code)
	const analysis = { jumps, pushes }
	known.set(code, analysis)
	return analysis
}
