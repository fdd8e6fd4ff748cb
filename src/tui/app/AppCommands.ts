import type { Command } from '../kit/keymap/Command.ts'
import { formatKey } from '../kit/keymap/formatKey.ts'
import { Keymap, type KeyOverrides } from '../kit/keymap/Keymap.ts'
import type { Overlay } from '../kit/keymap/Layer.ts'
import type { Screen } from './ScreenModel.ts'

/** A command and the screen it belongs to; none for those that work everywhere. */
export interface PlacedCommand {
	readonly command: Command
	readonly screen?: Screen
}

/** What commands depend on: where the user is. */
export interface CommandHost {
	readonly screens: readonly Screen[]
	/** The screen in front. */
	readonly screen: Screen
	readonly topOverlay: Overlay | undefined
	/** Whether the screen in front can be used. */
	readonly usable: boolean
}

/** Where commands come from that belong to no screen. */
export interface CommandSources {
	/** Those that work everywhere. */
	readonly everywhere: readonly Command[]
	/** Those that move in a list or a text. */
	readonly moving: readonly Command[]
	/** What is offered for a while, such as an undo; it cannot run while nothing is. */
	readonly offered: () => { readonly command: Command; readonly isOpen: boolean }
}

/** Everything that can be done, on the keys the user chose. */
export class AppCommands {
	readonly #host: CommandHost
	readonly #sources: CommandSources
	readonly #keymap: Keymap

	constructor(host: CommandHost, overrides: KeyOverrides, sources: CommandSources) {
		this.#host = host
		this.#sources = sources
		this.#keymap = new Keymap(overrides)
	}

	/** Commands that can be reached now, the nearest first: of the overlay alone, or of screen, list and app. */
	reachable(): readonly Command[] {
		const { topOverlay, usable, screen } = this.#host
		const { everywhere, moving, offered } = this.#sources
		if (topOverlay !== undefined) return this.#keymap.apply(topOverlay.commands())
		if (!usable) return this.#keymap.apply(everywhere)
		const offer = offered()
		const here = [...screen.commands(), ...moving, ...everywhere]
		// What is offered goes before what else is on its key, for as long as it is.
		return this.#keymap.apply(offer.isOpen ? [offer.command, ...here] : [...here, offer.command])
	}

	/** Every command of every screen, for palette, help and documents. */
	every(): readonly PlacedCommand[] {
		const { everywhere, moving, offered } = this.#sources
		return [
			...this.#keymap.apply([...everywhere, offered().command, ...moving]).map((command) => ({ command })),
			...this.#host.screens.flatMap((screen) =>
				this.#keymap.apply(screen.commands()).map((command) => ({ command, screen })),
			),
		]
	}

	/** The key a command is on now, for texts that name it. */
	keyFor(id: string): string {
		const placed = this.every().find(({ command }) => command.id === id)
		return formatKey(placed?.command.keys[0] ?? '')
	}

	/** What is wrong with the keys the user chose, a sentence each. */
	problems(): readonly string[] {
		const { everywhere, moving } = this.#sources
		return this.#keymap.problems(this.#host.screens.map((screen) => [...screen.commands(), ...moving, ...everywhere]))
	}
}
