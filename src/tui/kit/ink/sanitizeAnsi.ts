import { stripVTControlCharacters } from 'node:util'
import { BoundedCache } from '../../../util/BoundedCache.ts'

const cleaned = new BoundedCache<string>()

/**
 * Replaces `ink/build/sanitize-ansi.js`: keeps colours and links, removes every other control sequence and character.
 * Ink's own passes all of OSC, so a text could set the clipboard or the window title. Untrusted text has already passed
 * `safeText`; this is a second line of defence.
 */
export default function sanitizeAnsi(text: string): string {
	return controls.test(text) ? cleaned.get(text, clean) : text
}

function clean(text: string): string {
	return text
		.split(kept)
		.map((part, index) => (index % 2 === 1 ? part : stripVTControlCharacters(part).replaceAll(everyControl, '')))
		.join('')
}

/** Control characters other than the line feed. */
const controls = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/
const everyControl = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/g
/** Colours (SGR), and links as the kit writes them (OSC 8, ended by BEL or ST). */
const kept = /(\x1b\[[\d:;]*m|\x1b\]8;[\x20-\x7e]*?(?:\x07|\x1b\\))/
