import { Chalk, type ChalkInstance } from 'chalk'
import type { ColorLevel } from '../terminal/capabilities.ts'
import { nearest256 } from './nearest256.ts'
import { paletteOf, type Style } from './palettes.ts'
import type { Paint, Theme, ThemeName } from './Theme.ts'

/** A theme for a colour level. Without colours bold, underline and inverse still show selection and cursor. */
export function makeTheme(name: ThemeName, background: 'dark' | 'light', level: ColorLevel): Theme {
	const palette = paletteOf(name, background)
	const entries = Object.entries(palette).map(([token, style]) => [token, paint(style, level)])
	return { ...(Object.fromEntries(entries) as Record<keyof typeof palette, Paint>), name, colored: level > 0 }
}

function paint(style: Style, level: ColorLevel): Paint {
	// It writes every style; which of them the terminal gets is chosen here.
	let chalk: ChalkInstance = new Chalk({ level: 3 })
	if (level === 1) {
		if (style.ansi !== undefined) chalk = chalk[style.ansi]
	} else if (level === 2) {
		if (style.color !== undefined) chalk = chalk.ansi256(nearest256(style.color))
		if (style.background !== undefined) chalk = chalk.bgAnsi256(nearest256(style.background))
	} else if (level === 3) {
		if (style.color !== undefined) chalk = chalk.hex(style.color)
		if (style.background !== undefined) chalk = chalk.bgHex(style.background)
	}
	if (style.inverse === true || (level <= 1 && style.background !== undefined)) chalk = chalk.inverse
	if (style.bold === true) chalk = chalk.bold
	if (style.underline === true) chalk = chalk.underline
	return (text) => (text === '' ? '' : chalk(text))
}
