import type { Command } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Layer.ts'
import { panel } from '../lines/layout.ts'
import { textField } from '../lines/textField.ts'
import type { Line, View } from '../lines/View.ts'
import { ListCursor } from '../models/ListCursor.ts'
import { TextBuffer } from '../models/TextBuffer.ts'
import type { Key } from '../terminal/Key.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import type { UiApp } from '../UiApp.ts'

/** A row of a picker. */
export interface PickerItem {
	readonly label: string
	/** At the right end: a key, a value. */
	readonly right: string
	/** Second, quieter text. */
	readonly detail: string
	/** Why it cannot be run; empty when it can. */
	readonly disabled: string
	/** A heading is drawn where it changes. */
	readonly group: string
	readonly run: () => void
}

/** Cells up to which labels share one column; a longer one pushes its own text to the right. */
const widestLabel = 32

/** A list one searches by typing and runs by Enter: the base of palette and help. */
export abstract class Picker<App extends UiApp = UiApp> implements Overlay {
	abstract readonly name: string
	abstract readonly title: string
	readonly placement = 'full'
	protected readonly app: App
	protected readonly query = new TextBuffer()
	protected abstract readonly placeholder: string
	readonly #cursor = new ListCursor(() => this.items(this.query.text).length)

	constructor(app: App) {
		this.app = app
	}

	/** Items for what was typed, best first. */
	protected abstract items(query: string): readonly PickerItem[]

	commands(): readonly Command[] {
		const group = 'Palette and help'
		const move = (id: string, keys: readonly string[], description: string, run: () => void): Command => ({
			id: `pick.${id}`,
			keys,
			title: id,
			description,
			group,
			run: () => {
				run()
				this.app.touch()
			},
		})
		return [
			{
				id: 'pick.run',
				keys: ['enter'],
				title: 'run',
				description: 'Run the selected entry.',
				group,
				footer: 1,
				run: () => this.#run(),
			},
			move('down', ['down', 'ctrl+n', 'ctrl+j'], 'Next entry.', () => this.#cursor.move(1)),
			move('up', ['up', 'ctrl+p'], 'Previous entry.', () => this.#cursor.move(-1)),
			move('page-down', ['pagedown'], 'One page of entries down.', () => this.#cursor.page(1)),
			move('page-up', ['pageup'], 'One page of entries up.', () => this.#cursor.page(-1)),
			{
				id: 'pick.close',
				keys: ['esc'],
				title: 'close',
				description: 'Close without running anything.',
				group,
				footer: 2,
				run: () => this.app.close(this),
			},
		]
	}

	onKey(key: Key): boolean {
		if (!this.query.edit(key)) return false
		this.#cursor.select(0)
		return true
	}

	onPaste(text: string): boolean {
		this.query.insert(text)
		return true
	}

	rows(_width: number, height: number): number {
		return height
	}

	render(view: View): readonly Line[] {
		const { theme } = view
		const items = this.items(this.query.text)
		return panel(view, { title: this.title, remark: `${items.length}`, active: true }, (inside) => {
			const [field = ''] = textField(this.query, {
				width: inside.width - 2,
				rows: 1,
				focused: true,
				theme,
				placeholder: this.placeholder,
			})
			const list = inside.part(0, 2, inside.width, inside.height - 2)
			return [theme.accent('› ') + field, theme.border('─'.repeat(inside.width)), ...this.#rows(list, items)]
		})
	}

	#rows(view: View, items: readonly PickerItem[]): readonly Line[] {
		const { theme, width } = view
		if (items.length === 0) return [theme.muted('Nothing of that name. Esc closes.')]
		const grouped = this.query.text.trim() === ''
		// Headings take rows, so fewer entries than rows are asked for when they are shown.
		const headings = grouped ? new Set(items.map((item) => item.group)).size : 0
		const labels = Math.min(widestLabel, Math.max(24, ...items.map((item) => cellWidth(item.label))))
		const { from } = this.#cursor.window(Math.max(1, view.height - Math.min(headings, 4)))
		const lines: Line[] = []
		for (let index = from; index < items.length && lines.length < view.height; index++) {
			const item = items[index]!
			if (grouped && (index === from || items[index - 1]?.group !== item.group)) {
				lines.push(theme.muted(fitCells(item.group, width)))
				if (lines.length >= view.height) break
			}
			lines.push(this.#row(view, item, labels, index === this.#cursor.selected))
			const y = lines.length - 1
			view.hit({
				x: 0,
				y,
				width,
				height: 1,
				onClick: () => {
					this.#cursor.select(index)
					this.#run()
				},
				onWheel: (direction) => this.#cursor.move(direction),
			})
		}
		return lines
	}

	#row(view: View, item: PickerItem, labels: number, selected: boolean): Line {
		const { theme, width } = view
		const right = item.right === '' ? '' : ` ${item.right}`
		const room = Math.max(1, width - 2 - cellWidth(right))
		const label = fitCells(item.label, Math.min(room, Math.max(cellWidth(item.label), labels)))
		const note = item.disabled === '' ? item.detail : `(${item.disabled})`
		const rest = Math.max(0, room - cellWidth(label))
		const detail = rest < 6 ? ' '.repeat(rest) : `  ${fitCells(note, rest - 2)}`
		if (selected) return theme.selected(`▸ ${label}${detail}${right}`)
		const paint = item.disabled === '' ? (text: string) => text : theme.muted
		return `  ${paint(label)}${theme.muted(detail)}${theme.key(right)}`
	}

	#run(): void {
		const item = this.items(this.query.text)[this.#cursor.selected]
		if (item === undefined) return
		if (item.disabled !== '') {
			this.app.toast('info', `${item.label}: ${item.disabled}`)
			return
		}
		this.app.close(this)
		item.run()
	}
}
