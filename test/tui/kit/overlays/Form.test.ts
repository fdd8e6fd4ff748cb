import { describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { FieldOptions } from '../../../../src/tui/kit/models/FormField.ts'
import { formHeight, shownFields } from '../../../../src/tui/kit/models/formHeight.ts'
import { type Form, type FormOptions, showForm } from '../../../../src/tui/kit/overlays/Form.tsx'
import { type KitApp, kitApp } from '../../support/kitApp.ts'

const choices = ['a', 'b', 'c'].map((value) => ({ value, label: value }))
const fields: readonly FieldOptions[] = [
	{ id: 'text', label: 'text', validate: (value) => (value === 'bad' ? 'that is bad' : undefined) },
	{ id: 'how', label: 'how', kind: 'choice', choices },
	{ id: 'who', label: 'who', kind: 'pick', choices },
	{ id: 'memo', label: 'memo', kind: 'multiline' },
]

function open(options: Partial<FormOptions> = {}) {
	const notes: string[] = []
	const changes: number[] = []
	const app: KitApp = kitApp({
		note: (level, text) => void notes.push(`${level} ${text}`),
		attempt: (work, failed) =>
			void work().catch((error: unknown) => {
				if (error instanceof UserError) failed?.(error)
			}),
	})
	const form = showForm(app, {
		title: 'Send',
		action: 'send',
		fields,
		submit: () => {},
		changed: () => changes.push(1),
		...options,
	})
	const key = (id: string): boolean =>
		form.onKey({ id, ...([...id].length === 1 ? { text: id } : id === 'space' ? { text: ' ' } : {}) })
	const run = (id: string): unknown =>
		form
			.commands()
			.find((command) => command.id === id)!
			.run()
	return { app, form, key, run, notes, changes, at: () => form.focused?.options.id }
}

describe('the keys of a Form', () => {
	it('the keys of a Form in a text type, and the arrows that the text has no use for go to the next field and back', () => {
		const { form, key, changes, at } = open()
		expect(['x', 'space', 'left', 'y'].map(key)).toEqual([true, true, true, true])
		expect([form.values.text, changes.length]).toEqual(['xy ', 4])
		expect([key('down'), at()]).toEqual([true, 'how'])
		expect([key('up'), at()]).toEqual([true, 'text'])
		expect([key('up'), at()]).toEqual([true, 'memo'])
		expect([key('down'), at()]).toEqual([true, 'text'])
		expect([key('f5'), changes.length]).toEqual([false, 4])
	})

	it('the keys of a Form in a choice step through it, also by the space bar, and type nothing', () => {
		const { form, key, changes } = open({ focus: 'how' })
		const values = ['right', 'space', 'right', 'left', 'left'].map((id) => [key(id), form.values.how])
		expect(values).toEqual([
			[true, 'b'],
			[true, 'c'],
			[true, 'a'],
			[true, 'c'],
			[true, 'b'],
		])
		expect([key('x'), form.onPaste('pasted'), changes.length, form.values.how]).toEqual([false, false, 5, 'b'])
	})

	it('the keys of a Form in a list move in it up to its ends, and from there to the fields around it', () => {
		const { form, key, changes, at } = open({ focus: 'who' })
		key('space')
		expect([key('down'), key('down'), at(), form.focused?.picks?.at]).toEqual([true, true, 'who', 2])
		key('space')
		expect([form.values.who, changes.length]).toEqual(['a\nc', 2])
		expect([key('down'), at()]).toEqual([true, 'memo'])
		form.focusOn(form.field('who')!)
		expect([key('up'), key('up'), at()]).toEqual([true, true, 'who'])
		expect([key('up'), at()]).toEqual([true, 'how'])
		form.focusOn(form.field('who')!)
		expect([form.onPaste('pasted'), key('x'), key('left'), changes.length]).toEqual([false, false, false, 2])
		expect([key('space'), changes.length]).toEqual([true, 3])
	})

	it('a Form without fields takes no keys and no paste, and is sent as it is', () => {
		const sent: unknown[] = []
		const { form, key, run } = open({ fields: [], submit: (values) => void sent.push(values) })
		expect([key('x'), key('down'), form.onPaste('pasted'), form.hidesTyping()]).toEqual([false, false, false, false])
		run('form.submit')
		expect(sent).toEqual([{}])
	})

	it('a click puts the cursor into a field of a Form, or chooses a row of its list, which is a change', () => {
		const { form, changes, at } = open()
		form.focusOn(form.field('memo')!, 0)
		expect([at(), changes.length]).toEqual(['memo', 0])
		form.focusOn(form.field('who')!)
		expect([at(), form.values.who, changes.length]).toEqual(['who', '', 0])
		form.focusOn(form.field('who')!, 2)
		form.focusOn(form.field('who')!, 0)
		expect([form.values.who, form.focused?.picks?.at, changes.length]).toEqual(['c\na', 0, 2])
	})

	it('a paste goes into a text, and is told of before', () => {
		const told: string[] = []
		const { form, changes } = open({
			focus: 'memo',
			pasted: (text, field) => told.push(`${field.options.id} ${text} ${field.value}`),
		})
		expect(form.onPaste('one\ntwo')).toBe(true)
		expect([form.values.memo, told, changes.length]).toEqual(['one\ntwo', ['memo one\ntwo '], 1])
	})

	it('do nothing while the form is busy', () => {
		const { form, key, at, changes } = open()
		form.busy = 'sending'
		expect([key('x'), key('down'), at(), changes.length]).toEqual([false, false, 'text', 0])
		expect([form.onPaste('pasted'), form.values.text, changes.length]).toEqual([false, '', 0])
		form.busy = ''
		expect(key('x')).toBe(true)
	})

	it('leave out the fields that are hidden', () => {
		let hidden = true
		const visible = (): boolean => !hidden
		const some = fields.map((field, index) => (index === 1 || index === 2 ? { ...field, visible } : field))
		const { form, run, at } = open({ fields: some })
		form.field('who')!.picks!.toggle(0)
		expect([form.values.how, form.values.who]).toEqual(['', ''])
		run('form.next')
		expect(at()).toBe('memo')
		run('form.next')
		expect(at()).toBe('text')
		run('form.previous')
		expect(at()).toBe('memo')
		hidden = false
		run('form.previous')
		expect([at(), form.values.how, form.values.who]).toEqual(['who', 'a', 'a'])
	})
})

describe('what a Form sends', () => {
	it('a Form sends what was typed; what is wrong is shown in its field first, and told to the log unless it is secret', async () => {
		const sent: unknown[] = []
		const secret: FieldOptions = {
			id: 'secret',
			label: 'secret',
			kind: 'secret',
			validate: (value) => (value === '' ? 'type it' : value === 'no' ? 'not that' : undefined),
		}
		const { form, run, notes, at } = open({ fields: [...fields, secret], submit: (values) => void sent.push(values) })
		form.field('text')!.buffer.set('bad')
		run('form.submit')
		expect([form.field('text')!.error, notes]).toEqual(['that is bad', ['info Send: text: that is bad']])
		form.onKey({ id: 'ctrl+u' })
		expect(form.field('text')!.error).toBe('')
		form.error = 'before'
		form.errorNext = 'do this'
		// An empty field that nobody was in yet is only gone to.
		run('form.submit')
		expect([at(), form.field('secret')!.error, form.error, form.errorNext]).toEqual(['secret', '', '', ''])
		expect(notes).toHaveLength(1)
		run('form.submit')
		expect(form.field('secret')!.error).toBe('type it')
		form.onKey({ id: 'n', text: 'n' })
		form.onKey({ id: 'o', text: 'o' })
		form.focusOn(form.field('memo')!)
		run('form.submit')
		expect([at(), form.field('secret')!.error, notes.length, sent]).toEqual(['secret', 'not that', 1, []])
		form.onKey({ id: 'w', text: 'w' })
		run('form.submit')
		await Promise.resolve()
		expect(sent).toEqual([{ text: '', how: 'a', who: '', memo: '', secret: 'now' }])
		// What is gone to only is no fault to note.
		const next = open({
			fields: [fields[0]!, { id: 'to', label: 'to', validate: (value) => (value === '' ? 'type it' : undefined) }],
		})
		next.run('form.submit')
		expect([next.at(), next.notes]).toEqual(['to', []])
	})

	it('a Form is sent once while it is under way', async () => {
		let sent = 0
		const { form, run } = open({
			submit: (_values, form) => {
				sent++
				form.busy = 'sending'
			},
		})
		run('form.submit')
		await Promise.resolve()
		run('form.submit')
		await Promise.resolve()
		expect([sent, form.busy]).toEqual([1, 'sending'])
	})

	it('a Form that is refused stays open, with the reason in its field or below all of them', async () => {
		const { form, run, at } = open({
			submit: () => {
				throw new UserError('no coins', { next: 'get some' })
			},
		})
		form.busy = ''
		run('form.submit')
		await new Promise((resolve) => setImmediate(resolve))
		expect([form.error, form.errorNext, form.busy]).toEqual(['no coins', 'get some', ''])
		form.busy = 'again'
		form.fail('too long', 'cut it', 'memo')
		expect([form.busy, at(), form.field('memo')!.error]).toEqual(['', 'memo', 'too long · cut it'])
		form.fail('too short', '', 'memo')
		expect(form.field('memo')!.error).toBe('too short')
		form.fail('gone', '', 'absent')
		expect([form.error, form.errorNext]).toEqual(['gone', ''])
	})
})

describe('the commands of a Form', () => {
	const footers = (form: Form): string =>
		form
			.commands()
			.flatMap(({ keys, title, footer }) => (footer === undefined ? [] : [`${keys[0]} ${title}`]))
			.join(', ')

	it('the commands of a Form are in the footer where they have a use', () => {
		const one = open({ fields: fields.slice(0, 1) })
		expect(footers(one.form)).toBe('enter send, esc close')
		const reveal = one.form.commands().find(({ id }) => id === 'form.reveal')!
		expect(reveal.enabled?.()).toBe('this form has no secrets')
		let hidden = true
		const two = open({
			leave: 'later',
			fields: [fields[0]!, { id: 's', label: 's', kind: 'secret', visible: () => !hidden }],
		})
		expect(footers(two.form)).toBe('enter send, esc later')
		hidden = false
		expect(footers(two.form)).toBe('enter send, ctrl+t show secret, tab next field, esc later')
		two.run('form.reveal')
		expect([footers(two.form).includes('hide secret'), two.form.field('s')!.masked]).toEqual([true, false])
		hidden = true
		expect(two.form.commands().find(({ id }) => id === 'form.reveal')!.title).toBe('show secret')
		hidden = false
		expect(
			two.form
				.commands()
				.find(({ id }) => id === 'form.reveal')!
				.enabled?.(),
		).toBe(true)
		two.run('form.reveal')
		expect(two.form.field('s')!.masked).toBe(true)
		expect(
			open({
				commands: () => [
					{ id: 'x', keys: ['ctrl+x'], title: 'more', description: '', group: '', footer: 2, run: () => {} },
				],
			}).form.commands()[1]?.id,
		).toBe('x')
	})

	it('a Form says that its typing is hidden in a field whose secret is not shown', () => {
		const secrets: readonly FieldOptions[] = [...fields, { id: 's', label: 's', kind: 'secret' }]
		const { form, run, at } = open({ fields: secrets, focus: 's' })
		expect(form.hidesTyping()).toBe(true)
		run('form.reveal')
		expect(form.hidesTyping()).toBe(false)
		run('form.reveal')
		run('form.next')
		expect([at(), form.hidesTyping()]).toEqual(['text', false])
	})

	it('the words of how far a Form is are drawn at once', () => {
		const { app, form } = open()
		const before = app.version
		form.busy = 'sending'
		expect(app.version).toBe(before + 1)
	})

	it('a Form that is shown is an overlay until it is closed once, which is told', () => {
		const closed: string[] = []
		const { app, form, run } = open({ closed: ({ title }) => closed.push(title) })
		expect(app.overlays).toEqual([form])
		run('form.cancel')
		expect(app.overlays).toEqual([])
		form.closed()
		expect(closed).toEqual(['Send'])
	})

	it('a Form of a page takes the whole screen', () => {
		const placements = [{}, { page: true }, { page: false }, { page: true, placement: 'top' as const }].map(
			(options) => open(options).form.placement,
		)
		expect(placements).toEqual(['top', 'full', 'top', 'top'])
		expect([
			open({ focus: 'memo' }).at(),
			open({ focus: 'absent' }).at(),
			open({ name: 'mine' }).form.name,
			open().form.name,
		]).toEqual([...['memo', 'text', 'mine', 'form']])
	})
})

describe('the height of a Form', () => {
	it('the height of a Form is that of its words, fields and messages', () => {
		const height = (options: Partial<FormOptions>): number => open(options).form.rows(24)
		// The inside is four cells narrower.
		expect(height({ intro: ['x'.repeat(21)] }) - height({ intro: ['x'.repeat(20)] })).toBe(1)
		// Two rows a field, a list of three and a text of three rows, and the frame.
		expect(height({})).toBe(2 + 2 + 4 + 4 + 2)
		expect(height({ intro: ['one two three four five'] })).toBe(14 + 3)
		expect(height({ intro: () => ['one'] })).toBe(14 + 2)
		expect(height({ page: true })).toBe(14 + 2)
		const many = Array.from({ length: 9 }, (_, index) => ({ value: `${index}`, label: '' }))
		const pick = (rows?: number, count = 9): number =>
			height({
				fields: [
					{ id: 'p', label: 'p', kind: 'pick', choices: many.slice(0, count), ...(rows === undefined ? {} : { rows }) },
				],
			}) - 3
		expect([pick(), pick(2), pick(20), pick(3, 0)]).toEqual([6, 2, 9, 1])
		const { form } = open()
		form.busy = 'sending'
		expect(form.rows(24)).toBe(15)
		form.fail('no')
		expect(form.rows(24)).toBe(16)
	})

	it('a Form without room leaves out the first fields, never the one with the cursor', () => {
		const { form } = open()
		const shown = (height: number): string =>
			shownFields(form, 20, height)
				.map(({ options }) => options.id)
				.join(' ')
		expect(formHeight(form, 20)).toBe(12)
		expect([shown(12), shown(11)]).toEqual(['text how who memo', 'text how who memo'])
		form.focusOn(form.field('memo')!)
		expect([12, 11, 10, 9, 8, 7, 4, 1].map(shown)).toEqual([
			...['text how who memo', 'how who memo', 'how who memo', 'who memo', 'who memo', 'memo', 'memo', 'memo'],
		])
	})
})
