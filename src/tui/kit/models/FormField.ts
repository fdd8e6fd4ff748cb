import { type Choice, PickList } from './PickList.ts'
import { TextBuffer } from './TextBuffer.ts'

/** Declaration of a form field. */
export interface FieldOptions {
	readonly id: string
	readonly label: string
	/** A line of text by default; `choice` picks one of a few; `pick` any number of a list, its value has one per line. */
	readonly kind?: 'text' | 'multiline' | 'secret' | 'choice' | 'pick'
	/** What it holds at first. In a `text` what is typed first replaces it; an arrow key keeps it. */
	readonly initial?: string
	readonly placeholder?: string
	/** Rows of a `multiline` field, maximum rows of a `pick`. */
	readonly rows?: number
	readonly choices?: readonly Choice[]
	/** Whether a `pick` shows the order of the choices. */
	readonly numbered?: () => boolean
	/** Returns the problem in plain words, or undefined. */
	readonly validate?: (value: string) => string | undefined
	/** Hint under the field while it has no problem. */
	readonly hint?: (value: string) => string
	/** Whether a `multiline` field currently holds a secret. A field of kind `secret` always does. */
	readonly secret?: () => boolean
	/** Hides the field while false. */
	readonly visible?: () => boolean
}

/** A field and its input. */
export class FormField {
	readonly options: FieldOptions
	readonly buffer: TextBuffer
	/** Only for a `pick`. */
	readonly picks: PickList | undefined
	/** Error under the field until its value changes. */
	error = ''
	/** Whether the user reveals the secret. */
	shown = false
	#choice: number

	constructor(options: FieldOptions) {
		this.options = options
		this.buffer = new TextBuffer(options.initial ?? '', {
			multiline: options.kind === 'multiline',
			proposal: (options.kind ?? 'text') === 'text',
		})
		this.picks = options.kind === 'pick' ? new PickList(this.choices) : undefined
		this.#choice = this.#placeOf(options.initial ?? '')
	}

	/** Those of now, which the options may make anew; none but for a `choice` or a `pick`. */
	get choices(): readonly Choice[] {
		return this.options.choices ?? []
	}

	get visible(): boolean {
		return this.options.visible?.() ?? true
	}

	get secret(): boolean {
		return this.options.kind === 'secret' || this.options.secret?.() === true
	}

	/** Whether each character is drawn as `•`. */
	get masked(): boolean {
		return this.secret && !this.shown
	}

	get value(): string {
		if (this.picks !== undefined) return this.picks.chosen.join('\n')
		return this.options.kind === 'choice' ? (this.chosen?.value ?? '') : this.buffer.text
	}

	/** The selected value of a `choice`. */
	get chosen(): Choice | undefined {
		return this.choices[this.#choice]
	}

	get problem(): string | undefined {
		return this.visible ? this.options.validate?.(this.value) : undefined
	}

	/** Selects a value of a `choice`; an error of the one before is gone. */
	choose(value: string): void {
		this.#choice = this.#placeOf(value)
		this.error = ''
	}

	/** Selects another value of a `choice`. */
	step(delta: number): void {
		const count = this.choices.length
		if (count > 0) this.#choice = (this.#choice + delta + count) % count
	}

	/** Place of a choice; of the first if there is no such value. */
	#placeOf(value: string): number {
		return Math.max(
			0,
			this.choices.findIndex((choice) => choice.value === value),
		)
	}
}
