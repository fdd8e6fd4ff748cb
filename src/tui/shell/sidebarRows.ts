import type { Tab } from '../app/tabs.ts'
import { screenDigit } from '../kit/keymap/screenDigit.ts'
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
	const lead = tabs.every(({ title }) => title.length + 3 <= width - 2) ? ' ' : ''
	return Array.from({ length: height }, (_, row) => {
		const tab = tabs[row]
		if (tab === undefined) return `${' '.repeat(width - 2)}${theme.border('│')} `
		const label = fitCells(`${lead}${screenDigit(row) || ' '} ${tab.title}`, width - 2)
		const digitCells = lead.length + 2
		return tab.id === currentId
			? `${theme.selected(label)}${theme.borderActive('▐')} `
			: `${theme.muted(label.slice(0, digitCells))}${label.slice(digitCells)}${theme.border('│')} `
	})
}
