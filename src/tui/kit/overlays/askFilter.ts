import type { Filterable } from '../models/List.ts'
import type { UiApp } from '../UiApp.ts'
import { askLine } from './LinePrompt.tsx'

/**
 * `/`: filters a list while the user types. Arrows move in the list meanwhile, Enter keeps the filter, Esc clears it.
 * @param placeholder Describes the possible input.
 */
export function askFilter(app: UiApp, list: Filterable, placeholder = 'words that must all occur'): void {
	askLine(app, {
		title: 'Filter',
		prompt: '/',
		initial: list.filter,
		placeholder,
		changed: (text) => list.setFilter(text),
		accepted: (text) => list.setFilter(text),
		cancelled: () => list.setFilter(''),
		remark: () => list.found,
		move: (delta) => list.move(delta),
	})
}
