import { type Command, whyDisabled } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import { fuzzy } from '../text/searching.ts'
import type { UiApp } from '../UiApp.ts'
import { Picker, type PickerItem } from './Picker.tsx'

/** A command as the palette lists it. */
export interface PaletteEntry {
	readonly command: Command
	/** Its screen; empty for global commands. */
	readonly place: string
	/** Whether it belongs to the current screen or is global; only then is it known whether it can run. */
	readonly here: boolean
	readonly run: () => void
}

/** Content of the palette. */
export interface PaletteOptions {
	readonly entries: () => readonly PaletteEntry[]
	/** Items that the typed text may name, offered before the commands. */
	readonly targets: (
		query: string,
	) => readonly { readonly label: string; readonly detail: string; readonly run: () => void }[]
	/** Ids of recent commands, the newest first. */
	readonly recent: () => readonly string[]
	readonly remember: (ids: readonly string[]) => void
}

const mostRecent = 8

/** `:` and Ctrl-K: all commands, recent ones first; for a height, hash, address or greeting id, first to open that. */
export class Palette extends Picker {
	readonly name = 'palette'
	readonly title = 'Commands'
	readonly placeholder = 'a command, a height, a hash, an address, #greeting'
	readonly #options: PaletteOptions

	constructor(app: UiApp, options: PaletteOptions) {
		super(app)
		this.#options = options
	}

	protected items(query: string): readonly PickerItem[] {
		const { entries, targets } = this.#options
		const found = fuzzy(this.#recentFirst(entries()), query, ({ command, place }) => ({
			label: `${place} ${command.title}`,
			detail: command.description,
		}))
		const opened = targets(query).map((target): PickerItem => ({ ...target, right: '', disabled: '', group: 'Open' }))
		return [...opened, ...found.map((entry) => this.#item(entry))]
	}

	#recentFirst(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
		const recent = this.#options.recent()
		const rank = ({ command, place, here }: PaletteEntry): number => {
			const index = recent.indexOf(command.id)
			if (index >= 0) return index
			// Commands of the current screen come first.
			return recent.length + Number(place === '' || !here)
		}
		return [...entries].sort((a, b) => rank(a) - rank(b))
	}

	#item({ command, place, here, run }: PaletteEntry): PickerItem {
		const recent = this.#options.recent()
		return {
			label: place === '' || command.id.startsWith('go.') ? command.title : `${place}: ${command.title}`,
			right: command.keys[0] === undefined ? '' : formatKey(command.keys[0]),
			detail: command.description,
			// A command of another screen is checked only when its screen is in front.
			disabled: here ? whyDisabled(command) : '',
			group: recent.includes(command.id) ? 'Recent' : place === '' ? command.group : place,
			run: () => {
				const others = recent.filter((id) => id !== command.id)
				this.#options.remember([command.id, ...others].slice(0, mostRecent))
				run()
			},
		}
	}
}
