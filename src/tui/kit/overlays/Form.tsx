import type { ReactElement } from 'react'
import type { UserError } from '../../../errors/UserError.ts'
import { FormView } from '../components/FormView.tsx'
import type { Command } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Layer.ts'
import { type FieldOptions, FormField } from '../models/FormField.ts'
import { formHeight } from '../models/formHeight.ts'
import type { Key } from '../terminal/Key.ts'
import type { UiApp } from '../UiApp.ts'

/** What a form asks and what becomes of the answers. */
export interface FormOptions {
	readonly title: string
	/** The word for Enter: `send`, `create`. */
	readonly action: string
	/** Said above the fields, safe to print. */
	readonly intro?: readonly string[] | (() => readonly string[])
	readonly fields: readonly FieldOptions[]
	/** Id of the field the cursor starts in; the first by default. */
	readonly focus?: string
	/** Must not close the form itself unless it succeeded; a UserError thrown stays under the field. */
	readonly submit: (values: Readonly<Record<string, string>>, form: Form) => void | Promise<void>
	readonly changed?: (form: Form) => void
	/** Esc was pressed or the form was closed after sending. */
	readonly closed?: (form: Form) => void
	/** More commands while the form is open; control keys only, since letters are typed. */
	readonly commands?: (form: Form) => readonly Command[]
	readonly placement?: 'top' | 'full'
	/** A page to read: no wider than lines are easy to read, no higher than what it shows, its keys told at its end. */
	readonly page?: boolean
	/** The word for Esc; `close` by default. */
	readonly leave?: string
}

/**
 * A form over the screen. Enter sends when all is well, else goes to the first field that is not; what is wrong is told
 * in plain words under its field, and nothing typed is ever lost by an error.
 */
export class Form implements Overlay {
	readonly name = 'form'
	readonly title: string
	readonly placement: 'top' | 'full'
	readonly fields: readonly FormField[]
	readonly options: FormOptions
	/** Said in the last line while sending; empty when not. */
	busy = ''
	/** Something wrong with no one field. */
	error = ''
	/** What to do about the error. */
	errorNext = ''
	readonly #app: UiApp
	#focus: number

	constructor(app: UiApp, options: FormOptions) {
		this.#app = app
		this.options = options
		this.title = options.title
		this.placement = options.placement ?? (options.page === true ? 'full' : 'top')
		this.fields = options.fields.map((field) => new FormField(field))
		this.#focus = Math.max(
			0,
			options.fields.findIndex((field) => field.id === options.focus),
		)
	}

	get focused(): FormField | undefined {
		return this.fields[this.#focus]
	}

	get values(): Readonly<Record<string, string>> {
		return Object.fromEntries(this.fields.map((field) => [field.options.id, field.visible ? field.value : '']))
	}

	/** The field of an id the form declared. */
	field(id: string): FormField | undefined {
		return this.fields.find((field) => field.options.id === id)
	}

	/** Shows an error: under a field, or under the form. */
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
		this.#app.touch()
	}

	close(): void {
		this.#app.close(this)
	}

	closed(): void {
		this.options.closed?.(this)
	}

	commands(): readonly Command[] {
		const group = 'Form'
		const secret = this.fields.some((field) => field.visible && field.secret)
		const shown = this.fields.some((field) => field.visible && field.secret && field.shown)
		const many = this.fields.filter((field) => field.visible).length > 1
		return [
			{
				id: 'form.submit',
				keys: ['enter'],
				title: this.options.action,
				description: 'Submit the form, or go to the first field with an error.',
				group,
				footer: 1,
				run: () => this.#submit(),
			},
			...(this.options.commands?.(this) ?? []),
			{
				id: 'form.reveal',
				keys: ['ctrl+t'],
				title: shown ? 'hide secret' : 'show secret',
				description: 'Show or hide the secrets typed into the form.',
				group,
				...(secret ? { footer: 7 } : {}),
				enabled: () => secret || 'this form has no secrets',
				run: () => this.#reveal(!shown),
			},
			{
				id: 'form.next',
				keys: ['tab'],
				title: 'next field',
				description: 'Go to the next field.',
				group,
				...(many ? { footer: 8 } : {}),
				run: () => this.#move(1),
			},
			{
				id: 'form.previous',
				keys: ['shift+tab'],
				title: 'previous field',
				description: 'Go to the previous field.',
				group,
				run: () => this.#move(-1),
			},
			{
				id: 'form.cancel',
				keys: ['esc'],
				title: this.options.leave ?? 'close',
				description: 'Close the form.',
				group,
				footer: 9,
				run: () => this.close(),
			},
		]
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
		if (field === undefined || field.options.kind === 'choice' || field.options.kind === 'pick') return false
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

	/** Puts the cursor into a field (a click), or on a row of its list, which is chosen by that. */
	focusOn(field: FormField, row?: number): void {
		this.#focus = Math.max(0, this.fields.indexOf(field))
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

	/** Shows what is typed into all secret fields, or hides it. */
	#reveal(shown: boolean): void {
		for (const field of this.fields) field.shown = shown
		this.#app.touch()
	}

	#move(delta: number): void {
		const count = this.fields.length
		for (let step = 1; step <= count; step++) {
			const index = (this.#focus + delta * step + count * step) % count
			if (this.fields[index]?.visible === true) {
				this.#focus = index
				break
			}
		}
		this.#app.touch()
	}

	#submit(): void {
		if (this.busy !== '') return
		this.error = ''
		this.errorNext = ''
		const here = this.focused
		const wrong = here?.problem === undefined ? this.fields.find((field) => field.problem !== undefined) : here
		if (wrong !== undefined) {
			// An empty field one has not been to yet is simply the next one; it gets its error when Enter is pressed in it.
			const untouched = wrong !== here && wrong.value === ''
			wrong.error = untouched ? '' : (wrong.problem ?? '')
			this.focusOn(wrong)
			this.#app.touch()
			return
		}
		this.#app.attempt(
			async () => this.options.submit(this.values, this),
			(error: UserError) => this.fail(error.message, error.next),
		)
	}
}
