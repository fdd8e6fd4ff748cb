import { expect, it } from 'vitest'
import { type FieldOptions, FormField } from '../../../../src/tui/kit/models/FormField.ts'
import {
	type FormState,
	fieldRows,
	formHeight,
	formIntro,
	shownFields,
} from '../../../../src/tui/kit/models/formHeight.ts'

const field = (id: string, options: Partial<FieldOptions> = {}): FormField =>
	new FormField({ id, label: id, ...options })
const choices = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ value: `${index}`, label: `${index}` }))

function form(
	change: Partial<FormState> & { readonly page?: boolean; readonly intro?: FormState['options']['intro'] },
) {
	const { page, intro, ...rest } = change
	return {
		title: 'Title',
		fields: [],
		focused: undefined,
		options: { action: 'go', ...(page === undefined ? {} : { page }), ...(intro === undefined ? {} : { intro }) },
		busy: '',
		error: '',
		errorNext: '',
		focusOn: () => {},
		...rest,
	} satisfies FormState
}

it('a field has the rows of its kind: one of a line, those asked for of several lines, those of the choices of a list', () => {
	const rows = [
		field('line'),
		field('choice', { kind: 'choice', rows: 4 }),
		field('lines', { kind: 'multiline' }),
		field('lines', { kind: 'multiline', rows: 5 }),
		...[0, 1, 6, 7].map((count) => field('list', { kind: 'pick', choices: choices(count) })),
		field('list', { kind: 'pick', choices: choices(9), rows: 8 }),
	].map(fieldRows)
	expect(rows).toEqual([1, 1, 3, 5, 1, 1, 6, 6, 8])
})

it('the introduction of a form is wrapped, and an empty row follows it', () => {
	const intros = [undefined, [], ['one two', 'three'], () => ['made']].map((intro) => formIntro(form({ intro }), 4))
	expect(intros).toEqual([[], [], ['one', 'two', 'thre', 'e', ''], ['made', '']])
})

it('the height of a form is that of its introduction, its visible fields with a hint each, and what stands at its end', () => {
	const fields = [field('a'), field('b', { kind: 'multiline' }), field('c', { visible: () => false })]
	const height = (change: Parameters<typeof form>[0]): number => formHeight(form({ fields, ...change }), 20)
	expect([
		height({}),
		height({ intro: ['one', 'two'] }),
		height({ busy: 'sending' }),
		height({ error: 'wrong' }),
		height({ error: 'wrong', busy: 'sending' }),
		height({ page: true }),
		height({ page: true, error: 'wrong' }),
		height({ fields: [] }),
	]).toEqual([6, 9, 7, 8, 8, 8, 8, 0])
})

it('fields before the current one are left out where not all have room, but never the current one or one behind it', () => {
	const [a, b, c] = [field('a'), field('b'), field('c')]
	const shown = (focused: FormField | undefined, height: number): string =>
		shownFields(form({ fields: [a, b, c], focused }), 20, height)
			.map(({ options }) => options.id)
			.join('')
	expect([6, 5, 4, 3, 1].map((height) => shown(c, height))).toEqual(['abc', 'bc', 'bc', 'c', 'c'])
	expect([6, 5, 1].map((height) => shown(b, height))).toEqual(['abc', 'bc', 'bc'])
	expect([shown(a, 1), shown(undefined, 3), shown(undefined, 0)]).toEqual(['abc', 'c', 'c'])
})
