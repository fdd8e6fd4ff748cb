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
		return [...this.#placed(this.#host.screens)]
	}

	/** A command wherever it is; undefined if there is none now. */
	find(id: string): PlacedCommand | undefined {
		// A screen makes its commands anew for each question: the one that the id begins with is asked first.
		const isPlace = (screen: Screen): number => Number(id.startsWith(`${screen.id}.`))
		const screens = this.#host.screens.toSorted((a, b) => isPlace(b) - isPlace(a))
		for (const placed of this.#placed(screens)) if (placed.command.id === id) return placed
		return undefined
	}

	/** The current key of a command, for texts that name it. */
	keyFor(id: string): string {
		return formatKey(this.find(id)?.command.keys[0] ?? '')
	}

	*#placed(screens: readonly Screen[]): Generator<PlacedCommand> {
		const { everywhere, moving, offered } = this.#sources
		for (const command of this.#keymap.apply([...everywhere, offered().command, ...moving])) yield { command }
		for (const screen of screens) for (const command of this.#keymap.apply(screen.commands())) yield { command, screen }
	}

	/** Problems of the user's key bindings, one sentence each. */
	problems(): readonly string[] {
		const { everywhere, moving } = this.#sources
		return this.#keymap.problems(this.#host.screens.map((screen) => [...screen.commands(), ...moving, ...everywhere]))
	}
}
