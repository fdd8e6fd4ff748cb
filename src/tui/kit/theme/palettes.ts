import type { ForegroundColorName } from 'chalk'
import type { ThemeName, Token } from './Theme.ts'

/** How one token looks. `color` is exact, `ansi` what a 16-colour terminal gets. */
export interface Style {
	readonly color?: string
	readonly ansi?: ForegroundColorName
	/** Exact as well; a 16-colour terminal gets the inverse, the one pair of its colours that is always legible. */
	readonly background?: string
	readonly bold?: boolean
	readonly underline?: boolean
	readonly inverse?: boolean
}

/** A style for each token. */
export type Palette = Readonly<Record<Token, Style>>

const dark: Palette = {
	strong: { bold: true },
	muted: { color: '#a0aab5', ansi: 'white' },
	accent: { color: '#5ccfe6', ansi: 'cyan', bold: true },
	good: { color: '#7ee787', ansi: 'green' },
	warn: { color: '#f2cc60', ansi: 'yellow' },
	bad: { color: '#ff8f85', ansi: 'redBright' },
	key: { color: '#f2cc60', ansi: 'yellow' },
	border: { color: '#4d5663', ansi: 'blackBright' },
	borderActive: { color: '#5ccfe6', ansi: 'cyan' },
	selected: { background: '#1d3b53', bold: true },
	cursor: { inverse: true },
	match: { color: '#ffb454', ansi: 'yellowBright', underline: true },
	link: { color: '#9ecbff', ansi: 'cyanBright', underline: true },
	chart: { color: '#5ccfe6', ansi: 'cyan' },
	chart2: { color: '#d2a8ff', ansi: 'magentaBright' },
}

const light: Palette = {
	strong: { bold: true },
	muted: { color: '#525c66', ansi: 'black' },
	accent: { color: '#00688b', ansi: 'blue', bold: true },
	good: { color: '#116329', ansi: 'blue' },
	warn: { color: '#6b4400', ansi: 'magenta' },
	bad: { color: '#a40e26', ansi: 'red' },
	key: { color: '#6b4400', ansi: 'magenta' },
	border: { color: '#afb8c1', ansi: 'blackBright' },
	borderActive: { color: '#00688b', ansi: 'blue' },
	selected: { background: '#cde7f5', bold: true },
	cursor: { inverse: true },
	match: { color: '#8a2e00', ansi: 'red', underline: true },
	link: { color: '#0550ae', ansi: 'blue', underline: true },
	chart: { color: '#00688b', ansi: 'blue' },
	chart2: { color: '#5b21b6', ansi: 'magenta' },
}

/** Only full colours and no grey, so nothing is quieter than text; of sixteen those that palettes show at 7:1. */
const contrastOnDark: Palette = {
	strong: { bold: true, color: '#ffffff', ansi: 'whiteBright' },
	muted: { color: '#ffffff', ansi: 'whiteBright' },
	accent: { color: '#00ffff', ansi: 'cyanBright', bold: true },
	good: { color: '#00ff5f', ansi: 'greenBright', bold: true },
	warn: { color: '#ffff00', ansi: 'yellowBright', bold: true },
	bad: { color: '#ff9d9d', ansi: 'yellowBright', bold: true, underline: true },
	key: { color: '#ffff00', ansi: 'yellowBright', bold: true },
	border: { color: '#ffffff', ansi: 'whiteBright' },
	borderActive: { color: '#00ffff', ansi: 'cyanBright' },
	selected: { inverse: true, bold: true },
	cursor: { inverse: true },
	match: { color: '#ffff00', ansi: 'yellowBright', underline: true, bold: true },
	link: { color: '#00ffff', ansi: 'cyanBright', underline: true },
	chart: { color: '#00ffff', ansi: 'cyanBright' },
	chart2: { color: '#ffff00', ansi: 'yellowBright' },
}

const contrastOnLight: Palette = {
	...contrastOnDark,
	strong: { bold: true, color: '#000000', ansi: 'black' },
	muted: { color: '#000000', ansi: 'black' },
	accent: { color: '#00008b', ansi: 'black', bold: true },
	good: { color: '#00450f', ansi: 'black', bold: true },
	warn: { color: '#5f005f', ansi: 'black', bold: true },
	bad: { color: '#8b0000', ansi: 'black', bold: true, underline: true },
	key: { color: '#00008b', ansi: 'black', bold: true },
	border: { color: '#000000', ansi: 'black' },
	borderActive: { color: '#00008b', ansi: 'black' },
	match: { color: '#8b0000', ansi: 'black', underline: true, bold: true },
	link: { color: '#00008b', ansi: 'black', underline: true },
	chart: { color: '#00008b', ansi: 'black' },
	chart2: { color: '#5f005f', ansi: 'black' },
}

/** Blue for good and vermilion for bad (the palette of Okabe and Ito), told apart with every kind of colour vision. */
const colorblindOnDark: Palette = {
	...dark,
	accent: { color: '#f0e442', ansi: 'yellowBright', bold: true },
	good: { color: '#56b4e9', ansi: 'cyanBright' },
	warn: { color: '#f0e442', ansi: 'yellowBright' },
	bad: { color: '#ff8c42', ansi: 'yellow', bold: true },
	key: { color: '#f0e442', ansi: 'yellowBright' },
	borderActive: { color: '#f0e442', ansi: 'yellowBright' },
	chart: { color: '#56b4e9', ansi: 'cyanBright' },
	chart2: { color: '#e69f00', ansi: 'yellow' },
}

const colorblindOnLight: Palette = {
	...light,
	accent: { color: '#5b2a86', ansi: 'magenta', bold: true },
	good: { color: '#005a8c', ansi: 'blue' },
	warn: { color: '#6b5300', ansi: 'magenta' },
	bad: { color: '#9a2e00', ansi: 'red', bold: true },
	key: { color: '#5b2a86', ansi: 'magenta' },
	borderActive: { color: '#5b2a86', ansi: 'magenta' },
	chart: { color: '#005a8c', ansi: 'blue' },
	chart2: { color: '#9a2e00', ansi: 'red' },
}

/** The palette of a theme on a background. The upper part of a chart is half way to the colour of text. */
export function paletteOf(
	name: ThemeName,
	background: 'dark' | 'light',
): Palette & Readonly<Record<'chartHigh' | 'chart2High', Style>> {
	const palette = namedPalette(name, background)
	const high = (style: Style): Style => ({ ...style, ...towards(style.color, background) })
	return { ...palette, chartHigh: high(palette.chart), chart2High: high(palette.chart2) }
}

/** A colour half way to that of text. */
function towards(color: string | undefined, background: 'dark' | 'light'): Pick<Style, 'color'> {
	if (color === undefined) return {}
	const text = background === 'light' ? 0 : 255
	const channels = [1, 3, 5].map((at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) + text) / 2))
	return { color: `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}` }
}

function namedPalette(name: ThemeName, background: 'dark' | 'light'): Palette {
	if (name === 'contrast') return background === 'light' ? contrastOnLight : contrastOnDark
	if (name === 'colorblind') return background === 'light' ? colorblindOnLight : colorblindOnDark
	if (name === 'auto') return background === 'light' ? light : dark
	return name === 'light' ? light : dark
}
