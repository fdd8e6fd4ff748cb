import type { Theme } from '../theme/Theme.ts'
import { cellWidth, fitCells } from './cells.ts'

/**
 * The chosen one of a few, `◂ alice ▸` while the keys are there.
 *
 * @param arrows Whether there is another one to go to.
 */
export function choiceRow(theme: Theme, label: string, arrows: boolean, focused: boolean, width: number): string {
	const text = fitCells(label, Math.min(cellWidth(label), focused ? width - 4 : width))
	const shown = focused ? theme.strong(text) : text
	return arrows ? `${theme.key('◂ ')}${shown}${theme.key(' ▸')}` : shown
}
