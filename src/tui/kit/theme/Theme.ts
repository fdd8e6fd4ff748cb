/** Colours a text without changing its cells. */
export type Paint = (text: string) => string

/** What a piece of the screen means. Screens name meanings; a theme gives them colours. */
export type Token =
	/** Headings and the numbers that matter. */
	| 'strong'
	/** Labels, ages, secondary columns. */
	| 'muted'
	/** The product's own colour: active tab, active border, prompt. */
	| 'accent'
	| 'good'
	| 'warn'
	| 'bad'
	/** Key labels in hints. */
	| 'key'
	| 'border'
	| 'borderActive'
	/** The selected row, over its whole width. */
	| 'selected'
	/** The text cursor. */
	| 'cursor'
	/** Characters of a text that matched a filter. */
	| 'match'
	| 'link'
	| 'chart'
	| 'chart2'

/** One function per meaning; the upper part of a chart is nearer to the colour of text. */
export type Theme = Readonly<Record<Token | 'chartHigh' | 'chart2High', Paint>> & {
	readonly name: ThemeName
	/** False without colour; states never rely on colour. */
	readonly colored: boolean
}

/** The themes a user chooses from; `auto` is dark or light by the terminal's background. */
export type ThemeName = 'auto' | 'dark' | 'light' | 'contrast' | 'colorblind'

/** In the order the settings step through them. */
export const themeNames: readonly ThemeName[] = ['auto', 'dark', 'light', 'contrast', 'colorblind']

/** What rows of text are made for: a width, and the colours. */
export interface RowSpace {
	readonly theme: Theme
	readonly width: number
}
