import { describe, expect, it } from 'vitest'
import type { FormKind, FormRow } from '../../../../../src/codec/legacy/forms/Comparison.ts'
import { Amounts } from '../../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../../src/tui/app/Preferences.ts'
import type { ListColumn } from '../../../../../src/tui/kit/models/List.ts'
import type { AccountsModel } from '../../../../../src/tui/screens/accounts/AccountsModel.ts'
import {
	ComparisonTable,
	emptyRows,
	explanationRows,
	kindText,
	meaningText,
	shortPath,
	shortValue,
} from '../../../../../src/tui/screens/accounts/compared/ComparisonTable.tsx'
import { named, namedTheme as theme } from '../../../support/namedTheme.ts'

const row: FormRow = {
	...{ meaning: 'coins', path8: '.result.coins', value8: '[]', path9: undefined, value9: undefined },
	...{ kind: 'omitted', explanation: 'Balances are asked for elsewhere.' },
}
/** A model with a selected row and these changes. */
function modelOf(more: Partial<Record<keyof AccountsModel, unknown>> = {}, selected?: FormRow): AccountsModel {
	const usual = { compared: { selected }, changes: new Map(), fault: '', current: undefined, onlyDifferences: false }
	return { ...usual, ...more } as unknown as AccountsModel
}

