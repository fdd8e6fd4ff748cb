import type { ReactElement } from 'react'
import { PickerView } from '../components/PickerView.tsx'
import type { Command } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Layer.ts'
import { ListCursor } from '../models/ListCursor.ts'
import type { PickerItem } from '../models/PickerItem.ts'
import { TextBuffer } from '../models/TextBuffer.ts'
import type { Key } from '../terminal/Key.ts'
import type { UiApp } from '../UiApp.ts'

/** A list that is searched by typing and run by Enter: the base of palette and help. */
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

	/** Items for the typed text, the best first. */
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

	view(): ReactElement {
		return (
			<PickerView
				title={this.title}
				placeholder={this.placeholder}
				query={this.query}
				items={() => this.items(this.query.text)}
				cursor={this.#cursor}
				onRun={() => this.#run()}
			/>
		)
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
