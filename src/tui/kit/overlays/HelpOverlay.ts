import { type Command, whyDisabled } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import type { PickerItem } from '../models/PickerItem.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import { fuzzy } from '../text/fuzzy.ts'
import type { UiApp } from '../UiApp.ts'
import { Picker } from './Picker.tsx'

/** Content of the help. */
export interface HelpOptions {
	/** The name of the screen. */
	readonly place: string
	readonly commands: readonly Command[]
	readonly run: (command: Command) => void
}

/** `?`: all keys that work at the moment, grouped. Typing searches by name or key, Enter runs the entry. */
export class HelpOverlay extends Picker {
	readonly name = 'help'
	readonly title: string
	protected readonly placeholder = 'type to search; Enter runs the entry'
	readonly #options: HelpOptions

	constructor(app: UiApp, options: HelpOptions) {
		super(app)
		this.title = `Help · ${options.place}`
		this.#options = options
	}

	protected items(query: string): readonly PickerItem[] {
		const { commands, run } = this.#options
		const groups = [...new Set(commands.map(({ group }) => group))]
		const keyCells = Math.min(11, Math.max(...commands.map(({ keys }) => cellWidth(keys.map(formatKey).join(' ')))))
		const items = commands.map((command): PickerItem => {
			const keys = command.keys.map(formatKey).join(' ')
			return {
				label: `${fitCells(keys, Math.max(keyCells, cellWidth(keys)))} ${command.title}`,
				right: '',
				detail: command.description,
				disabled: whyDisabled(command),
				group: command.group,
				run: () => run(command),
			}
		})
		// Commands that can run come first in each group.
		const rank = ({ group, disabled }: PickerItem): number => groups.indexOf(group) * 2 + (disabled === '' ? 0 : 1)
		return fuzzy(
			items.toSorted((a, b) => rank(a) - rank(b)),
			query,
			(item) => item,
		)
	}
}
