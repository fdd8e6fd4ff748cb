import { describe, expect, it } from 'vitest'
import { JsonTree } from '../../../../src/tui/kit/models/JsonTree.ts'

const value = { a: { b: [1, { c: 'x' }], 'd.e': {} }, f: [null], g: true }

/** The rows as they are drawn, with the depth as blanks. */
function drawn(tree: JsonTree): readonly string[] {
	return tree.rows.map(
		({ depth, name, text, comma }) =>
			`${' '.repeat(depth)}${name === undefined ? '' : `${name}: `}${text}${comma ? ',' : ''}`,
	)
}

describe('JsonTree', () => {
	it('a JSON value is drawn with a comma after all but the last of each object and array', () => {
		const tree = new JsonTree(value)
		expect(drawn(tree)).toEqual([
			'{',
			' a: {',
			'  b: [',
			'   1,',
			'   {',
			'    c: "x"',
			'   }',
			'  ],',
			'  d.e: {}',
			' },',
			' f: [',
			'  null',
			' ],',
			' g: true',
			'}',
		])
		expect(tree.rows.map(({ kind }) => kind).join(' ')).toBe(
			'open open open number open string close close word close open word close word close',
		)
		expect(tree.rows.filter(({ kind }) => kind !== 'close').map(({ path }) => path)).toEqual([
			...['', '.a', '.a.b', '.a.b[0]', '.a.b[1]', '.a.b[1].c', '.a.d_e', '.f', '.f[0]', '.g'],
		])
		expect(new JsonTree('text').rows).toEqual([
			{ path: '', depth: 0, name: undefined, text: '"text"', kind: 'string', comma: false },
		])
	})

	it('a JSON value that starts folded from a depth counts what is folded', () => {
		expect(drawn(new JsonTree(value, 1))).toEqual(['{', ' a: { 2 members },', ' f: [ 1 item ],', ' g: true', '}'])
		expect(drawn(new JsonTree(value, 2))).toEqual([
			...['{', ' a: {', '  b: [ 2 items ],', '  d.e: {}', ' },', ' f: [', '  null', ' ],', ' g: true', '}'],
		])
		expect(drawn(new JsonTree({ one: 1 }, 0))).toEqual(['{ 1 member }'])
	})

	it('the row that shows a path is its own, or that of what is folded around it', () => {
		const open = new JsonTree(value)
		expect(['', '.a', '.a.b[1].c', '.g', '.h'].map((path) => open.placeOf(path))).toEqual([0, 1, 5, 13, -1])
		const folded = new JsonTree({ ab: 1, a: { b: 1 } }, 1)
		expect(['.a', '.a.b', '.a[0]', '.ab', '.abc', '.x.b'].map((path) => folded.placeOf(path))).toEqual([
			...[2, 2, 2, 1, -1, -1],
		])
	})

	it('a path that nothing shows leaves the selection where it is', () => {
		const tree = new JsonTree(value)
		expect(tree.select('.g')).toBe(true)
		expect(tree.cursor.selected).toBe(13)
		expect(tree.select('.h')).toBe(false)
		expect(tree.cursor.selected).toBe(13)
		expect(tree.select('')).toBe(true)
		expect(tree.cursor.selected).toBe(0)
	})

	it('a fold takes the object or array of the selected row, which stays selected', () => {
		const tree = new JsonTree(value)
		// A member folds what it is in, a closing bracket its own object.
		for (const [row, folded] of [
			[3, '  b: [ 2 items ],'],
			[6, '   { 1 member }'],
			[9, ' a: { 2 members },'],
			[10, ' f: [ 1 item ],'],
			[11, ' f: [ 1 item ],'],
			[13, '{ 3 members }'],
		] as const) {
			tree.cursor.select(row)
			tree.toggle()
			expect(drawn(tree)[tree.cursor.selected]).toBe(folded)
			tree.toggle()
			expect(drawn(tree)).toHaveLength(15)
		}
	})

	it('a fold of a single value changes nothing', () => {
		const tree = new JsonTree(7)
		tree.toggle()
		expect(drawn(tree)).toEqual(['7'])
	})

	it('the movement keys tell that the selection moved', () => {
		let moved = 0
		const tree = new JsonTree(value, undefined, () => moved++)
		tree.move(2)
		tree.edge('last')
		tree.page(-1)
		expect([moved, tree.cursor.selected]).toEqual([3, 5])
	})
})
