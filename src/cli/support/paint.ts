import { styleText } from 'node:util'
import type { CliIo } from '../processIo.ts'

/** Colours of a command's text output. Without colours each function returns its text unchanged. */
export interface Paint {
	strong(text: string): string
	muted(text: string): string
	good(text: string): string
	warn(text: string): string
	bad(text: string): string
	accent(text: string): string
}

/** Colours on a terminal, unless NO_COLOR is set or the terminal has none. */
export function paintFor(io: CliIo): Paint {
	const colored = io.onTerminal === true && (io.env.NO_COLOR ?? '') === '' && io.env.TERM !== 'dumb'
	const style =
		(...formats: ('bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan')[]) =>
		(text: string): string =>
			colored ? formats.reduce((painted, format) => styleText(format, painted, { validateStream: false }), text) : text
	return {
		strong: style('bold'),
		muted: style('dim'),
		good: style('green'),
		warn: style('yellow'),
		bad: style('red', 'bold'),
		accent: style('cyan'),
	}
}

/**
 * Makes an untrusted text safe for one terminal line: escapes characters that move the cursor or hide or reorder text
 * (`\u001b`), and cuts long texts.
 * @param most Longest result in characters.
 */
export function printable(text: string, most = 200): string {
	const shown = [...text].slice(0, most).join('')
	const safe = shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) =>
		[...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
	)
	return shown.length < text.length ? `${safe}…` : safe
}

/** Local time of day: `09:41:07`. */
export function clock(time: string | number): string {
	const date = new Date(time)
	return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}
