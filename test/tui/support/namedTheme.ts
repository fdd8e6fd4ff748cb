import { makeTheme } from '../../../src/tui/kit/theme/makeTheme.ts'
import type { Theme } from '../../../src/tui/kit/theme/Theme.ts'

const names = Object.entries(makeTheme('dark', 'dark', 1)).flatMap(([name, paint]) =>
	typeof paint === 'function' ? [name] : [],
)

/** A theme whose colours can be read back by `named`, for tests of what is drawn in which colour. */
export const namedTheme = {
	...makeTheme('dark', 'dark', 1),
	...Object.fromEntries(
		names.map((name, at) => [name, (text: string) => (text === '' ? '' : `\u001b[38;5;${at}m${text}\u001b[39m`)]),
	),
} as Theme

/** A frame of `namedTheme` with the names of its colours: `‹muted:text›`. */
export function named(frame: string): string {
	return frame
		.replaceAll(/\u001b\[38;5;(\d+)m/g, (_, at: string) => `‹${names[Number(at)]}:`)
		.replaceAll('\u001b[39m', '›')
}
