import type { ItemList } from '../models/ItemList.ts'
import { grouped } from '../text/numbers.ts'
import type { UiApp } from '../UiApp.ts'
import { LinePrompt } from './LinePrompt.tsx'

/** `/`: filters a list while one types; arrows move in it meanwhile, Enter keeps the filter, Esc clears it. */
export function askFilter<Item>(
	app: UiApp,
	list: ItemList<Item>,
	options: { readonly placeholder?: string; readonly changed?: (filter: string) => void } = {},
): void {
	const set = (text: string): void => {
		list.setFilter(text)
		options.changed?.(text)
	}
	app.show(
		new LinePrompt(app, {
			title: 'Filter',
			prompt: '/',
			initial: list.filter,
			placeholder: options.placeholder ?? 'words that all occur',
			changed: set,
			accepted: set,
			cancelled: () => set(''),
			remark: () => `${grouped(list.shown.length)} of ${grouped(list.all.length)}`,
			move: (delta) => list.move(delta),
		}),
	)
}
