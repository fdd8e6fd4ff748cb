import type { Command } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import type { Overlay } from '../keymap/Overlay.ts'
import type { Key } from '../terminal/Key.ts'
import type { UiApp } from '../UiApp.ts'

/** Waits for the second key of a sequence while the footer shows the choices. Any other key or Esc ends it. */
export class KeySequence implements Overlay {
	readonly name = 'sequence'
	readonly placement = 'bottom'
	readonly title: string
	readonly #app: UiApp
	readonly #first: string
	readonly #commands: readonly Command[]

	/** @param commands Commands that can be reached; those that start with the first key are offered. */
	constructor(app: UiApp, first: string, commands: readonly Command[]) {
		this.#app = app
		this.#first = first
		this.title = `${formatKey(first)} …`
		this.#commands = commands.flatMap((command, index) => {
			const keys = command.keys.filter((key) => key.startsWith(`${first} `)).map((key) => key.slice(first.length + 1))
			if (keys.length === 0) return []
			const run = (): void | Promise<void> => {
				app.close(this)
				return command.run()
			}
			// A separate id, because the user's binding is already applied.
			return [{ ...command, id: `sequence.${command.id}`, keys, footer: index, run }]
		})
	}

	static begins(commands: readonly Command[], key: string): boolean {
		return commands.some(({ keys }) => keys.some((other) => other.startsWith(`${key} `)))
	}

	commands(): readonly Command[] {
		return this.#commands
	}

	onKey(key: Key): boolean {
		if (key.id === 'esc') return false
		this.#app.close(this)
		this.#app.toast('info', `nothing is on ${formatKey(`${this.#first} ${key.id}`)}`)
		return true
	}
}
