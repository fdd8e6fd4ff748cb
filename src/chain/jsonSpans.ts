/**
 * Positions of the values of a JSON object's own members in its text: `[start, end)` by key, the last one of a repeated
 * key. The text must be valid JSON. It preserves numbers, order and spelling of a part.
 */
export function jsonSpans(text: string): ReadonlyMap<string, readonly [number, number]> {
	const spans = new Map<string, readonly [number, number]>()
	let at = skipSpace(text, 0)
	if (text[at] !== '{') return spans
	at = skipSpace(text, at + 1)
	while (at < text.length && text[at] !== '}') {
		const keyEnd = valueEnd(text, at)
		const key: unknown = JSON.parse(text.slice(at, keyEnd))
		const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
		const end = valueEnd(text, start)
		spans.set(String(key), [start, end])
		at = skipSpace(text, end)
		if (text[at] === ',') at = skipSpace(text, at + 1)
	}
	return spans
}

function skipSpace(text: string, from: number): number {
	let at = from
	while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++
	return at
}

function valueEnd(text: string, from: number): number {
	let at = from
	let depth = 0
	do {
		const char = text[at]
		if (char === '"') at = stringEnd(text, at)
		else {
			if (char === '{' || char === '[') depth++
			else if (char === '}' || char === ']') depth--
			at++
			// A bare word or number ends at the next structural character.
			if (depth === 0 && char !== '}' && char !== ']')
				while (at < text.length && !',}] \t\r\n'.includes(text[at]!)) at++
		}
	} while (depth > 0 && at < text.length)
	return at
}

function stringEnd(text: string, from: number): number {
	let at = from + 1
	while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
	return at + 1
}
