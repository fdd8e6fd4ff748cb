import type { Command } from '../kit/keymap/Command.ts'
import { formatKey } from '../kit/keymap/formatKey.ts'
import { Keymap, type KeyOverrides } from '../kit/keymap/Keymap.ts'
import type { Overlay } from '../kit/keymap/Overlay.ts'
import type { Screen } from './ScreenModel.ts'

/** A command and its screen; no screen for global commands. */
export interface PlacedCommand {
	readonly command: Command
	readonly screen?: Screen
}

/** State that decides which commands apply. */
export interface CommandHost {
	readonly screens: readonly Screen[]
	/** The screen in front. */
	readonly screen: Screen
	readonly topOverlay: Overlay | undefined
	/** Whether the screen in front can be used, which most cannot without a node. */
	readonly usable: boolean
}

/** Sources of commands that belong to no screen. */
export interface CommandSources {
	/** Global commands. */
	readonly everywhere: readonly Command[]
	/** Commands that move in a list or a text. */
	readonly moving: readonly Command[]
	/** A command offered for a while, such as an undo; it cannot run at other times. */
	readonly offered: () => { readonly command: Command; readonly isOpen: boolean }
}

/** All commands, with the user's key bindings applied. */
export class AppCommands {
	readonly #host: CommandHost
	readonly #sources: CommandSources
	readonly #keymap: Keymap

	constructor(host: CommandHost, overrides: KeyOverrides, sources: CommandSources) {
		this.#host = host
		this.#sources = sources
		this.#keymap = new Keymap(overrides)
	}

	/** Commands that can be reached now, nearest first: the overlay's alone, or those of screen, list and app. */
	reachable(): readonly Command[] {
		const { topOverlay, usable, screen } = this.#host
		const { everywhere, moving, offered } = this.#sources
		if (topOverlay !== undefined) return this.#keymap.apply(topOverlay.commands())
		if (!usable) return this.#keymap.apply(everywhere)
		const offer = offered()
		const here = [...screen.commands(), ...moving, ...everywhere]
		// An open offer takes precedence over another command on its key.
		return this.#keymap.apply(offer.isOpen ? [offer.command, ...here] : [...here, offer.command])
	}

	/** Every command of every screen, for palette, help and documentation. */
	every(): readonly PlacedCommand[] {
		const { everywhere, moving, offered } = this.#sources
		return [
			...this.#keymap.apply([...everywhere, offered().command, ...moving]).map((command) => ({ command })),
			...this.#host.screens.flatMap((screen) =>
				this.#keymap.apply(screen.commands()).map((command) => ({ command, screen })),
			),
		]
	}

	/** The current key of a command, for texts that name it. */
	keyFor(id: string): string {
		const placed = this.every().find(({ command }) => command.id === id)
		return formatKey(placed?.command.keys[0] ?? '')
	}

	/** Problems of the user's key bindings, one sentence each. */
	problems(): readonly string[] {
		const { everywhere, moving } = this.#sources
		return this.#keymap.problems(this.#host.screens.map((screen) => [...screen.commands(), ...moving, ...everywhere]))
	}
}
