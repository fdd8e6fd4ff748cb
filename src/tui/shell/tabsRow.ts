import type { Tab } from '../app/tabs.ts'
import { screenDigit } from '../kit/keymap/screenDigit.ts'
import { clip } from '../kit/text/cells.ts'
import type { Theme } from '../kit/theme/Theme.ts'

/** Where a tab stands in the row. */
export interface TabPlace {
	readonly id: string
	readonly x: number
	readonly width: number
}

/**
 * The tabs in one row, ` 1 Home  2 Greetings …`. Where they do not all fit, first the names of the others become short
 * ones, then the gaps, then the current one's, and at last those farthest from it are left with their digits. No word
 * is ever cut.
 */
export function tabsRow(
	theme: Theme,
	tabs: readonly Tab[],
	currentId: string,
	width: number,
): { readonly text: string; readonly places: readonly TabPlace[] } {
	const current = tabs.findIndex((tab) => tab.id === currentId)
	const { labels, gap } = layout(tabs, current, width)
	const places: TabPlace[] = []
	let x = 0
	let line = ''
	labels.forEach((label, index) => {
		// The selected tab's colour reaches one cell to each side, over the gaps.
		const before = (index === 0 ? 1 : gap) - (index === current ? 1 : 0) - (index > 0 && index - 1 === current ? 1 : 0)
		const text = index === current ? ` ${label} ` : label
		line += ' '.repeat(before) + (index === current ? theme.selected(text) : theme.muted(text))
		x += before
		places.push({ id: tabs[index]!.id, x, width: text.length })
		x += text.length
	})
	return { text: clip(line, width), places }
}

function layout(
	tabs: readonly Tab[],
	current: number,
	width: number,
): { readonly labels: readonly string[]; readonly gap: number } {
	const label = (index: number, name: string): string => `${screenDigit(index)} ${name}`.trim()
	const full = tabs.map((tab, index) => label(index, tab.title))
	const short = tabs.map((tab, index) => label(index, tab.short))
	const mixed = short.map((name, index) => (index === current ? full[index]! : name))
	const fits = (labels: readonly string[], gap: number): boolean =>
		labels.reduce((sum, text) => sum + text.length, 2 + gap * (labels.length - 1)) <= width
	for (const [labels, gap] of [
		[full, 2],
		[full, 1],
		[mixed, 2],
		[mixed, 1],
		[short, 1],
	] as const) {
		if (fits(labels, gap)) return { labels, gap }
	}
	const labels = [...short]
	const farthestFirst = tabs.map((_tab, index) => index).sort((a, b) => Math.abs(b - current) - Math.abs(a - current))
	for (const index of farthestFirst) {
		if (fits(labels, 1) || index === current) break
		if (screenDigit(index) !== '') labels[index] = screenDigit(index)
	}
	return { labels, gap: 1 }
}
