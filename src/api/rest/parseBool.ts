import { plainError } from '../../errors/plainError.ts'
import { goQuote } from '../../util/goQuote.ts'

const truths = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
const lies = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])

/** A truth value as Go's strconv.ParseBool reads it; throws its text. */
export function parseBool(text: string): boolean {
	if (truths.has(text)) return true
	if (lies.has(text)) return false
	throw plainError(`strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`)
}
