import { tabMark } from '../app/tabKey.ts'
import type { Tab } from '../app/tabs.ts'
import { fitCells } from '../kit/text/cells.ts'
import type { Theme } from '../kit/theme/Theme.ts'

/** The tabs one below the other, with a rule at their right; `height` rows of `width` cells. */
export function sidebarRows(
	theme: Theme,
	tabs: readonly Tab[],
	currentId: string,
	width: number,
	height: number,
): readonly string[] {
	const marks = tabs.map(tabMark)
	const markCells = Math.max(...marks.map((mark) => mark.length), 1)
	const lead = tabs.every(({ title }) => title.length + 2 + markCells <= width - 2) ? ' ' : ''
	return Array.from({ length: height }, (_, row) => {
		const tab = tabs[row]
		if (tab === undefined) return `${' '.repeat(width - 2)}${theme.border('│')} `
		const label = fitCells(`${lead}${marks[row]!.padStart(markCells)} ${tab.title}`, width - 2)
		const digitCells = lead.length + markCells + 1
		return tab.id === currentId
			? `${theme.selected(label)}${theme.borderActive('▐')} `
			: `${theme.muted(label.slice(0, digitCells))}${label.slice(digitCells)}${theme.border('│')} `
	})
}