describe('a row of the comparison', () => {
	it('a row of the comparison has a sign, a word and a colour for each kind of difference', () => {
		const kinds = 'same moved renamed omitted added typeChanged movedToOtherQuery changed'.split(' ') as FormKind[]
		expect(kinds.map((kind) => named(kindText({ ...row, kind }, theme)))).toEqual([
			...['‹muted:= same›', '‹accent:→ moved›', '‹accent:≈ renamed›', '‹warn:− left out›', '‹accent:+ added›'],
			...['‹warn:# other type›', '‹warn:⇒ other query›', '‹warn:≠ changed›'],
		])
	})

	it('a row of the comparison is explained with both paths and values, and what a block changed of it', () => {
		const told = (more: Parameters<typeof modelOf>[0] = {}, selected: FormRow | undefined = row) =>
			explanationRows(modelOf(more, selected), { theme, width: 200 }).map((line) => named(line).trimEnd())
		const [gen8, gen9] = ['‹strong:gen 8›  .result.coins  ‹muted:[]›', '‹strong:gen 9›  ‹muted:not there›']
		const why = '‹warn:− left out›  Balances are asked for elsewhere.'
		expect(told()).toEqual([gen8, gen9, why])
		const changes = new Map([['coins', { height: 12, before: '[1]' }]])
		expect(told({ changes })[2]).toBe(`${why}‹warn: · ● changed in block 12 from [1]›`)
		expect(told({ changes: new Map([['coins', { height: 12, before: undefined }]]) })[2]).toBe(
			`${why}‹warn: · ● changed in block 12 from nothing›`,
		)
		expect(told({ changes: new Map([['other', { height: 12, before: '1' }]]) })[2]).toBe(why)
		expect(told({}, { ...row, path9: '.r', value8: undefined }).slice(0, 2)).toEqual([
			'‹strong:gen 8›  .result.coins',
			'‹strong:gen 9›  .r',
		])
		expect(explanationRows(modelOf(), { theme, width: 100 })).toEqual([])
	})

	it('a row of the comparison is explained with what a hostile node sends at length cut', () => {
		const [path, value, before, why] = ['p', 'v', 'b', 'w'].map((letter) => letter.repeat(3_000)) as [...string[]]
		const selected = { ...row, path8: path, value8: value, path9: path, value9: value, explanation: why } as FormRow
		const changes = new Map([['coins', { height: 1, before }]])
		const lines = explanationRows(modelOf({ changes }, selected), { theme, width: 3_000 })
		const cut = (letter: string, count: number): string => `${letter.repeat(count)}…`
		expect(lines.map((line) => named(line).trimEnd())).toEqual([
			`‹strong:gen 8›  ${cut('p', 300)}  ‹muted:${cut('v', 2_000)}›`,
			`‹strong:gen 9›  ${cut('p', 300)}  ‹muted:${cut('v', 2_000)}›`,
			`‹warn:− left out›  ${cut('w', 300)}‹warn: · ● changed in block 1 from ${cut('b', 80)}›`,
		])
		expect(meaningText(modelOf(), { ...row, meaning: 'm'.repeat(99) }, theme)).toBe(`  ${cut('m', 80)}`)
	})

	it('a row of the comparison has a path cut in its first half, after its first word where there is room', () => {
		const path = '.result.value.base_vesting_account.base_account'
		expect(shortPath(undefined, 9)).toBe('–')
		const cells = [48, 47, 46, 20, 19, 16, 15, 2, 1, 0]
		expect(cells.map((width) => shortPath(path, width))).toEqual([
			...[path, path, '.result.val….base_vesting_account.base_account', '.resu…t.base_account'],
			...['.res…t.base_account', '.res…ase_account', '…t.base_account', '…t', '…', '…'],
		])
		expect(shortPath('p'.repeat(301), 400)).toBe(`${'p'.repeat(300)}…`)
	})

	it('a row of the comparison is marked after a block changed it', () => {
		const changes = new Map([['coins', { height: 12, before: '[1]' }]])
		expect(named(meaningText(modelOf({ changes }), row, theme))).toBe('‹warn:●› coins')
		expect(meaningText(modelOf(), row, theme)).toBe('  coins')
	})

	it('a row of the comparison tells coins as amounts, and anything else as it is', () => {
		const amounts = new Amounts(memoryPreferences(), () => 'uchain')
		const short = (value: string | undefined): string => shortValue(value, amounts)
		expect([undefined, '', '"x"', '{"denom":1}'].map(short)).toEqual(['–', '', '"x"', '{"denom":1}'])
		expect(short('[{"denom":"uchain","amount":"1500000"},{"denom":"a","amount":"2"}]')).toBe('[1.50 CHAIN, 2 a]')
		const digits = (count: number): string => `[{"denom":"a","amount":"${'1'.repeat(count)}"}]`
		expect(short(digits(100))).toMatch(/^\[1(,111){33} a\]$/)
		const odd = '[{"denom":"a","amount":"1"},null]'
		for (const text of [odd, digits(101), '[{"denom":"a","amount":"-1"}]', '[{"denom":"a"}]'])
			expect(short(text)).toBe(text)
		const one = '[{"denom":"a","amount":"1"}]'
		const many = `[{"denom":"a","amount":"1"}${' '.repeat(4_000)}]`
		expect(short(many)).toBe(`${many.slice(0, 400)}…`)
		const filled = (length: number): string => one.replace(']', `${' '.repeat(length - one.length)}]`)
		expect([3_999, 4_000].map((length) => short(filled(length)))).toEqual(['[1 a]', `${filled(4_000).slice(0, 400)}…`])
	})
})

describe('a comparison without rows', () => {
	const side = (fault: string) => ({ text: undefined, value: undefined, fault, source: '' })
	const current = (fault8: string, fault9: string, rows: readonly FormRow[] = []) => ({
		...{ side8: side(fault8), side9: side(fault9), rows },
	})
	const next = 'v shows what there is as raw JSON, r reads again.'

	it.each([
		['that it could not be read', { fault: 'No answer.' }, ['', 'No answer.']],
		['that it is read', {}, ['', '◌ reading']],
		['that nothing differs', { current: current('', '', [row]), onlyDifferences: true }, ['', 'Nothing differs.']],
		[
			'why a generation is missing',
			{ current: current('No listener.', '') },
			['', 'generation 8: No listener.', '', next],
		],
		[
			'why both generations are missing',
			{ current: current('No listener.', 'Gone.'), onlyDifferences: true },
			['', 'generation 8: No listener.', 'generation 9: Gone.', '', next],
		],
		['that it is too large', { current: current('', '') }, ['', 'It has too many members to compare.', '', next]],
	])('a comparison without rows tells %s', (_, model, rows) => {
		expect(emptyRows(modelOf(model as never))).toEqual(rows)
	})

	it('a comparison without rows tells of a long reason its first 400 letters', () => {
		const [long, cut] = ['x'.repeat(401), `${'x'.repeat(400)}…`]
		expect(emptyRows(modelOf({ fault: long }))).toEqual(['', cut])
		expect(emptyRows(modelOf({ current: current('', long) } as never))[1]).toBe(`generation 9: ${cut}`)
	})
})

