import type { ReactElement } from 'react'
import { Panel, type PanelSpace } from '../components/Panel.tsx'
import { type Command, commandsOf } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Overlay.ts'
import { TextBuffer } from '../models/TextBuffer.ts'
import type { Key } from '../terminal/Key.ts'
import { cellWidth, wrapCells } from '../text/cells.ts'
import { hint } from '../text/hints.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import type { UiApp } from '../UiApp.ts'

/** Text and condition of a confirmation. */
export interface ConfirmOptions {
	readonly title: string
	/** What will be lost or sent; plain text, safe to print. */
	readonly text: readonly string[]
	/** Label of Enter: `delete`, `send`. */
	readonly action: string
	/** Text that must be typed first, for actions that cannot be undone. */
	readonly typed?: string
	readonly run: () => void | Promise<void>
}

/** Opens the confirmation. */
export function confirm(app: UiApp, options: ConfirmOptions): void {
	app.show(new Confirm(app, options))
}

/** Asks before an important action. For one that cannot be undone, its name must be typed. */
export class Confirm implements Overlay {
	readonly name = 'confirm'
	readonly placement = 'top'
	readonly title: string
	readonly #app: UiApp
	readonly #options: ConfirmOptions
	readonly #typed = new TextBuffer()
	/** Whether another text was typed than wanted. */
	#wrong = false

	constructor(app: UiApp, options: ConfirmOptions) {
		this.#app = app
		this.#options = options
		this.title = options.title
	}

	commands(): readonly Command[] {
		return commandsOf({ group: 'Question' }, [
			{
				id: 'confirm.yes',
				keys: ['enter'],
				title: this.#options.action,
				description: 'Confirm.',
				footer: 1,
				run: () => this.#yes(),
			},
			{
				id: 'confirm.no',
				keys: ['esc'],
				title: 'cancel',
				description: 'Cancel; nothing changes.',
				footer: 2,
				run: () => this.#app.close(this),
			},
		])
	}

	onKey(key: Key): boolean {
		this.#wrong = false
		return this.#options.typed !== undefined && this.#typed.edit(key)
	}

	onPaste(text: string): boolean {
		this.#wrong = false
		if (this.#options.typed !== undefined) this.#typed.insert(text)
		return true
	}

	rows(width: number): number {
		const text = this.#options.text.flatMap((line) => wrapCells(line, width - 4)).length
		return text + 4 + (this.#options.typed === undefined ? 0 : 2)
	}

	view(): ReactElement {
		return <Panel title={this.title} active rows={(space) => this.#question(space)} />
	}

	/** The question with its keys, and a field if something must be typed. */
	#question({ theme, width }: PanelSpace): readonly string[] {
		const { text, action, typed } = this.#options
		const lines = text.flatMap((line) => wrapCells(line, width))
		if (typed !== undefined) {
			const label = `type ${theme.strong(typed)}: `
			const room = Math.max(10, width - cellWidth(label))
			const [field = ''] = textFieldRows(this.#typed, { width: room, rows: 1, focused: true, theme })
			lines.push('', `${label}${field}`)
		}
		const remark = this.#wrong ? theme.bad(`✗ that is not ${typed}`) : ''
		return [...lines, remark, `${hint(theme, 'enter', action)}   ${hint(theme, 'esc', 'cancel')}`]
	}

	#yes(): void {
		const { typed, run } = this.#options
		if (typed !== undefined && this.#typed.text.trim() !== typed) {
			this.#wrong = true
			return
		}
		this.#app.close(this)
		this.#app.attempt(async () => run())
	}
}
