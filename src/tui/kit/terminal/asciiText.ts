import { cellWidth, graphemes } from '../text/cells.ts'

/** Signs that have a likeness of one cell, by what they become. */
const likenesses: Readonly<Record<string, string>> = {
	'-': '─━╌–—−',
	'|': '│┃┊║‖▐▌',
	'+': '┌┐└┘├┤┬┴┼╭╮╰╯',
	'*': '●◆★◈◉•',
	o: '○◌☆◇',
	'0': '◐◑',
	v: '✓▾',
	x: '✗×',
	'>': '▸▶›→⇒',
	'<': '◂◀‹←⇐',
	'^': '▴↑▲',
	'.': '·∙',
	'~': '≈…',
	'=': '≠≡',
	'#': '█▓▇▆▅▄',
	':': '░▒▃▂▁',
	'"': '“”„',
	"'": '‘’',
	'?': '⚑◷⏱',
}

const ascii = new Map(Object.entries(likenesses).flatMap(([to, signs]) => [...signs].map((sign) => [sign, to])))

const sequences = /(\x1b\[[\d;]*m|\x1b\]8;[^\x07]*\x07)/
const plain = /^[\x00-\x7e]*$/

/** A row for terminals of ASCII alone, as wide: borders and marks become their likeness, other signs `?`. */
export function asciiText(line: string): string {
	if (plain.test(line)) return line
	return line
		.split(sequences)
		.map((part) => (part.startsWith('\x1b') ? part : [...graphemes(part)].map(asciiSign).join('')))
		.join('')
}

function asciiSign(sign: string): string {
	if (plain.test(sign)) return sign
	const found = ascii.get(sign)
	if (found !== undefined) return found
	const code = sign.charCodeAt(0)
	// Braille of charts: as full as it has dots.
	if (code >= 0x2800 && code <= 0x28ff)
		return ' .:#'.charAt(Math.ceil([...(code & 0xff).toString(2)].filter((bit) => bit === '1').length / 3))
	return '?'.repeat(cellWidth(sign))
}
