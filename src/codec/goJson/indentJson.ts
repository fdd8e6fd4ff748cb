/**
 * JSON text with one member or item a line, as Go's json.Indent lays it out with an empty prefix: `{}` and `[]` stay
 * together, one space behind a colon. The text must be valid JSON; its strings and numbers are not touched.
 */
export function indentJson(text: string, step = '  '): string {
	const out: string[] = []
	let depth = 0
	let isFresh = false
	for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs)) {
		if (isFresh && token !== '}' && token !== ']') {
			depth++
			out.push(`\n${step.repeat(depth)}`)
		}
		const wasFresh = isFresh
		isFresh = token === '{' || token === '['
		if (token === ',') out.push(`,\n${step.repeat(depth)}`)
		else if (token === ':') out.push(': ')
		else if ((token === '}' || token === ']') && !wasFresh) {
			depth--
			out.push(`\n${step.repeat(depth)}${token}`)
		} else out.push(token)
	}
	return out.join('')
}
