import type { Command } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Layer.ts'
import { hint } from '../lines/hints.ts'
import { panel } from '../lines/layout.ts'
import { textField } from '../lines/textField.ts'
import type { Line, View } from '../lines/View.ts'
import { TextBuffer } from '../models/TextBuffer.ts'
import type { Key } from '../terminal/Key.ts'
import { wrapCells } from '../text/cells.ts'
import type { UiApp } from '../UiApp.ts'

/** What is about to happen, and what must be done to let it. */
export interface ConfirmOptions {
	readonly title: string
	/** What will be lost or sent, plain text, safe to print. */
	readonly text: readonly string[]
	/** The word for Enter: `delete`, `send`. */
	readonly action: string
	/** Must be typed first, for what cannot be undone. */
	readonly typed?: string
	readonly run: () => void | Promise<void>
}

/** Opens the question. */
export function confirm(app: UiApp, options: ConfirmOptions): void {
	app.show(new Confirm(app, options))
}

/** Asks before something that matters; for what cannot be undone its name must be typed. */
export class Confirm implements Overlay {
	readonly name = 'confirm'
	readonly placement = 'top'
	readonly title: string
	readonly #app: UiApp
	readonly #options: ConfirmOptions
	readonly #typed = new TextBuffer()
	#wrong = false

	constructor(app: UiApp, options: ConfirmOptions) {
		this.#app = app
		this.#options = options
		this.title = options.title
	}

	commands(): readonly Command[] {
		return [
			{
				id: 'confirm.yes',
				keys: ['enter'],
				title: this.#options.action,
				description: 'Do what the question says.',
				group: 'Question',
				footer: 1,
				run: () => this.#yes(),
			},
			{
				id: 'confirm.no',
				keys: ['esc'],
				title: 'cancel',
				description: 'Leave everything as it is.',
				group: 'Question',
				footer: 2,
				run: () => this.#app.close(this),
			},
		]
	}

	onKey(key: Key): boolean {
		this.#wrong = false
		return this.#options.typed !== undefined && this.#typed.edit(key)
	}

	onPaste(text: string): boolean {
		if (this.#options.typed !== undefined) this.#typed.insert(text)
		return true
	}

	rows(width: number): number {
		const text = this.#options.text.flatMap((line) => wrapCells(line, width - 4)).length
		return text + 4 + (this.#options.typed === undefined ? 0 : 2)
	}

	render(view: View): readonly Line[] {
		const { theme } = view
		const { typed, text, action } = this.#options
		return panel(view, { title: this.title, active: true }, (inside) => {
			const lines = text.flatMap((line) => wrapCells(line, inside.width))
			if (typed !== undefined) {
				const [field = ''] = textField(this.#typed, {
					width: Math.max(10, inside.width - 20),
					rows: 1,
					focused: true,
					theme,
				})
				lines.push('', `type ${theme.strong(typed)}: ${field}`)
			}
			const remark = this.#wrong ? theme.bad(`✗ that is not ${typed}`) : ''
			return [...lines, remark, `${hint(theme, 'enter', action)}   ${hint(theme, 'esc', 'cancel')}`]
		})
	}

	#yes(): void {
		const { typed, run } = this.#options
		if (typed !== undefined && this.#typed.text.trim() !== typed) {
			this.#wrong = true
			this.#app.touch()
			return
		}
		this.#app.close(this)
		this.#app.attempt(async () => run())
	}
}
