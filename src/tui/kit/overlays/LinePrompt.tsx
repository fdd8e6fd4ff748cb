import type { ReactElement } from 'react'
import { Row } from '../components/Rows.tsx'
import { useArea, useChanges, useTheme } from '../hooks/hooks.ts'
import { type Command, commandsOf } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Overlay.ts'
import type { Filterable } from '../models/List.ts'
import { TextBuffer } from '../models/TextBuffer.ts'
import type { Key } from '../terminal/Key.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import type { UiApp } from '../UiApp.ts'

/** Options of a one-line input. */
export interface LinePromptOptions {
	readonly title: string
	/** Text before the input: `/` or `go to`. */
	readonly prompt: string
	readonly initial?: string
	readonly placeholder?: string
	/** Called at each change, for filters that act while typing. */
	readonly changed?: (text: string) => void
	/** Called on Enter with the text. */
	readonly accepted: (text: string) => void
	/** Called on Esc, to restore the state before. */
	readonly cancelled?: () => void
	/** Text at the right end: `12 of 100,000`. */
	readonly remark?: () => string
	/** Moves the list above while the user types. */
	readonly move?: (delta: number) => void
}

/** Opens a one-line input. */
export function askLine(app: UiApp, options: LinePromptOptions): void {
	app.show(new LinePrompt(app, options))
}

/**
 * `/`: filters a list while the user types. Arrows move in the list meanwhile, Enter keeps the filter, Esc clears it.
 * @param placeholder Describes the possible input.
 */
export function askFilter(app: UiApp, list: Filterable, placeholder = 'words that must all occur'): void {
	askLine(app, {
		title: 'Filter',
		prompt: '/',
		initial: list.filter,
		placeholder,
		changed: (text) => list.setFilter(text),
		accepted: (text) => list.setFilter(text),
		cancelled: () => list.setFilter(''),
		remark: () => list.found,
		move: (delta) => list.move(delta),
	})
}

/** A one-line input below the screen, for filter and search. */
export class LinePrompt implements Overlay {
	readonly name = 'prompt'
	readonly placement = 'bottom'
	readonly title: string
	readonly buffer: TextBuffer
	readonly #app: UiApp
	readonly options: LinePromptOptions

	constructor(app: UiApp, options: LinePromptOptions) {
		this.#app = app
		this.options = options
		this.title = options.title
		this.buffer = new TextBuffer(options.initial ?? '')
	}

	commands(): readonly Command[] {
		return commandsOf({ group: 'Filter and search' }, [
			{
				id: 'prompt.accept',
				keys: ['enter'],
				title: 'keep',
				description: 'Keep the filter, or search for the text.',
				footer: 1,
				run: () => {
					this.#app.close(this)
					this.options.accepted(this.buffer.text)
				},
			},
			{
				id: 'prompt.cancel',
				keys: ['esc'],
				title: 'clear',
				description: 'Clear the filter, or leave the search.',
				footer: 2,
				run: () => {
					this.#app.close(this)
					this.options.cancelled?.()
				},
			},
		])
	}

	onKey(key: Key): boolean {
		if (this.options.move !== undefined && (key.id === 'up' || key.id === 'down')) {
			this.options.move(key.id === 'up' ? -1 : 1)
			return true
		}
		if (!this.buffer.edit(key)) return false
		this.options.changed?.(this.buffer.text)
		return true
	}

	onPaste(text: string): boolean {
		this.buffer.insert(text)
		this.options.changed?.(this.buffer.text)
		return true
	}

	rows(): number {
		return 1
	}

	view(): ReactElement {
		return <LinePromptView line={this} />
	}
}

function LinePromptView({ line: { buffer, options } }: { readonly line: LinePrompt }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { width } = useArea()
	const { prompt, placeholder = '', remark = () => '' } = options
	const told = remark()
	const right = told === '' ? '' : ` ${told} `
	const room = Math.max(4, width - cellWidth(prompt) - 2 - cellWidth(right))
	const [field = ''] = textFieldRows(buffer, { width: room, rows: 1, focused: true, theme, placeholder })
	return <Row text={theme.accent(` ${prompt} `) + fitCells(field, room) + theme.muted(right)} />
}
