import type { ColorLevel } from '../kit/terminal/capabilities.ts'
import { makeTheme } from '../kit/theme/makeTheme.ts'
import { type Theme, type ThemeName, themeNames } from '../kit/theme/Theme.ts'
import type { Preferences } from './Preferences.ts'

/** What the meanings of the screen look like on this terminal, as the user wants it. */
export class Appearance {
	readonly #preferences: Preferences
	readonly #colorLevel: ColorLevel
	readonly #changed: () => void
	#background: 'dark' | 'light'
	#theme: Theme

	/** @param changed Called when it is another theme. */
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

	/** Takes a theme and remembers it. */
	choose(name: ThemeName): void {
		this.#preferences.set('theme', name)
		this.#theme = this.#make()
		this.#changed()
	}

	/** Steps to the next theme; its name. */
	next(): ThemeName {
		const index = themeNames.indexOf(this.#preferences.get('theme'))
		const name = themeNames[(index + 1) % themeNames.length]!
		this.choose(name)
		return name
	}

	/** The terminal told its background. */
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
