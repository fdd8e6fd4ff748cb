import { describe, expect, it } from 'vitest'
import { FormView } from '../../../../src/tui/kit/components/FormView.tsx'
import type { FieldOptions } from '../../../../src/tui/kit/models/FormField.ts'
import { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

const fields: readonly FieldOptions[] = [
	{ id: 'to', label: 'to', placeholder: 'who gets it', hint: (value) => (value === '' ? '' : `hint of ${value}`) },
	{ id: 'long', label: 'a label of many words', kind: 'secret', initial: '123' },
	{
		id: 'how',
		label: 'how',
		kind: 'choice',
		choices: [
			{ value: 'a', label: 'at once, or as soon as there is room' },
			{ value: 'b', label: 'later' },
		],
	},
	{
		id: 'who',
		label: 'who',
		kind: 'pick',
		rows: 2,
		numbered: () => true,
		choices: ['x', 'y', 'z'].map((value) => ({ value, label: `member ${value}` })),
	},
	{ id: 'none', label: 'none', kind: 'pick', placeholder: 'nobody is here to be chosen', choices: [] },
	{ id: 'only', label: 'only', kind: 'choice', choices: [{ value: 'a', label: 'alone' }] },
	{ id: 'memo', label: 'memo', kind: 'multiline', rows: 2 },
]

/** A form in its panel, whose rows are read with their colours and without the sides of the panel. */
function drawn(options: Partial<ConstructorParameters<typeof Form>[1]> = {}, width = 44, height = 24) {
	const app = kitApp({ theme: namedTheme })
	const form = new Form(app, { title: 'Send', action: 'send', fields, submit: () => {}, ...options })
	const part = renderPart(<FormView form={form} />, { app, width, height })
	const rows = (): readonly string[] => {
		app.touch()
		return part
			.text()
			.split('\n')
			.map((row) => row.replace(/^│ (.*) │$/, '$1').trimEnd())
	}
	const colored = (): readonly string[] => {
		app.touch()
		return named(part.frame())
			.replaceAll('‹borderActive:│›', '│')
			.split('\n')
			.map((row) => row.replace(/^│ (.*) │$/, '$1').trimEnd())
	}
	return { app, form, rows, colored }
}

describe('FormView', () => {
	it('draws each kind of field beside its label, with a row for what is to say about it', () => {
		const { rows, form } = drawn({ intro: ['Coins go.'] })
		form.focusOn(form.field('memo')!)
		expect(rows()).toEqual([
			'╭─ Send ───────────────────────────────────╮',
			'Coins go.',
			'',
			'to               who gets it',
			'',
			'a label of man… •••',
			'',
			'how             at once, or as soon as …',
			'',
			'who               [ ] member x',
			'                  [ ] member y',
			'',
			'none            nobody is here to be ch…',
			'',
			'only            alone',
			'',
			'memo',
			'',
			'',
			'',
			'',
			'',
			'',
			'╰──────────────────────────────────────────╯',
		])
	})

	it('marks the field that has the keys, and the value that they would change', () => {
		const { colored, form } = drawn()
		const at = (id: string): readonly string[] => {
			form.focusOn(form.field(id)!)
			return colored()
		}
		expect(at('to').slice(1, 3)).toEqual(['‹accent:to              ›‹cursor: ›‹muted:who gets it            ›', ''])
		expect(at('how').slice(5, 6)).toEqual(['‹accent:how             ›‹key:◂ ›‹strong:at once, or as soon…›‹key: ▸›'])
		expect(at('only').slice(12, 13)).toEqual(['‹accent:only            ›‹strong:alone›'])
		form.focusOn(form.field('who')!, 2)
		form.focusOn(form.field('who')!, 0)
		expect(colored().slice(7, 9)).toEqual([
			'‹accent:who             ›‹selected:▸ [2] member x          ›',
			'                  [ ] member y',
		])
		form.field('who')!.picks!.move(2)
		expect(colored().slice(7, 9)).toEqual([
			'‹accent:who             ›  [ ] member y',
			'                ‹selected:▸ [1] member z          ›',
		])
		expect(at('memo').slice(7, 9)).toEqual(['‹muted:who             ›  [ ] member y', '                  [1] member z'])
	})

	it('says below a field what is wrong with it, else its hint, and at the end what concerns them all', () => {
		const { colored, form, app } = drawn({ fields: fields.slice(0, 1) }, 30, 9)
		form.field('to')!.buffer.set('alice')
		expect(colored()).toEqual([
			'‹borderActive:╭─ ›‹accent:Send›‹borderActive: ─────────────────────›‹borderActive:╮›',
			'‹accent:to    ›alice‹cursor: ›',
			'      ‹muted:hint of alice›',
			'',
			'',
			'',
			'',
			'',
			'‹borderActive:╰────────────────────────────╯›',
		])
		form.field('to')!.error = 'an address of the chain in use'
		form.busy = 'sending'
		expect(colored()).toEqual([
			'‹borderActive:╭─ ›‹accent:Send›‹borderActive: ─────────────────────›‹borderActive:╮›',
			'‹accent:to    ›alice‹cursor: ›',
			'      ‹bad:✗ an address of the…›',
			'‹accent:sending                   ›',
			'',
			'',
			'',
			'',
			'‹borderActive:╰────────────────────────────╯›',
		])
		form.fail('no coins are left to send', 'get some')
		app.touch()
		expect(colored()).toEqual([
			'‹borderActive:╭─ ›‹accent:Send›‹borderActive: ─────────────────────›‹borderActive:╮›',
			'‹accent:to    ›alice‹cursor: ›',
			'      ‹bad:✗ an address of the…›',
			'‹bad:✗ no coins are left to se…›',
			'‹warn:get some                  ›',
			'',
			'',
			'',
			'‹borderActive:╰────────────────────────────╯›',
		])
	})

	it('a click puts the cursor into a field, and chooses the row of a list that is drawn there', () => {
		const { app, form, rows } = drawn()
		form.field('who')!.picks!.move(2)
		const drawnRows = (): readonly string[] =>
			rows()
				.slice(7, 9)
				.map((row) => row.slice(-8))
		expect(drawnRows()).toEqual(['member y', 'member z'])
		expect([app.hits.click(20, 8), form.focused?.options.id, form.values.who]).toEqual([true, 'who', 'z'])
		app.hits.click(20, 7)
		expect([form.values.who, ...drawnRows()]).toEqual(['z\ny', 'member x', 'member y'])
		app.hits.click(20, 1)
		expect([form.focused?.options.id, form.values.who]).toEqual(['to', 'z\ny'])
		// The row of a hint belongs to no field.
		app.hits.click(20, 9)
		expect(form.focused?.options.id).toBe('to')
	})

	it('a page is as high as its introduction is in the width that one reads', () => {
		const heights = [80, 81].map((cells) => {
			const intro = `${'x'.repeat(cells - 4)} yyy`
			const { rows } = drawn({ page: true, fields: fields.slice(0, 1), intro: [intro] }, 100, 20)
			return rows()
				.map((row) => row[0] ?? '.')
				.join('')
		})
		expect(heights).toEqual(['╭x.t..⏎╰', '╭xy.t..⏎╰'])
	})

	it('a page is as high as it is long, no wider than one reads, and ends with its keys', () => {
		const options = { page: true, fields: fields.slice(0, 1), leave: 'later' }
		const { colored, form } = drawn(options, 100, 20)
		expect(colored()).toEqual([
			'‹borderActive:╭─ ›‹accent:Send›‹borderActive: ───────────────────────────────────────────────────────────────────────────›‹borderActive:╮›',
			'‹accent:to    ›‹cursor: ›‹muted:who gets it                                                              ›',
			'',
			'',
			'‹key:⏎› ‹muted:send›   ‹key:Esc› ‹muted:later›',
			'‹borderActive:╰──────────────────────────────────────────────────────────────────────────────────╯›',
		])
		form.busy = 'sending'
		expect(colored().slice(3)).toEqual([
			'',
			'‹accent:sending                                                                         ›',
			'‹borderActive:╰──────────────────────────────────────────────────────────────────────────────────╯›',
		])
		form.fail('no coins', 'get some')
		expect(colored().slice(3)).toEqual([
			'‹bad:✗ no coins                                                                      ›',
			'‹warn:get some                                                                        ›',
			'‹borderActive:╰──────────────────────────────────────────────────────────────────────────────────╯›',
		])
		expect(drawn(options, 30, 4).rows()).toHaveLength(4)
		expect(drawn({ page: true, fields: [] }, 30, 9).colored()).toEqual([
			'‹borderActive:╭─ ›‹accent:Send›‹borderActive: ─────────────────────›‹borderActive:╮›',
			'',
			'‹key:⏎› ‹muted:send›   ‹key:Esc› ‹muted:close›',
			'‹borderActive:╰────────────────────────────╯›',
		])
	})
})
