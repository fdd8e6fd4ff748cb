import { parseReplayScript, parseReplaySteps, type ReplayScript, type ReplayStep } from './replayScript.ts'

/** Bytes of a script: all of them, as a `Buffer`, or those of a file, which are read when a part is asked for. */
export interface InputBytes {
	readonly length: number
	subarray(from: number, to: number): Buffer
}

/** Bytes that the search for the steps looks at together. */
const windowSize = 1024 * 1024

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
export function readReplayPlan(bytes: InputBytes): ReplayPlan {
	const text = (from: number, to: number): string => bytes.subarray(from, to).toString()
	const found = findSteps(bytes)
	// A script without steps, or that is no JSON: whoever reads it whole names the fault.
	if (found === undefined) return planOf(parseReplayScript(text(0, bytes.length)))
	const { cuts, length } = found
	const [start, end] = [cuts[0] as number, cuts[cuts.length - 1] as number]
	const { steps: _, ...head } = parseReplayScript(text(0, start) + text(end, bytes.length))
	return {
		head,
		length,
		*parts() {
			for (let part = 1; part < cuts.length; part++) {
				const from = cuts[part - 1] as number
				// A part but the first begins with the comma behind the one before.
				const steps = text(part === 1 ? from : from + 1, cuts[part] as number)
				yield parseReplaySteps(`[${steps}]`, (part - 1) * stepsPerPart)
			}
		},
	}
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where the list of steps begins, is cut into parts, and ends; undefined when the bytes have no such list. */
function findSteps(bytes: InputBytes): { readonly cuts: readonly number[]; readonly length: number } | undefined {
	const looked = new Looked(bytes)
	const cuts: number[] = []
	let [depth, commas, keyStart, keyEnd] = [0, 0, 0, 0]
	let isValue = false
	let isEmpty = true
	for (let at = 0; at < bytes.length; at++) {
		const byte = looked.at(at)
		if (byte <= 0x20) continue
		const isOpening = byte === openList || byte === openObject
		if (cuts.length > 0 && byte !== closeList) isEmpty = false
		if (byte === quote) {
			const end = looked.endOfText(at)
			if (end < 0) return undefined
			if (depth === 1 && !isValue) [keyStart, keyEnd] = [at + 1, end]
			at = end
		} else if (byte === openList && depth === 1 && isValue && bytes.subarray(keyStart, keyEnd).toString() === 'steps') {
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

/** Bytes that are looked at from their begin on, a window of them at a time. */
class Looked {
	readonly #bytes: InputBytes
	/** Where the window begins. */
	#start = 0
	#window: Buffer

	constructor(bytes: InputBytes) {
		this.#bytes = bytes
		this.#window = bytes.subarray(0, windowSize)
	}

	at(index: number): number {
		if (index < this.#start || index >= this.#start + this.#window.length) {
			this.#start = index - (index % windowSize)
			this.#window = this.#bytes.subarray(this.#start, this.#start + windowSize)
		}
		return this.#window[index - this.#start] as number
	}

	/** Where the text ends that begins at a quote: at the next one that no backslash escapes. -1 for one without an end. */
	endOfText(start: number): number {
		for (let at = start + 1; at < this.#bytes.length; at++) {
			if (this.at(at) !== quote) at = this.#nextQuote(at)
			if (at < 0) return -1
			let slashes = 0
			while (this.at(at - 1 - slashes) === backslash) slashes++
			if (slashes % 2 === 0) return at
		}
		return -1
	}

	#nextQuote(from: number): number {
		for (let at = from; at < this.#bytes.length; at = this.#start + this.#window.length) {
			this.at(at)
			const found = this.#window.indexOf(quote, at - this.#start)
			if (found >= 0) return this.#start + found
		}
		return -1
	}
}
