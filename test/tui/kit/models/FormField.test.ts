import { describe, expect, it } from 'vitest'
import { type FieldOptions, FormField } from '../../../../src/tui/kit/models/FormField.ts'
import { PickList } from '../../../../src/tui/kit/models/PickList.ts'

const choices = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))
const field = (options: Partial<FieldOptions>): FormField => new FormField({ id: 'f', label: 'f', ...options })

describe('FormField', () => {
	it('a text is proposed and replaced by what is typed, while the text of other fields is added to', () => {
		const typed = (kind?: FieldOptions['kind']): string => {
			const made = field({ initial: 'old', ...(kind === undefined ? {} : { kind }) })
			made.buffer.edit({ id: 'x', text: 'x' })
			return made.value
		}
		expect([undefined, 'text', 'multiline', 'secret'].map((kind) => typed(kind as FieldOptions['kind']))).toEqual([
			...['x', 'x', 'oldx', 'oldx'],
		])
		const several = field({ kind: 'multiline', initial: 'old' })
		several.buffer.edit({ id: 'ctrl+j' })
		expect(several.value).toBe('old\n')
	})

	it('a choice begins with the initial value, steps around, and takes the first for a value that is none', () => {
		const made = field({ kind: 'choice', choices, initial: 'b' })
		expect([made.value, made.chosen?.label]).toEqual(['b', 'B'])
		const steps = [1, 1, -1, -1].map((delta) => {
			made.step(delta)
			return made.value
		})
		expect(steps).toEqual(['c', 'a', 'c', 'b'])
		made.choose('z')
		expect(made.value).toBe('a')
		const none = field({ kind: 'choice', choices: [] })
		none.step(1)
		expect([none.value, none.chosen]).toEqual(['', undefined])
		const late: (typeof choices)[number][] = []
		const growing = field({
			kind: 'choice',
			get choices() {
				return late
			},
		})
		growing.step(-1)
		late.push(...choices)
		expect(growing.value).toBe('a')
	})

	it('a choice is among those that its options have at the moment', () => {
		const now = [...choices]
		const made = new FormField({
			...{ id: 'f', label: 'f', kind: 'choice' },
			get choices() {
				return [...now]
			},
		})
		expect([made.value, made.choices.length]).toEqual(['a', 3])
		now.push({ value: 'd', label: 'D' })
		made.error = 'there is no d here'
		made.choose('d')
		// What was wrong with the value before says nothing of this one.
		expect([made.value, made.choices.length, made.error]).toEqual(['d', 4, ''])
		made.step(1)
		expect(made.value).toBe('a')
	})

	it('a field that is hidden has no problem, and a secret is masked until it is shown', () => {
		let visible = true
		const made = field({
			kind: 'secret',
			visible: () => visible,
			validate: (value) => (value === '' ? 'empty' : undefined),
		})
		expect([made.visible, made.problem, made.secret, made.masked]).toEqual([true, 'empty', true, true])
		made.shown = true
		expect([made.secret, made.masked]).toEqual([true, false])
		visible = false
		expect([made.visible, made.problem]).toEqual([false, undefined])
		expect([field({}).visible, field({}).problem, field({}).secret]).toEqual([true, undefined, false])
		let holdsSecret = false
		const several = field({ kind: 'multiline', secret: () => holdsSecret })
		expect([several.secret, several.masked]).toEqual([false, false])
		holdsSecret = true
		expect([several.secret, several.masked]).toEqual([true, true])
	})
})

describe('PickList', () => {
	it('a list of which several are chosen keeps their order, and its cursor stops at both ends', () => {
		const picks = new PickList(choices)
		expect([picks.move(-1), picks.at]).toEqual([false, 0])
		expect([picks.move(2), picks.at]).toEqual([true, 2])
		expect([picks.move(1), picks.at]).toEqual([false, 2])
		expect([picks.move(-2), picks.move(2), picks.at]).toEqual([true, true, 2])
		picks.toggle()
		picks.toggle(0)
		expect([picks.at, picks.chosen]).toEqual([0, ['c', 'a']])
		expect([0, 1, 2, 3].map((index) => picks.place(index))).toEqual([2, 0, 1, 0])
		picks.toggle(2)
		expect([picks.at, picks.chosen]).toEqual([2, ['a']])
		picks.toggle(3)
		expect([picks.at, picks.chosen]).toEqual([2, ['a']])
		expect(field({ kind: 'pick', choices }).value).toBe('')
	})

	it('the rows that are drawn of a list have the cursor on the last of them, and none is blank', () => {
		const picks = new PickList(Array.from({ length: 9 }, (_, index) => ({ value: `${index}`, label: '' })))
		const tops = [0, 3, 4, 8].map((at) => {
			picks.at = at
			return picks.top(4)
		})
		expect(tops).toEqual([0, 0, 1, 5])
		expect(picks.top(9)).toBe(0)
		expect(picks.top(20)).toBe(0)
	})
})
