import { tabMark } from '../app/tabKey.ts'
import type { Tab } from '../app/tabs.ts'
import { clip } from '../kit/text/cells.ts'
import type { Theme } from '../kit/theme/Theme.ts'

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

/** Replaces the tabs behind the tenth that do not fit: the key that leads to them. */
const more = 'g…'

/**
 * The tabs in one row, ` 1 Home  2 Greetings …`. Where they do not all fit, first the names of the others become short
 * ones, then the gaps, then those without a digit become one `g…`, then the current one's name is short, and at last those
 * farthest from it are left with their digits. No word is ever cut.
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
		const before = (index === 0 ? 1 : gap) - (current ? 1 : 0) - (shown[index - 1]?.current === true ? 1 : 0)
		const text = current ? ` ${label} ` : label
		line += ' '.repeat(before) + (current ? theme.selected(text) : theme.muted(text))
		x += before
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
	const short = named((tab) => tab.short)
	for (const [shown, gap] of [
		[full, 2],
		[full, 1],
		[mixed, 2],
		[mixed, 1],
		[folded(tabs, mixed, current), 1],
		[folded(tabs, short, current), 1],
	] as const) {
		if (fits(shown, gap)) return { shown, gap }
	}
	let shown = folded(tabs, short, current)
	const place = shown.findIndex((tab) => tab.current)
	const farthestFirst = shown.map((_tab, index) => index).sort((a, b) => Math.abs(b - place) - Math.abs(a - place))
	for (const index of farthestFirst) {
		if (fits(shown, 1) || index === place) break
		const tab = shown[index]!
		shown = shown.with(index, { ...tab, label: tab.label.split(' ')[0]! })
	}
	return { shown, gap: 1 }
}

/** Folds the tabs without a digit into one that opens the next of them; the current one stays. */
function folded(tabs: readonly Tab[], shown: readonly Shown[], current: number): readonly Shown[] {
	const isFolded = (index: number): boolean => index >= digits && index !== current
	const hidden = tabs.map((_tab, index) => index).filter(isFolded)
	const next = hidden.find((index) => index > current) ?? hidden[0]
	const kept = shown.filter((_tab, index) => !isFolded(index))
	return next === undefined ? kept : [...kept, { id: tabs[next]!.id, label: more, current: false }]
}

/** Tabs that have a digit. */
const digits = 10
