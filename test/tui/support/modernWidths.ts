import type xterm from '@xterm/headless'
import stringWidth from 'string-width'

type Emulator = InstanceType<typeof xterm.Terminal>

/** What the character before tells about the next one. */
const kinds = { plain: 0, joiner: 1, regional: 2 } as const

/**
 * Lets the emulator count cells as new terminals do, by grapheme clusters: emoji are two cells, and what joins them none.
 * Without it xterm knows the widths of Unicode 6, as old terminals do.
 */
export function modernWidths(emulator: Emulator): void {
	emulator.unicode.register({
		version: 'modern',
		wcwidth: (code) => Math.min(2, stringWidth(String.fromCodePoint(code))) as 0 | 1 | 2,
		charProperties: properties,
	})
	emulator.unicode.activeVersion = 'modern'
}

/** The emulator's packing: kind, two bits of width, one bit for joining the cell before. */
function properties(code: number, preceding: number): number {
	const kind = preceding >> 3
	const widthBefore = (preceding >> 1) & 3
	const joins = (width: number, next: number): number => (next << 3) | (Math.max(width, widthBefore) << 1) | 1
	const char = String.fromCodePoint(code)
	if (code < 0x300) return (kinds.plain << 3) | (1 << 1)
	if (preceding !== 0) {
		if (code === 0x200d) return joins(0, kinds.joiner)
		if (code === 0xfe0f) return joins(2, kinds.plain)
		if (/^[\p{M}\p{Emoji_Modifier}]$/u.test(char)) return joins(0, kinds.plain)
		if (kind === kinds.joiner) return joins(stringWidth(char), kinds.plain)
		if (kind === kinds.regional && isRegional(code)) return joins(2, kinds.plain)
	}
	const width = isRegional(code) ? 2 : Math.min(2, stringWidth(char))
	return ((isRegional(code) ? kinds.regional : kinds.plain) << 3) | (width << 1)
}

function isRegional(code: number): boolean {
	return code >= 0x1f1e6 && code <= 0x1f1ff
}
