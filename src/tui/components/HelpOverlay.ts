import { type Command, whyDisabled } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import type { TuiApp } from '../state/TuiApp.ts'
import { cellWidth, fitCells } from '../term/cells.ts'
import { fuzzy } from './fuzzy.ts'
import { Picker, type PickerItem } from './Picker.ts'

/** `?`: every key that works where the person is, grouped; type to search by name or by key, Enter runs it. */
export class HelpOverlay extends Picker {
	readonly name = 'help'
	readonly title: string
	protected readonly placeholder = 'type to search; Enter runs the entry'
	readonly #commands: readonly Command[]

	constructor(app: TuiApp) {
		super(app)
		this.title = `Help · ${app.screen.title}`
		this.#commands = app.reachable()
	}

	protected items(query: string): readonly PickerItem[] {
		const keyCells = Math.min(
			11,
			Math.max(...this.#commands.map(({ keys }) => cellWidth(keys.map(formatKey).join(' ')))),
		)
		const items = this.#commands.map((command): PickerItem => {
			const keys = command.keys.map(formatKey).join(' ')
			return {
				label: `${fitCells(keys, Math.max(keyCells, cellWidth(keys)))} ${command.title}`,
				right: '',
				detail: command.description,
				disabled: whyDisabled(command),
				group: command.group,
				run: () => this.app.run({ command }),
			}
		})
		return fuzzy(items, query, (item) => item)
	}
}
