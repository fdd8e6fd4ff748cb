import { cellWidth, fitCells } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

/** Content of the first row. */
export interface HeaderFacts {
	/** Location of the user, from the screen down. */
	readonly crumbs: readonly string[]
	/** The signing key; coloured, may be empty. */
	readonly who: string
	/** State of the node; coloured. */
	readonly state: string
}

/** The first row: where, who and which node; and the column from which a click means who, and which node. */
export function headerRow(
	theme: Theme,
	{ crumbs, who, state }: HeaderFacts,
	width: number,
): { readonly text: string; readonly whoFrom: number; readonly stateFrom: number } {
	const right = [who, state].filter((part) => part !== '').join(theme.border('  │  '))
	const rightWidth = Math.min(cellWidth(right), width - 16)
	const path = crumbs.map((crumb) => safeText(crumb, 80)).join(theme.border(' › '))
	const room = width - rightWidth - 2
	const startingWith = (name: string): string => ` ${theme.accent(name)} ${theme.border('›')} ${path}`
	const named = startingWith('◆ chain-tui')
	// Where one is matters more than the program's name.
	const left = cellWidth(named) <= room ? named : startingWith('◆')
	return {
		text: `${fitCells(left, room)} ${fitCells(right, rightWidth)} `,
		whoFrom: width - 1 - rightWidth,
		stateFrom: width - 1 - cellWidth(state),
	}
}

/** The line below the first row, if the tabs are at the left. */
export function ruleRow(theme: Theme, sidebar: number, width: number): string {
	return theme.border(`${'─'.repeat(sidebar - 2)}┬${'─'.repeat(width - sidebar + 1)}`)
}
