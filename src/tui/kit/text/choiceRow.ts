import type { Theme } from '../theme/Theme.ts'
import { cellWidth, fitCells } from './cells.ts'

/**
 * The selected one of a few values, `◂ alice ▸` while it has the focus.
 *
 * @param arrows Whether there are others.
 */
export function choiceRow(theme: Theme, label: string, arrows: boolean, focused: boolean, width: number): string {
	const text = fitCells(label, Math.min(cellWidth(label), focused ? width - 4 : width))
	const shown = focused ? theme.strong(text) : text
	return arrows ? `${theme.key('◂ ')}${shown}${theme.key(' ▸')}` : shown
}
