import { type Tab, tabs } from '../../app/tabs.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { firstFooterRow } from './footerRow.ts'
import { frameSize, tooSmallRows } from './frameSize.ts'
import { headerRow, ruleRow } from './headerRow.ts'
import { phaseRows } from './phaseRows.ts'
import { sidebarRows, tabsRow } from './tabsRow.ts'

/**
 * The rows of the first frame, built from the texts of the components before screens, Ink and React load, which takes
 * longest. Ink then draws the same rows, so nothing flickers.
 * @param screen Id of the screen in front.
 * @param saved Whether a saved node is used, not the one given at the start.
 */
export function firstFrame(
	theme: Theme,
	options: { readonly columns: number; readonly rows: number; readonly screen: string; readonly saved: boolean },
): readonly string[] {
	const { columns, rows, saved } = options
	const { tooSmall, sidebar, contentWidth, contentHeight } = frameSize(columns, rows)
	if (tooSmall) return tooSmallRows(columns, rows)
	const all: readonly Tab[] = Object.values(tabs)
	const tab = all.find(({ id }) => id === options.screen) ?? tabs.home
	const crumbs = [tab.title]
	// Logs and RPC can be used without a node: their rows come with their components.
	const isAlone = tab.id === tabs.logs.id || tab.id === tabs.rpc.id
	const content = isAlone ? [] : phaseRows(theme, { problem: undefined, saved, isFailed: false }, contentWidth)
	const side = sidebar === 0 ? [] : sidebarRows(theme, all, tab.id, sidebar, contentHeight)
	return [
		headerRow(theme, { crumbs, who: '', state: theme.warn('◐ starting') }, columns).text,
		sidebar === 0 ? tabsRow(theme, all, tab.id, columns).text : ruleRow(theme, sidebar, columns),
		...Array.from({ length: contentHeight }, (_, row) => `${side[row] ?? ''}${content[row] ?? ''}`),
		firstFooterRow(theme, columns),
	].map((row) => row.trimEnd())
}
