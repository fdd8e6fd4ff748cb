import type { ReactElement } from 'react'
import type { UserError } from '../../../errors/UserError.ts'
import { FormView } from '../components/FormView.tsx'
import { type Command, commandsOf } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Overlay.ts'
import { type FieldOptions, FormField } from '../models/FormField.ts'
import { formHeight } from '../models/formHeight.ts'
import type { Key } from '../terminal/Key.ts'
import type { UiApp } from '../UiApp.ts'

/** Fields of a form and the handling of its values. */
export interface FormOptions {
	/** One overlay of a name is open at a time (default: `form`). */
	readonly name?: string
	readonly title: string
	/** Label of Enter: `send`, `create`. */
	readonly action: string
	/** Text above the fields, safe to print. */
	readonly intro?: readonly string[] | (() => readonly string[])
	readonly fields: readonly FieldOptions[]
	/** Id of the field with the cursor (default: the first). */
	readonly focus?: string
	/** Handles the values. It closes the form only on success; a UserError it throws is shown under the field. */
	readonly submit: (values: Readonly<Record<string, string>>, form: Form) => void | Promise<void>
	readonly changed?: (form: Form) => void
	/** Called with what is pasted into a field, before it is in it. */
	readonly pasted?: (text: string, field: FormField) => void
	/** Called after Esc and after a close on success. */
	readonly closed?: (form: Form) => void
	/** More commands while the form is open; control keys only, since letters are typed. */
	readonly commands?: (form: Form) => readonly Command[]
	readonly placement?: 'top' | 'full'
	/** Shows the form as a page: limited to readable width and to the height of its content, with its keys at the end. */
	readonly page?: boolean
	/** Label of Esc (default: `close`). */
	readonly leave?: string
}

/** Opens a form, which is drawn in the next turn: its fields may name what this returns. */
export function showForm(app: UiApp, options: FormOptions): Form {
	const form = new Form(app, options)
	app.show(form)
	return form
}

/** A form over the screen. Enter submits what is valid, else goes to the first fault, shown under its field. */
export class Form implements Overlay {
	readonly name: string
	readonly title: string
	readonly placement: 'top' | 'full'
	readonly fields: readonly FormField[]
	readonly options: FormOptions
	/** An error that concerns no single field. */
	error = ''
	/** The next step for the error. */
	errorNext = ''
	readonly #app: UiApp
	#focus: number
	#busy = ''

