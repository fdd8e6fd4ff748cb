import type { Command } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Layer.ts'
import { textField } from '../lines/textField.ts'
import type { Line, View } from '../lines/View.ts'
import { TextBuffer } from '../models/TextBuffer.ts'
import type { Key } from '../terminal/Key.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import type { UiApp } from '../UiApp.ts'

/** What a line at the foot of the screen asks for. */
export interface LinePromptOptions {
	readonly title: string
	/** Before the text: `/` or `go to`. */
	readonly prompt: string
	readonly initial?: string
	readonly placeholder?: string
	/** At each change: filters act while one types. */
	readonly changed?: (text: string) => void
	/** Enter: keep it. */
	readonly accepted: (text: string) => void
	/** Esc: as if it never was. */
	readonly cancelled?: () => void
	/** At the right end: `12 of 100,000`. */
	readonly remark?: () => string
	/** Moves the list above while one types. */
	readonly move?: (delta: number) => void
}

/** One line to type into, below the screen: filter and search. */
export class LinePrompt implements Overlay {
	readonly name = 'prompt'
	readonly placement = 'bottom'
	readonly title: string
	readonly buffer: TextBuffer
	readonly #app: UiApp
	readonly #options: LinePromptOptions

	constructor(app: UiApp, options: LinePromptOptions) {
		this.#app = app
		this.#options = options
		this.title = options.title
		this.buffer = new TextBuffer(options.initial ?? '')
	}

	commands(): readonly Command[] {
		const group = 'Filter and search'
		return [
			{
				id: 'prompt.accept',
				keys: ['enter'],
				title: 'keep',
				description: 'Keep the filter, or search for the text.',
				group,
				footer: 1,
				run: () => {
					this.#app.close(this)
					this.#options.accepted(this.buffer.text)
				},
			},
			{
				id: 'prompt.cancel',
				keys: ['esc'],
				title: 'clear',
				description: 'Clear the filter, or leave the search.',
				group,
				footer: 2,
				run: () => {
					this.#app.close(this)
					this.#options.cancelled?.()
				},
			},
		]
	}

	onKey(key: Key): boolean {
		if (this.#options.move !== undefined && (key.id === 'up' || key.id === 'down')) {
			this.#options.move(key.id === 'up' ? -1 : 1)
			return true
		}
		if (!this.buffer.edit(key)) return false
		this.#options.changed?.(this.buffer.text)
		return true
	}

	onPaste(text: string): boolean {
		this.buffer.insert(text)
		this.#options.changed?.(this.buffer.text)
		return true
	}

	rows(): number {
		return 1
	}

	render(view: View): readonly Line[] {
		const { theme, width } = view
		const prompt = ` ${this.#options.prompt} `
		const remark = this.#options.remark?.() ?? ''
		const right = remark === '' ? '' : ` ${remark} `
		const room = Math.max(4, width - cellWidth(prompt) - cellWidth(right))
		const [field = ''] = textField(this.buffer, {
			width: room,
			rows: 1,
			focused: true,
			theme,
			...(this.#options.placeholder === undefined ? {} : { placeholder: this.#options.placeholder }),
		})
		return [theme.accent(prompt) + fitCells(field, room) + theme.muted(right)]
	}
}
