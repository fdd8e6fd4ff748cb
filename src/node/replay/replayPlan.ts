import { parseReplayScript, parseReplaySteps, type ReplayScript, type ReplayStep } from './replayScript.ts'

/** Steps that are read at once. */
const stepsPerPart = 500

/** A script to be replayed whose steps are read part by part: a million of them would fill the memory. */
export interface ReplayPlan {
	readonly head: Omit<ReplayScript, 'steps'>
	/** How many steps there are. */
	readonly length: number
	/** The steps in order. Reading on throws UserError for a part with a fault. */
	parts(): Iterable<readonly ReplayStep[]>
}

/** A script that is read already, part by part. */
export function planOf(script: ReplayScript): ReplayPlan {
	const { steps, ...head } = script
	return {
		head,
		length: steps.length,
		*parts() {
			for (let at = 0; at < steps.length; at += stepsPerPart) yield steps.slice(at, at + stepsPerPart)
		},
	}
}

/**
 * Reads a script's JSON but for its steps, which are only counted.
 *
 * @throws {UserError} naming the first fault.
 */
export function readReplayPlan(bytes: Buffer): ReplayPlan {
	const found = findSteps(bytes)
	// A script without steps, or that is no JSON: whoever reads it whole names the fault.
	if (found === undefined) return planOf(parseReplayScript(bytes.toString()))
	const { cuts, length } = found
	const [start, end] = [cuts[0] as number, cuts[cuts.length - 1] as number]
	const { steps: _, ...head } = parseReplayScript(bytes.toString('utf8', 0, start) + bytes.toString('utf8', end))
	return {
		head,
		length,
		*parts() {
			for (let part = 1; part < cuts.length; part++) {
				const from = cuts[part - 1] as number
				// A part but the first begins with the comma behind the one before.
				const text = bytes.toString('utf8', part === 1 ? from : from + 1, cuts[part])
				yield parseReplaySteps(`[${text}]`, (part - 1) * stepsPerPart)
			}
		},
	}
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where the list of steps begins, is cut into parts, and ends; undefined when the bytes have no such list. */
function findSteps(bytes: Buffer): { readonly cuts: readonly number[]; readonly length: number } | undefined {
	const cuts: number[] = []
	let [depth, commas, keyStart, keyEnd] = [0, 0, 0, 0]
	let isValue = false
	let isEmpty = true
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at] as number
		if (byte <= 0x20) continue
		const isOpening = byte === openList || byte === openObject
		if (cuts.length > 0 && byte !== closeList) isEmpty = false
		if (byte === quote) {
			const end = endOfText(bytes, at)
			if (end < 0) return undefined
			if (depth === 1 && !isValue) [keyStart, keyEnd] = [at + 1, end]
			at = end
		} else if (byte === openList && depth === 1 && isValue && bytes.toString('latin1', keyStart, keyEnd) === 'steps') {
			cuts.push(at + 1)
			depth++
		} else if (isOpening) {
			depth++
		} else if (byte === closeList || byte === closeObject) {
			depth--
			if (cuts.length === 0 || depth > 1) continue
			cuts.push(at)
			return { cuts, length: isEmpty ? 0 : commas + 1 }
		} else if (byte === comma && depth === 2 && cuts.length > 0) {
			if (++commas % stepsPerPart === 0) cuts.push(at)
		}
		if (depth === 1) isValue = byte === colon
	}
	return undefined
}

/** Where the text ends that begins at a quote: at the next one that no backslash escapes. -1 for one without an end. */
function endOfText(bytes: Buffer, start: number): number {
	let end = start
	for (;;) {
		end = bytes.indexOf(quote, end + 1)
		if (end < 0) return -1
		let slashes = 0
		while (bytes[end - 1 - slashes] === backslash) slashes++
		if (slashes % 2 === 0) return end
	}
}
