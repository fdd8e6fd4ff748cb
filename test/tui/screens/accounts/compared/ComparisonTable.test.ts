import { describe, expect, it } from 'vitest'
import type { FormKind, FormRow } from '../../../../../src/codec/legacy/forms/Comparison.ts'
import { Amounts } from '../../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../../src/tui/app/Preferences.ts'
import type { AccountsModel } from '../../../../../src/tui/screens/accounts/AccountsModel.ts'
import {
	emptyRows,
	explanationRows,
	kindText,
	meaningText,
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
		const many = `[{"denom":"a","amount":"1"}${' '.repeat(4_000)}]`
		expect(short(many).length).toBeLessThan(410)
		expect(short(many).startsWith('[{"denom"')).toBe(true)
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
})
