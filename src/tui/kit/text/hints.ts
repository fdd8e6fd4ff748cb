import { type Command, isEnabled } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import type { Theme } from '../theme/Theme.ts'
import { cellWidth } from './cells.ts'

/** `n new greeting`, the key in its colour. */
export function hint(theme: Theme, key: string, title: string): string {
	return `${theme.key(formatKey(key))} ${theme.muted(title)}`
}

/**
 * The footer of a list of commands: those with a place in it that can run now, as many as fit; how to leave and the `kept`
 * ones at its end are never cut off.
 */
export function footerHints(
	theme: Theme,
	commands: readonly Command[],
	kept: readonly string[],
	width: number,
): string {
	const separator = theme.border(' · ')
	const usable = commands
		.filter((command) => command.footer !== undefined && isEnabled(command))
		.sort((a, b) => a.footer! - b.footer!)
	const asHint = (command: Command): string => hint(theme, command.keys[0] ?? '', command.title)
	const leaves = (command: Command): boolean => command.keys[0] === 'esc'
	const wanted = usable.filter((command) => !leaves(command)).map(asHint)
	const end = [...usable.filter(leaves).map(asHint), ...kept].join(separator)
	let used = cellWidth(end)
	const shown: string[] = []
	for (const item of wanted) {
		const cells = cellWidth(item) + 3
		if (used + cells > width) break
		used += cells
		shown.push(item)
	}
	return [...shown, end].filter((part) => part !== '').join(separator)
}
