import { type Command, whyDisabled } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import { fuzzy } from '../text/searching.ts'
import type { UiApp } from '../UiApp.ts'
import { Picker, type PickerItem } from './Picker.tsx'

/** Content of the help. */
export interface HelpOptions {
	readonly place: string
	readonly commands: readonly Command[]
	readonly isOfHere: (command: Command) => boolean
	readonly run: (command: Command) => void
}

/** `?`: what works here; Tab unfolds what works everywhere. Typing searches by name or key, Enter runs. */
export class HelpOverlay extends Picker {
	readonly name = 'help'
	readonly title: string
	readonly placeholder = 'type to search; Enter runs the entry'
	readonly #options: HelpOptions
	#isUnfolded = false

	constructor(app: UiApp, options: HelpOptions) {
		super(app)
		this.title = `Help · ${options.place}`
		this.#options = options
	}

	override commands(): readonly Command[] {
		return [
			...super.commands(),
			{
				id: 'pick.unfold',
				keys: ['tab'],
				title: this.#isUnfolded ? 'keys of here' : 'all keys',
				description: 'Show also the keys that work everywhere and those that cannot run now, or hide them again.',
				group: 'Palette and help',
				footer: 3,
				run: () => {
					this.#isUnfolded = !this.#isUnfolded
				},
			},
		]
	}

	protected items(query: string): readonly PickerItem[] {
		const { commands, run, isOfHere } = this.#options
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
		const here = items.filter((item, index) => item.disabled === '' && isOfHere(commands[index]!))
		const shown = this.#isUnfolded || query.trim() !== '' || here.length === 0 ? items : here
		return fuzzy(
			shown.toSorted((a, b) => rank(a) - rank(b)),
			query,
			(item) => item,
		)
	}
}
