import { type ByteSource, JsonScanner, type JsonSpan, spanText } from '../../codec/goJson/JsonScanner.ts'
import { UserError } from '../../errors/UserError.ts'
import { notJson, parseReplayScript, parseReplaySteps, type ReplayScript, type ReplayStep } from './replayScript.ts'

/** Steps that are read at once. */
const stepsPerPart = 500

/** A script to be replayed whose steps are read part by part: a million of them would fill the memory. */
export interface ReplayPlan {
	readonly head: Omit<ReplayScript, 'steps'>
	/** The steps in order. Reading on throws UserError for a part with a fault. */
	parts(): Iterable<readonly ReplayStep[]>
}

/** A script that is read already, part by part. */
export function planOf(script: ReplayScript): ReplayPlan {
	const { steps, ...head } = script
	return {
		head,
		*parts() {
			for (let at = 0; at < steps.length; at += stepsPerPart) yield steps.slice(at, at + stepsPerPart)
		},
	}
}

/** Reads a script's JSON but for its steps. @throws {UserError} naming the first fault. */
export function readReplayPlan(source: ByteSource): ReplayPlan {
	const whole = { start: 0, end: source.size }
	const list = findSteps(source)
	// A script without steps, or that is no JSON: whoever reads it whole names the fault.
	if (list === undefined) return planOf(parseReplayScript(spanText(source, whole)))
	const [before, behind] = [
		{ ...whole, end: list.start },
		{ ...whole, start: list.end },
	]
	const { steps: _, ...head } = parseReplayScript(`${spanText(source, before)}[]${spanText(source, behind)}`)
	return {
		head,
		*parts() {
			let [first, texts]: [number, string[]] = [0, []]
			for (const text of stepTexts(source, list)) {
				if (texts.push(text) < stepsPerPart) continue
				yield parseReplaySteps(`[${texts.join(',')}]`, first)
				first += texts.length
				texts = []
			}
			if (texts.length > 0) yield parseReplaySteps(`[${texts.join(',')}]`, first)
		},
	}
}

/** Where the list of steps is; undefined when the source has no such list. */
function findSteps(source: ByteSource): JsonSpan | undefined {
	try {
		const steps = new JsonScanner(source).document({}).get('steps')
		return steps !== undefined && source.read(steps.start, 1)[0] === 0x5b ? steps : undefined
	} catch (fault) {
		if (fault instanceof UserError) return undefined
		throw fault
	}
}

function* stepTexts(source: ByteSource, list: JsonSpan): Generator<string> {
	try {
		for (const [bytes] of new JsonScanner(source, list.start).elements()) yield Buffer.from(bytes).toString()
	} catch (fault) {
		throw fault instanceof UserError ? notJson(fault) : fault
	}
}
