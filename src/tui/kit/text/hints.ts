import { type Command, isEnabled } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import type { Theme } from '../theme/Theme.ts'
import { cellWidth } from './cells.ts'

/** `n new greeting`, the key in its colour. */
export function hint(theme: Theme, key: string, title: string): string {
	return `${theme.key(formatKey(key))} ${theme.muted(title)}`
}

/** A key with its text in the footer. */
export interface Hint {
	/** Key id. */
	readonly key: string
	/** Coloured. */
	readonly text: string
}

/** A row of hints, and the cells of each, which a click finds. */
export interface HintRow {
	readonly text: string
	readonly places: readonly { readonly key: string; readonly x: number; readonly width: number }[]
}

/** The footer of commands that have a place in it and can run, as fit; leaving and `kept` ones are never cut. */
export function footerHints(theme: Theme, commands: readonly Command[], kept: readonly Hint[], width: number): HintRow {
	const usable = commands
		.filter((command) => command.footer !== undefined && isEnabled(command))
		.sort((a, b) => a.footer! - b.footer!)
	const asHint = ({ keys: [key = ''], title }: Command): Hint => ({ key, text: hint(theme, key, title) })
	const leaves = (command: Command): boolean => command.keys[0] === 'esc'
	const wanted = usable.filter((command) => !leaves(command)).map(asHint)
	const end = [...usable.filter(leaves).map(asHint), ...kept]
	let used = end.reduce((sum, { text }) => sum + cellWidth(text) + 3, -3)
	const shown: Hint[] = []
	for (const item of wanted) {
		const cells = cellWidth(item.text) + 3
		if (used + cells > width) break
		used += cells
		shown.push(item)
	}
	let x = 0
	const places = [...shown, ...end].map(({ key, text }) => {
		const place = { key, x, width: cellWidth(text) }
		x += place.width + 3
		return place
	})
	return { text: [...shown, ...end].map(({ text }) => text).join(theme.border(' · ')), places }
}
