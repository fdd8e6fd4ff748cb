import { styleText } from 'node:util'
import type { CliIo } from '../CliIo.ts'

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