	constructor(app: UiApp, options: FormOptions) {
		this.#app = app
		this.options = options
		this.name = options.name ?? 'form'
		this.title = options.title
		this.placement = options.placement ?? (options.page === true ? 'full' : 'top')
		this.fields = options.fields.map((field) => new FormField(field))
		this.#focus = Math.max(
			0,
			options.fields.findIndex((field) => field.id === options.focus),
		)
	}

	/** Progress text in the last line; empty if idle. */
	get busy(): string {
		return this.#busy
	}

	set busy(text: string) {
		this.#busy = text
		this.#app.touch()
	}

	get focused(): FormField | undefined {
		return this.fields[this.#focus]
	}

	get values(): Readonly<Record<string, string>> {
		return Object.fromEntries(this.fields.map((field) => [field.options.id, field.visible ? field.value : '']))
	}

	/** The field with an id that the form declared. */
	field(id: string): FormField | undefined {
		return this.fields.find((field) => field.options.id === id)
	}

	/** Shows an error under a field, or under the form. */
	fail(text: string, next = '', fieldId?: string): void {
		this.busy = ''
		const field = fieldId === undefined ? undefined : this.field(fieldId)
		if (field === undefined) {
			this.error = text
			this.errorNext = next
		} else {
			field.error = next === '' ? text : `${text} · ${next}`
			this.#focus = this.fields.indexOf(field)
		}
	}

	close(): void {
		this.#app.close(this)
	}

	closed(): void {
		this.options.closed?.(this)
	}

	commands(): readonly Command[] {
		const secret = this.fields.some((field) => field.visible && field.secret)
		// All fields are shown or none.
		const shown = secret && this.fields.some((field) => field.shown)
		const many = this.fields.filter((field) => field.visible).length > 1
		return commandsOf({ group: 'Form' }, [
			{
				id: 'form.submit',
				keys: ['enter'],
				title: this.options.action,
				description: 'Submit the form, or go to the first field with an error.',
				footer: 1,
				run: () => this.#submit(),
			},
			...(this.options.commands?.(this) ?? []),
			{
				id: 'form.reveal',
				keys: ['ctrl+t'],
				title: shown ? 'hide secret' : 'show secret',
				description: 'Show or hide the secrets typed into the form.',
				...(secret ? { footer: 7 } : {}),
				enabled: () => secret || 'this form has no secrets',
				run: () => {
					for (const field of this.fields) field.shown = !shown
				},
			},
			{
				id: 'form.next',
				keys: ['tab'],
				title: 'next field',
				description: 'Go to the next field.',
				...(many ? { footer: 8 } : {}),
				run: () => this.#move(1),
			},
			{
				id: 'form.previous',
				keys: ['shift+tab'],
				title: 'previous field',
				description: 'Go to the previous field.',
				run: () => this.#move(-1),
			},
			{
				id: 'form.cancel',
				keys: ['esc'],
				title: this.options.leave ?? 'close',
				description: 'Close the form.',
				footer: 9,
				run: () => this.close(),
			},
		])
	}

	onKey(key: Key): boolean {
		const field = this.focused
		if (field === undefined || this.busy !== '') return false
		if (field.picks !== undefined) {
			if (key.id === 'space') {
				field.picks.toggle()
				this.#changed(field)
				return true
			}
			if ((key.id === 'up' || key.id === 'down') && field.picks.move(key.id === 'up' ? -1 : 1)) return true
		} else if (field.options.kind === 'choice') {
			if (key.id === 'left' || key.id === 'right' || key.id === 'space') {
				field.step(key.id === 'left' ? -1 : 1)
				this.#changed(field)
				return true
			}
		} else if (field.buffer.edit(key)) {
			this.#changed(field)
			return true
		}
		if (key.id === 'up' || key.id === 'down') {
			this.#move(key.id === 'up' ? -1 : 1)
			return true
		}
		return false
	}

	onPaste(text: string): boolean {
		const field = this.focused
		if (field === undefined || this.busy !== '') return false
		if (field.options.kind === 'choice' || field.options.kind === 'pick') return false
		this.options.pasted?.(text, field)
		field.buffer.insert(text)
		this.#changed(field)
		return true
	}

	rows(width: number): number {
		return formHeight(this, width - 4) + 2
	}

	view(): ReactElement {
		return <FormView form={this} />
	}

	hidesTyping(): boolean {
		return this.focused?.masked === true
	}

	/** Puts the cursor into a field (a click), or chooses a row of its list. */
	focusOn(field: FormField, row?: number): void {
		this.#focus = this.fields.indexOf(field)
		if (field.picks === undefined || row === undefined) return
		field.picks.toggle(row)
		this.#changed(field)
	}

	#changed(field: FormField): void {
		field.error = ''
		this.error = ''
		this.errorNext = ''
		this.options.changed?.(this)
	}

	#move(delta: number): void {
		const count = this.fields.length
		for (let step = 1; step <= count; step++) {
			const index = (this.#focus + delta * step + count) % count
			if (this.fields[index]?.visible === true) {
				this.#focus = index
				break
			}
		}
	}

	#submit(): void {
		if (this.busy !== '') return
		this.error = ''
		this.errorNext = ''
		const here = this.focused
		const wrong = here?.problem === undefined ? this.fields.find((field) => field.problem !== undefined) : here
		if (wrong !== undefined) {
			// An empty field that was not visited yet is simply next. It shows its error when Enter is pressed in it.
			const untouched = wrong !== here && wrong.value === ''
			wrong.error = untouched ? '' : (wrong.problem ?? '')
			if (wrong.error !== '' && !wrong.secret)
				this.#app.note('info', `${this.title}: ${wrong.options.label}: ${wrong.error}`)
			this.focusOn(wrong)
			return
		}
		this.#app.attempt(
			async () => this.options.submit(this.values, this),
			(error: UserError) => this.fail(error.message, error.next),
		)
	}
}
