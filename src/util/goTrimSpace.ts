/** Trims Unicode White_Space (Go: strings.TrimSpace; JavaScript's `trim` differs). */
export function goTrimSpace(text: string): string {
	let start = 0
	let end = text.length
	while (start < end && isGoSpace(text.charCodeAt(start))) start++
	while (end > start && isGoSpace(text.charCodeAt(end - 1))) end--
	return text.slice(start, end)
}

/** Whether a text holds only white space (Go: `len(strings.TrimSpace(s)) == 0`). */
export function isGoBlank(text: string): boolean {
	return goTrimSpace(text) === ''
}

/** Go's unicode.IsSpace: includes U+0085, excludes U+FEFF. */
function isGoSpace(code: number): boolean {
	return (
		(code >= 0x09 && code <= 0x0d) ||
		code === 0x20 ||
		code === 0x85 ||
		code === 0xa0 ||
		code === 0x1680 ||
		(code >= 0x2000 && code <= 0x200a) ||
		code === 0x2028 ||
		code === 0x2029 ||
		code === 0x202f ||
		code === 0x205f ||
		code === 0x3000
	)
}
