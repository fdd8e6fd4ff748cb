import { describe, expect, it } from 'vitest'
import { ItemTable } from '../../../../src/tui/kit/components/ItemTable.tsx'
import { ItemList } from '../../../../src/tui/kit/models/ItemList.ts'
import { askFilter } from '../../../../src/tui/kit/overlays/askFilter.ts'
import type { LinePrompt } from '../../../../src/tui/kit/overlays/LinePrompt.tsx'
import { filterRemark } from '../../../../src/tui/kit/text/filterRemark.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { type KitApp, kitApp } from '../../support/kitApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

describe('ItemTable', () => {
	function table(app: KitApp, names: readonly string[]) {
		const chosen: (string | undefined)[] = []
		const list: ItemList<string> = new ItemList<string>({
			items: () => names,
			keyOf: (name) => name,
			texts: (name) => [name],
			sorts: { name: (a, b) => (a < b ? -1 : 1) },
			changed: () => chosen.push(list.selected),
		})
		const part = renderPart(
			<ItemTable
				list={list}
				columns={[{ title: 'name', id: 'name', width: 'flex' }]}
				row={(name, mark) => [mark(name)]}
				empty={['Nobody is here.']}
			/>,
			{ app, width: 30, height: 6 },
		)
		const rows = (): readonly string[] => {
			app.touch()
			return part
				.text()
				.split('\n')
				.map((row) => row.trimEnd())
		}
		return { list, chosen, rows, frame: part.frame }
	}

	it('stays with the selected item while it is filtered and sorted by a click on the title', () => {
		const app = kitApp()
		const { list, rows, chosen } = table(app, ['cherry', 'apple', 'banana'])
		rows()
		app.hits.click(5, 2)
		expect(rows()).toEqual(['  name', '  cherry', '▸ apple', '  banana'])
		expect(chosen).toEqual(['apple'])
		app.hits.click(3, 0)
		expect(rows()).toEqual(['  name ▴', '▸ apple', '  banana', '  cherry'])
		list.setFilter('AN')
		expect(rows()).toEqual(['  name ▴', '▸ banana'])
		list.setFilter('nothing')
		expect(rows()).toEqual(['', 'Nothing matches.', 'Esc clears the filter.'])
		expect(table(app, []).rows()).toEqual(['Nobody is here.'])
	})

	it('marks what the filter found and tells how many there are', () => {
		const theme = makeTheme('dark', 'dark', 3)
		const app = kitApp({ theme })
		const { list, frame } = table(app, ['cherry', 'orange', 'banana'])
		expect(filterRemark(list, '3 of yours')).toBe('3 of yours')
		list.setFilter('an')
		app.touch()
		expect(frame()).toContain(`b${theme.match('an')}${theme.match('an')}a`)
		expect(frame()).not.toContain('cherry')
		expect(filterRemark(list)).toBe('/an · 2 of 3')
	})

	it('ItemTable is filtered while one types; Enter keeps the filter, Esc clears it', () => {
		const app = kitApp()
		const { list } = table(app, ['cherry', 'apple', 'banana'])
		askFilter(app, list)
		const prompt = app.overlays[0] as LinePrompt
		prompt.onKey({ id: 'a', text: 'a' })
		prompt.onKey({ id: 'n', text: 'n' })
		expect(list.shown).toEqual(['banana'])
		prompt.commands()[0]!.run()
		expect([list.filter, app.overlays.length]).toEqual(['an', 0])
		askFilter(app, list)
		;(app.overlays[0] as LinePrompt).commands()[1]!.run()
		expect(list.filter).toBe('')
	})
})
