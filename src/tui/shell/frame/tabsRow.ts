import { type Tab, tabMark } from '../../app/tabs.ts'
import { clip, fitCells } from '../../kit/text/cells.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

/** Position of a tab in the row. */
export interface TabPlace {
	/** The screen a click opens. */
	readonly id: string
	readonly x: number
	readonly width: number
}

/** A tab as it is drawn. */
interface Shown {
	readonly id: string
	readonly label: string
	readonly current: boolean
}

/** The signs of tabs out of sight at either end. */
const [before, after] = ['‹', '›'] as const

/**
 * The tabs in one row, ` 1 Home  2 Greetings …`. Where they do not all fit, first the names of the others become short
 * ones, then the gaps, and then the row scrolls with the current tab: `‹` and `›` lead to the next one out of sight. No
 * word is ever cut.
 */
export function tabsRow(
	theme: Theme,
	tabs: readonly Tab[],
	currentId: string,
	width: number,
): { readonly text: string; readonly places: readonly TabPlace[] } {
	const { shown, gap } = layout(tabs, currentId, width)
	const places: TabPlace[] = []
	let x = 0
	let line = ''
	shown.forEach(({ id, label, current }, index) => {
		// The selected tab's colour reaches one cell to each side, over the gaps.
		const blanks = (index === 0 ? 1 : gap) - (current ? 1 : 0) - (shown[index - 1]?.current === true ? 1 : 0)
		const text = current ? ` ${label} ` : label
		line += ' '.repeat(blanks) + (current ? theme.selected(text) : theme.muted(text))
		x += blanks
		places.push({ id, x, width: text.length })
		x += text.length
	})
	return { text: clip(line, width), places }
}

function layout(
	tabs: readonly Tab[],
	currentId: string,
	width: number,
): { readonly shown: readonly Shown[]; readonly gap: number } {
	const current = tabs.findIndex((tab) => tab.id === currentId)
	const fits = (shown: readonly Shown[], gap: number): boolean =>
		shown.reduce((sum, { label }) => sum + label.length, 2 + gap * (shown.length - 1)) <= width
	const named = (name: (tab: Tab, index: number) => string): readonly Shown[] =>
		tabs.map((tab, index) => ({
			id: tab.id,
			label: `${tabMark(tab, index)} ${name(tab, index)}`.trim(),
			current: index === current,
		}))
	const full = named((tab) => tab.title)
	const mixed = named((tab, index) => (index === current ? tab.title : tab.short))
	for (const [shown, gap] of [
		[full, 2],
		[full, 1],
		[mixed, 2],
		[mixed, 1],
	] as const) {
		if (fits(shown, gap)) return { shown, gap }
	}
	return { shown: scrolled(mixed, Math.max(0, current), (shown) => fits(shown, 1)), gap: 1 }
}

/** As many tabs around the current one as fit, with the signs of those out of sight. */
function scrolled(
	tabs: readonly Shown[],
	current: number,
	fits: (shown: readonly Shown[]) => boolean,
): readonly Shown[] {
	const between = (from: number, to: number): readonly Shown[] => [
		...(from === 0 ? [] : [{ id: tabs[from - 1]!.id, label: before, current: false }]),
		...tabs.slice(from, to + 1),
		...(to === tabs.length - 1 ? [] : [{ id: tabs[to + 1]!.id, label: after, current: false }]),
	]
	let [from, to] = [current, current]
	for (let grew = true; grew; ) {
		grew = false
		// The first tabs stay as long as they can: what is seen first is learned first.
		if (from > 0 && fits(between(from - 1, to))) {
			from--
			grew = true
		}
		if (to < tabs.length - 1 && fits(between(from, to + 1))) {
			to++
			grew = true
		}
	}
	return between(from, to)
}

/** The tabs one below the other, with a rule at their right; `height` rows of `width` cells. */
export function sidebarRows(
	theme: Theme,
	tabs: readonly Tab[],
	currentId: string,
	width: number,
	height: number,
): readonly string[] {
	const marks = tabs.map(tabMark)
	const markCells = Math.max(...marks.map((mark) => mark.length))
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