describe('the columns of the comparison', () => {
	const app = { amounts: new Amounts(memoryPreferences(), () => 'uchain') }
	const columnsOf = (view: string, rows: readonly FormRow[], more: object = {}): readonly ListColumn<FormRow>[] => {
		const model = modelOf({ view, rows, app, ...more } as never)
		return (ComparisonTable({ model }).props as { readonly columns: readonly ListColumn<FormRow>[] }).columns
	}
	const different: FormRow = { ...row, path8: '.eight', value8: '8', path9: '.nine', value9: '"9"', kind: 'moved' }
	const texts = (columns: readonly ListColumn<FormRow>[]) =>
		columns.map(({ id, text }) => [id, named(text(different, { cells: 30, theme, now: 0, mark: (part) => part }))])

	it('the columns of the comparison tell field, path and value of either generation, and what became of it', () => {
		const changes = new Map([['coins', { height: 12, before: '1' }]])
		expect(texts(columnsOf('aligned', [different], { changes }))).toEqual([
			...[
				['what', '‹warn:●› coins'],
				['changed', '‹warn:●›'],
				['meaning', '‹warn:●› coins'],
			],
			...[
				['value 8', '8'],
				['path 8', '.eight'],
				['its value 8', '8'],
			],
			...[
				['value 9', '"9"'],
				['path 9', '.nine'],
				['its value 9', '"9"'],
			],
			['kind', '‹accent:→ moved›'],
		])
		expect(texts(columnsOf('paths', [different]))).toEqual([
			['8', '.eight'],
			['9', '.nine'],
			['kind', '‹accent:→ moved›'],
		])
	})

	it('the columns of the comparison are there from the widths that they need, and values get what paths leave', () => {
		const columns = columnsOf('aligned', [{ ...different, path9: '.'.repeat(400) }])
		expect(columns.map(({ id, from, below }) => [id, from, below])).toEqual([
			...[
				['what', undefined, 110],
				['changed', 110, 128],
				['meaning', 128, undefined],
			],
			...[
				['value 8', undefined, 110],
				['path 8', 110, undefined],
				['its value 8', 110, undefined],
			],
			...[
				['value 9', undefined, 110],
				['path 9', 110, undefined],
				['its value 9', 110, undefined],
			],
			['kind', undefined, undefined],
		])
		const widths = (id: string, tables: readonly number[], rows = columns) => {
			const width = rows.find((column) => column.id === id)?.width
			return tables.map((table) => (typeof width === 'function' ? width(table) : width))
		}
		expect(widths('what', [87, 88])).toEqual([20, 26])
		expect(['changed', 'meaning', 'value 8', 'its value 9', 'kind'].flatMap((id) => widths(id, [200]))).toEqual([
			...[1, 26, 'flex', 'flex', 13],
		])
		expect(widths('path 8', [110, 112, 127, 128, 131, 200, 300])).toEqual([26, 27, 31, 24, 25, 51, 101])
		expect(widths('path 9', [300], columnsOf('aligned', [{ ...different, path8: '.'.repeat(20) }]))).toEqual([20])
		expect(widths('path 9', [300], columnsOf('aligned', []))).toEqual([12])
	})
})
