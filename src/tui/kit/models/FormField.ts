import { type Choice, PickList } from './PickList.ts'
import { TextBuffer } from './TextBuffer.ts'

/** One field of a form, as a screen declares it. */
export interface FieldOptions {
	readonly id: string
	readonly label: string
	/** `choice` is one of a few, `pick` any number of a list: its value is the chosen ones, one a line. */
	readonly kind: 'text' | 'multiline' | 'secret' | 'choice' | 'pick'
	readonly initial?: string
	readonly placeholder?: string
	/** Rows of a `multiline` field, most rows of a `pick`. */
	readonly rows?: number
	readonly choices?: readonly Choice[]
	/** Whether a `pick` shows in which order its rows were chosen. */
	readonly numbered?: () => boolean
	/** Plain words for what is wrong, or undefined. */
	readonly validate?: (value: string) => string | undefined
	/** Said under the field while nothing is wrong with it. */
	readonly hint?: (value: string) => string
	/** Whether a `multiline` field holds a secret now; a field of the kind `secret` always does. */
	readonly secret?: () => boolean
	/** Left out of the form while false. */
	readonly visible?: () => boolean
}

/** A field with what was typed into it. */
export class FormField {
	readonly options: FieldOptions
	readonly buffer: TextBuffer
	/** Of a `pick`. */
	readonly picks: PickList | undefined
	/** Shown under the field until it changes. */
	error = ''
	/** The user wants to see the secret: it is drawn as typed. */
	shown = false
	#choice: number

	constructor(options: FieldOptions) {
		this.options = options
		this.buffer = new TextBuffer(options.initial ?? '', { multiline: options.kind === 'multiline' })
		this.picks = options.kind === 'pick' ? new PickList(options.choices ?? []) : undefined
		this.#choice = Math.max(
			0,
			(options.choices ?? []).findIndex((choice) => choice.value === options.initial),
		)
	}

	get visible(): boolean {
		return this.options.visible?.() ?? true
	}

	/** Whether what is typed is a secret. */
	get secret(): boolean {
		return this.options.kind === 'secret' || this.options.secret?.() === true
	}

	/** Whether `•` is drawn for each character. */
	get masked(): boolean {
		return this.secret && !this.shown
	}

	get value(): string {
		if (this.picks !== undefined) return this.picks.chosen.join('\n')
		return this.options.kind === 'choice' ? (this.chosen?.value ?? '') : this.buffer.text
	}

	/** The chosen one of a `choice`. */
	get chosen(): Choice | undefined {
		return this.options.choices?.[this.#choice]
	}

	/** What is wrong with the value now. */
	get problem(): string | undefined {
		return this.visible ? this.options.validate?.(this.value) : undefined
	}

	/** Steps a `choice`. */
	step(delta: number): void {
		const count = this.options.choices?.length ?? 0
		if (count > 0) this.#choice = (this.#choice + delta + count) % count
	}
}
