import type { List, Movable } from '../../kit/models/List.ts'
import type { ScreenModel } from '../ScreenModel.ts'
import type { TuiApp } from '../TuiApp.ts'

/** What is open over a list: it has the keys, and on narrow terminals the screen. */
export interface Inside {
	/** What the movement keys move; the list if absent. */
	readonly movable?: Movable | undefined
	/** Where it is in the breadcrumb line. */
	readonly crumb: string
	/** Handles Esc. Returns false to let the app go back to where a link was followed. */
	close(): boolean
}

/**
 * A screen that is a list and what is open over it: movement keys, breadcrumb and Esc. A screen says which list it has
 * (`ItemList`, or `WindowList` for one too long to hold) and what is open; `ListScreen` draws it, `listCommands` gives it
 * the keys of a list.
 */
export abstract class ListModel<Row> implements ScreenModel {
	readonly app: TuiApp
	abstract readonly list: List<Row>

	constructor(app: TuiApp) {
		this.app = app
	}

	/** What is open over the list. */
	get inside(): Inside | undefined {
		return undefined
	}

	crumbs(): readonly string[] {
		const { inside } = this
		return inside === undefined ? [] : [inside.crumb]
	}

	movable(): Movable {
		return this.inside?.movable ?? this.list
	}

	/** Esc closes what is open, then clears the filter. */
	back(): boolean {
		const { inside, list } = this
		if (inside !== undefined) return inside.close()
		if (list.filter === '') return false
		list.setFilter('')
		return true
	}
}

/** Where rows that are read in pages come from. */
export interface PageSource<Page> {
	/** Reads from one number to another, or a page of so many rows. */
	readonly read: (from: number, to: number) => Promise<Page>
	/** Called when rows that were missing are there. */
	readonly loaded: () => void
	readonly failed: (error: unknown) => void
}
