import { describe, expect, it } from 'vitest'
import { type Inside, ListModel } from '../../../../src/tui/app/list/ListModel.ts'
import { listRemarks } from '../../../../src/tui/app/list/ListScreen.tsx'
import { listCommands } from '../../../../src/tui/app/list/listCommands.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { whyDisabled } from '../../../../src/tui/kit/keymap/Command.ts'
import { ItemList } from '../../../../src/tui/kit/models/ItemList.ts'
import { placesApp } from '../../support/placesApp.ts'

interface Row {
	readonly id: string
}

/** A list of rows, with something open over it where a test says so. */
class Rows extends ListModel<Row> {
	rows: readonly Row[] = ['a', 'b', 'c'].map((id) => ({ id }))
	open: Inside | undefined
	readonly list = new ItemList<Row>({
		items: () => this.rows,
		keyOf: ({ id }) => id,
		texts: ({ id }) => [id],
		columns: [{ id: 'id', order: ({ id }) => id }],
		follows: 'last',
		changed: () => void this.changes++,
	})
	/** How often what is selected may have changed. */
	changes = 0

	override get inside(): Inside | undefined {
		return this.open
	}
}

const made = (app: TuiApp = placesApp({})): Rows => new Rows(app)

describe('a screen that is a list', () => {
	it('a screen that is a list gives keys and Esc to what is open over it, then clears its filter', () => {
		const model = made()
		const movable = {} as NonNullable<Inside['movable']>
		let answer = false
		expect([model.crumbs(), model.movable(), model.back()]).toEqual([[], model.list, false])
		model.list.setFilter('b')
		model.open = { crumb: '#7', movable, close: () => answer }
		expect([model.crumbs(), model.movable() === movable, model.back(), model.list.filter]).toEqual([
			...[['#7'], true, false, 'b'],
		])
		answer = true
		expect(model.back()).toBe(true)
		model.open = { crumb: '#7', close: () => false }
		expect(model.movable()).toBe(model.list)
		model.open = undefined
		expect([model.back(), model.list.filter, model.back()]).toEqual([true, '', false])
	})

	it('a screen that is a list shows 24 characters of its filter', () => {
		const model = made()
		const shown = (length: number): string | undefined => {
			model.list.setFilter('z'.repeat(length))
			return listRemarks(model.list)[0]
		}
		expect([shown(24), shown(25)]).toEqual([`/${'z'.repeat(24)}`, `/${'z'.repeat(24)}…`])
	})

	it('a screen that is a list tells its filter, or whether it follows and where the selection is', () => {
		const model = made()
		model.list.cursor.follow(true)
		expect(listRemarks(model.list)).toEqual(['following', '3 of 3'])
		model.list.select('b')
		expect([listRemarks(model.list), listRemarks(model.list, ''), listRemarks(model.list, 'here')]).toEqual([
			...[['2 of 3'], [], ['here']],
		])
		model.list.setFilter('b')
		expect(listRemarks(model.list)).toEqual(['/b', model.list.found])
		model.list.setFilter('')
		model.rows = []
		model.list.cursor.follow(true)
		expect(listRemarks(model.list)).toEqual([])
	})
})

describe('the keys of a list', () => {
	it('the keys of a list are those that its screen has, each with what that says differently', () => {
		const model = made()
		expect(listCommands(model, { id: 'x' })).toEqual([])
		const commands = listCommands(model, {
			...{ id: 'x', filter: { footer: 3 }, sort: { title: 'order' }, follow: {} },
			open: { description: 'Open it.', run: () => {} },
		})
		expect(commands.map(({ id, keys, title, footer }) => [id, keys.join(), title, footer])).toEqual([
			['x.filter', '/', 'filter', 3],
			['x.open', 'enter,right,l', 'open', undefined],
			['x.sort', 's', 'order', undefined],
			['x.follow', 'f', 'hold', undefined],
		])
	})

	it('the keys of a list filter, sort, follow, and open what is selected while nothing is', () => {
		const app = placesApp({})
		const model = made(app)
		const opened: (string | undefined)[] = []
		const command = (verb: string) =>
			listCommands(model, {
				...{ id: 'x', filter: { placeholder: 'a letter' }, sort: {}, follow: {} },
				open: { description: 'Open it.', run: () => void opened.push(model.list.selected?.id) },
			}).find(({ id }) => id === `x.${verb}`)!
		expect(whyDisabled(command('open'))).toBe('')
		void command('open').run()
		expect(opened).toHaveLength(1)
		model.open = { crumb: '', close: () => true }
		expect(whyDisabled(command('open'))).toBe('nothing is selected')
		model.open = undefined
		model.rows = []
		expect(whyDisabled(command('open'))).toBe('nothing is selected')
		model.rows = ['b', 'a'].map((id) => ({ id }))
		model.list.cursor.follow(false)
		expect(command('follow').title).toBe('follow')
		const before = model.changes
		void command('follow').run()
		expect([command('follow').title, model.list.cursor.following, model.changes - before]).toEqual(['hold', true, 1])
		void command('follow').run()
		expect([model.list.cursor.following, model.changes - before]).toEqual([false, 2])
		void command('sort').run()
		expect(model.list.shown.map(({ id }) => id)).toEqual(['a', 'b'])
		void command('filter').run()
		expect(app.topOverlay).toBeDefined()
	})
})
