import { whyDisabled } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import type { PlacedCommand } from '../state/TuiApp.ts'
import { fuzzy } from './fuzzy.ts'
import { openTargets } from './openTargets.ts'
import { Picker, type PickerItem } from './Picker.ts'

/**
 * `:` and Ctrl-K: every command of every screen, recent ones first. A height, hash, address or greeting id typed here
 * offers to open it before anything else.
 */
export class Palette extends Picker {
	readonly name = 'palette'
	readonly title = 'Commands'
	protected readonly placeholder = 'a command, a height, a hash, an address, #greeting'

	protected items(query: string): readonly PickerItem[] {
		const commands = this.app
			.everyCommand()
			.filter(
				({ command, screen }) => command.hidden !== true && (screen === undefined || this.app.state.phase === 'ready'),
			)
		const found = fuzzy(this.#recentFirst(commands), query, ({ command, screen }) => ({
			label: `${screen?.title ?? ''} ${command.title}`,
			detail: command.description,
		}))
		const targets = openTargets(this.app, query).map(
			(target): PickerItem => ({
				...target,
				right: '',
				disabled: '',
				group: 'Open',
			}),
		)
		return [...targets, ...found.map((placed) => this.#item(placed))]
	}

	#recentFirst(commands: readonly PlacedCommand[]): readonly PlacedCommand[] {
		const recent = this.app.preferences.get('recent')
		const rank = (placed: PlacedCommand): number => {
			const index = recent.indexOf(placed.command.id)
			if (index >= 0) return index
			// What is here comes before what is elsewhere.
			return recent.length + (placed.screen === this.app.screen ? 0 : 1)
		}
		return [...commands].sort((a, b) => rank(a) - rank(b))
	}

	#item(placed: PlacedCommand): PickerItem {
		const { command, screen } = placed
		const recent = this.app.preferences.get('recent')
		return {
			label: screen === undefined || command.id.startsWith('go.') ? command.title : `${screen.title}: ${command.title}`,
			right: command.keys[0] === undefined ? '' : formatKey(command.keys[0]),
			detail: command.description,
			// Commands of another screen are judged when it is in front.
			disabled: screen === undefined || screen === this.app.screen ? whyDisabled(command) : '',
			group: recent.includes(command.id) ? 'Recent' : (screen?.title ?? command.group),
			run: () => {
				const others = recent.filter((id) => id !== command.id)
				this.app.preferences.set('recent', [command.id, ...others].slice(0, 8))
				this.app.run(placed)
			},
		}
	}
}
