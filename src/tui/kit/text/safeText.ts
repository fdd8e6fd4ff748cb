import { segments } from './segments.ts'

/**
 * Makes untrusted text (greetings, memos, key names, node replies) safe to print on one line of a terminal. Everything
 * that could move the cursor, change the terminal's state, reorder the line or hide is replaced by a mark that can be
 * seen: control characters become control pictures (`␛`, `␤`), the rest a name in angle quotes (`‹RLO›`). Emoji of the
 * recommended set keep their joiners; a letter keeps at most two combining marks.
 * @param limit Number of UTF-16 units read at most; a longer text ends with `…`. Keeps a megabyte line cheap.
 */
export function safeText(text: string, limit = 4_096): string {
	const cut = text.length > limit
	const source = cut ? text.slice(0, limit) : text
	if (plain.test(source)) return cut ? `${source}…` : source
	let out = ''
	for (const segment of segments(source)) out += safeCluster(segment)
	return cut ? `${out}…` : out
}

/** `safeText` for each line of a text: line feeds (also CR LF) stay line breaks. */
export function safeLines(text: string, limit = 65_536): readonly string[] {
	const cut = text.length > limit ? `${text.slice(0, limit)}…` : text
	return cut.split(/\r?\n/).map((line) => safeText(line, limit))
}

/** One grapheme cluster as it may be printed. */
function safeCluster(cluster: string): string {
	if (plain.test(cluster) || isEmoji(cluster)) return cluster
	let out = ''
	let combining = 0
	let surplus = 0
	for (const char of cluster.normalize('NFC')) {
		const code = char.codePointAt(0)!
		if (hidden.test(char)) {
			if (isPresentationSelector(code) && presentable.test(out)) continue
			out += mark(code)
		} else if (combiningMark.test(char)) {
			if (out === '') out += mark(code)
			else if (++combining <= 2) out += char
			else surplus++
		} else {
			out += char
			combining = 0
		}
	}
	return surplus === 0 ? out : `${out}‹+${surplus}›`
}

/** VS15 and VS16 only choose the picture of the character before them. */
function isPresentationSelector(code: number): boolean {
	return code === 0xfe0e || code === 0xfe0f
}

function mark(code: number): string {
	if (code === 0x0a) return '␤'
	if (code < 0x20) return String.fromCodePoint(0x2400 + code)
	if (code === 0x7f) return '␡'
	return `‹${names.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}›`
}

const plain = /^[\x20-\x7e]*$/
let rgiEmoji: RegExp | undefined

/** Whether a cluster is one emoji. The expression is built at its first use: that takes 13 ms. */
function isEmoji(cluster: string): boolean {
	// The compiler's target does not know the v flag, Node 20 does.
	// biome-ignore lint/complexity/useRegexLiterals: see above.
	rgiEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')
	return rgiEmoji.test(cluster)
}

const presentable = /[\p{Extended_Pictographic}\d#*]$/u
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const combiningMark = /\p{M}/u

/** Short names of the characters people are most often tricked with (Unicode 15, general punctuation and BOM). */
const names = new Map<number, string>([
	[0x85, 'NEL'],
	[0x90, 'DCS'],
	[0x9b, 'CSI'],
	[0x9c, 'ST'],
	[0x9d, 'OSC'],
	[0xad, 'SHY'],
	[0x61c, 'ALM'],
	[0x200b, 'ZWSP'],
	[0x200c, 'ZWNJ'],
	[0x200d, 'ZWJ'],
	[0x200e, 'LRM'],
	[0x200f, 'RLM'],
	[0x2028, 'LS'],
	[0x2029, 'PS'],
	[0x202a, 'LRE'],
	[0x202b, 'RLE'],
	[0x202c, 'PDF'],
	[0x202d, 'LRO'],
	[0x202e, 'RLO'],
	[0x2060, 'WJ'],
	[0x2066, 'LRI'],
	[0x2067, 'RLI'],
	[0x2068, 'FSI'],
	[0x2069, 'PDI'],
	[0xfeff, 'BOM'],
])
