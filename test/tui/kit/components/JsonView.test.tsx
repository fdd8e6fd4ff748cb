import { describe, expect, it } from 'vitest'
import { JsonView } from '../../../../src/tui/kit/components/JsonView.tsx'
import { JsonTree } from '../../../../src/tui/kit/models/JsonTree.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

const value = {
	name: 'a',
	n: -1.5,
	yes: true,
	list: [1, 'x'],
	hash: '0123456789abcdef0123456789ABCDEF',
	deep: {},
	long: 'ä'.repeat(40),
}

/** The rows of a tree with their colours. */
function drawn(tree: JsonTree, props: Partial<Parameters<typeof JsonView>[0]> = {}, width = 30, height = 20) {
	const app = kitApp({ theme: namedTheme })
	const part = renderPart(<JsonView tree={tree} {...props} />, { app, width, height })
	return {
		app,
		rows: (): readonly string[] => {
			app.touch()
			return named(part.frame()).split('\n')
		},
	}
}

describe('JsonView', () => {
	it('tells names and kinds of values apart, and cuts a hash in its middle but a text at its end', () => {
		expect(drawn(new JsonTree(value), { active: false }).rows()).toEqual([
			'▾ {',
			'    ‹muted:"name": ›‹good:"a",›',
			'    ‹muted:"n": ›‹chart2:-1.5,›',
			'    ‹muted:"yes": ›‹warn:true,›',
			'  ▾ ‹muted:"list": ›[',
			'      ‹chart2:1,›',
			'      ‹good:"x"›',
			'    ],',
			'    ‹muted:"hash": ›‹good:"0123456…9ABCDEF",›',
			'    ‹muted:"deep": ›‹warn:{},›',
			'    ‹muted:"long": ›‹good:"ääääääääääääääää›…',
			'  }',
		])
	})

	it('marks the selected row over its whole width, and a folded one by its sign', () => {
		const tree = new JsonTree(value, 1)
		const { rows } = drawn(tree, {}, 24, 3)
		expect(rows()).toEqual([
			'‹selected:▾ {                     ›',
			'    ‹muted:"name": ›‹good:"a",›',
			'    ‹muted:"n": ›‹chart2:-1.5,›',
		])
		tree.select('.list')
		expect(rows()).toEqual([
			'    ‹muted:"n": ›‹chart2:-1.5,›',
			'    ‹muted:"yes": ›‹warn:true,›',
			'‹selected:  ▸ "list": [ 2 items ],›',
		])
	})

	it('JsonView has a column for signs where rows are meant by something elsewhere', () => {
		const tree = new JsonTree(value, 1)
		const { rows } = drawn(tree, { lit: ['.n', '.list[0]', '.gone'], sign: '›' }, 24, 6)
		expect(rows()).toEqual([
			'‹selected:› ▾ {                   ›',
			'      ‹muted:"name": ›‹good:"a",›',
			'‹match:◆     "n": -1.5,›',
			'      ‹muted:"yes": ›‹warn:true,›',
			'‹match:◆   ▸ "list": [ 2 …ms ],›',
			'      ‹muted:"hash": ›‹good:"012…DEF",›',
		])
		tree.select('.n')
		expect(rows().slice(0, 3)).toEqual([
			'  ▾ {',
			'      ‹muted:"name": ›‹good:"a",›',
			'‹selected:◆     "n": -1.5,        ›',
		])
	})

	it('cuts a value only as far as its name leaves room, and shows no more than a row', () => {
		const hash = { hash: value.hash, h: value.hash }
		const cut = (width: number): readonly string[] =>
			drawn(new JsonTree(hash), { active: false }, width).rows().slice(1, 3)
		expect([20, 21, 46, 47].map(cut)).toEqual([
			['    ‹muted:"hash": ›‹good:"012345›…', '    ‹muted:"h": ›‹good:"0123…CDEF"›'],
			['    ‹muted:"hash": ›‹good:"0123456›…', '    ‹muted:"h": ›‹good:"01234…CDEF"›'],
			[
				'    ‹muted:"hash": ›‹good:"0123456789abcde…123456789ABCDEF",›',
				'    ‹muted:"h": ›‹good:"0123456789abcdef0123456789ABCDEF"›',
			],
			[
				'    ‹muted:"hash": ›‹good:"0123456789abcdef0123456789ABCDEF",›',
				'    ‹muted:"h": ›‹good:"0123456789abcdef0123456789ABCDEF"›',
			],
		])
	})

	it('the wheel moves the selection by three rows and tells of it, as a click does', () => {
		const tree = new JsonTree(value)
		let moved = 0
		const { app, rows } = drawn(tree, { onSelect: () => moved++ })
		rows()
		app.hits.wheel(1, 2, 2)
		expect([tree.cursor.selected, moved]).toEqual([3, 1])
		app.hits.wheel(1, 2, 2)
		app.hits.wheel(-1, 2, 2)
		expect([tree.cursor.selected, moved]).toEqual([3, 3])
		app.hits.click(2, 4)
		expect([tree.cursor.selected, moved, tree.rows.length]).toEqual([4, 4, 12])
		app.hits.click(2, 4)
		expect([moved, tree.rows.length]).toEqual([5, 9])
	})

	it('a click below the last row of a short value does nothing', () => {
		const tree = new JsonTree({ a: 1 })
		const { app, rows } = drawn(tree, { height: 2 }, 30, 9)
		expect(rows()).toHaveLength(2)
		app.hits.click(2, 2)
		expect(tree.cursor.selected).toBe(0)
	})
})
