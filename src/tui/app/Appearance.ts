import type { ColorLevel } from '../kit/terminal/capabilities.ts'
import { makeTheme } from '../kit/theme/makeTheme.ts'
import { type Theme, type ThemeName, themeNames } from '../kit/theme/Theme.ts'
import type { Preferences } from './Preferences.ts'

/** Theme and colours of this terminal, as the user prefers. */
export class Appearance {
	readonly #preferences: Preferences
	readonly #colorLevel: ColorLevel
	readonly #changed: () => void
	#background: 'dark' | 'light'
	#theme: Theme

	/** @param changed Called when the theme changes. */
	constructor(
		preferences: Preferences,
		terminal: { readonly background: 'dark' | 'light'; readonly colorLevel: ColorLevel },
		changed: () => void,
	) {
		this.#preferences = preferences
		this.#colorLevel = terminal.colorLevel
		this.#background = terminal.background
		this.#changed = changed
		this.#theme = this.#make()
	}

	get theme(): Theme {
		return this.#theme
	}

	/** Selects a theme and saves the choice. */
	choose(name: ThemeName): void {
		this.#preferences.set('theme', name)
		this.#theme = this.#make()
		this.#changed()
	}

	/** Selects the next theme and returns its name. */
	next(): ThemeName {
		const index = themeNames.indexOf(this.#preferences.get('theme'))
		const name = themeNames[(index + 1) % themeNames.length]!
		this.choose(name)
		return name
	}

	/** Applies the background that the terminal reported. */
	setBackground(background: 'dark' | 'light'): void {
		if (background === this.#background) return
		this.#background = background
		this.#theme = this.#make()
		this.#changed()
	}

	#make(): Theme {
		return makeTheme(this.#preferences.get('theme'), this.#background, this.#colorLevel)
	}
}
