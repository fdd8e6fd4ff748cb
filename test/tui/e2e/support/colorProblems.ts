import type xterm from '@xterm/headless'
import type { ForegroundColorName } from 'chalk'
import type { ColorLevel } from '../../../../src/tui/kit/terminal/capabilities.ts'
import { nearest256 } from '../../../../src/tui/kit/theme/nearest256.ts'
import { paletteOf } from '../../../../src/tui/kit/theme/palettes.ts'
import type { ThemeName } from '../../../../src/tui/kit/theme/Theme.ts'

type Emulator = InstanceType<typeof xterm.Terminal>
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Emulator['buffer']['active']['getLine']>>['getCell']>>

/** A terminal's own colours: its two defaults and its sixteen. */
interface TerminalColors {
	readonly text: string
	readonly background: string
	readonly ansi: readonly string[]
}

/** Palettes of xterm and of Visual Studio Code, on each background: as different as usual terminals are. */
const terminals: Readonly<Record<'dark' | 'light', readonly TerminalColors[]>> = {
	dark: [
		{
			text: '#e5e5e5',
			background: '#000000',
			ansi: [
				...['#000000', '#cd0000', '#00cd00', '#cdcd00', '#0000ee', '#cd00cd', '#00cdcd', '#e5e5e5'],
				...['#7f7f7f', '#ff0000', '#00ff00', '#ffff00', '#5c5cff', '#ff00ff', '#00ffff', '#ffffff'],
			],
		},
		{
			text: '#cccccc',
			background: '#1e1e1e',
			ansi: [
				...['#000000', '#cd3131', '#0dbc79', '#e5e510', '#2472c8', '#bc3fbc', '#11a8cd', '#e5e5e5'],
				...['#666666', '#f14c4c', '#23d18b', '#f5f543', '#3b8eea', '#d670d6', '#29b8db', '#e5e5e5'],
			],
		},
	],
	light: [
		{
			text: '#000000',
			background: '#ffffff',
			ansi: [
				...['#000000', '#cd0000', '#00cd00', '#cdcd00', '#0000ee', '#cd00cd', '#00cdcd', '#e5e5e5'],
				...['#7f7f7f', '#ff0000', '#00ff00', '#ffff00', '#5c5cff', '#ff00ff', '#00ffff', '#ffffff'],
			],
		},
		{
			text: '#333333',
			background: '#ffffff',
			ansi: [
				...['#000000', '#cd3131', '#107c10', '#949800', '#0451a5', '#bc05bc', '#0598bc', '#555555'],
				...['#666666', '#cd3131', '#14ce14', '#b5ba00', '#0451a5', '#bc05bc', '#0598bc', '#a5a5a5'],
			],
		},
	],
}

const ansiNames: readonly ForegroundColorName[] = [
	...(['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const),
	...(['blackBright', 'redBright', 'greenBright', 'yellowBright'] as const),
	...(['blueBright', 'magentaBright', 'cyanBright', 'whiteBright'] as const),
]

/** Lines, bars and separators: decoration, which says nothing that words beside it do not. */
const decoration = /^[\s─│╭╮╰╯┬┴├┤┼└┐┌┘›·▐░█▁▂▃▄▅▆▇▏▎▍▌▋▊▉]*$/

/**
 * What is wrong with the colours on an emulator's screen: cells whose colours are none of the theme's tokens, and text of
 * less contrast than WCAG 2.2 asks (4.5:1 for AA; 7:1 for AAA, the high-contrast theme), on usual terminals.
 */
export function colorProblems(
	emulator: Emulator,
	theme: ThemeName,
	background: 'dark' | 'light',
	level: ColorLevel,
): readonly string[] {
	const styles = Object.values(paletteOf(theme, background))
	const wanted = theme === 'contrast' ? 7 : 4.5
	const known = new Set(['default', ...styles.flatMap(({ color, ansi }) => nameOf(level, color, ansi))])
	const backs = new Set(['default', ...styles.flatMap((style) => (level < 2 ? [] : nameOf(level, style.background)))])
	const strange = new Map<string, string>()
	const pairs = new Map<string, string>()
	const buffer = emulator.buffer.active
	// One object is filled again and again, and what is known of a pair is not asked again: most cells are like the one before.
	let cell: Cell | undefined
	for (let row = 0; row < emulator.rows; row++) {
		const line = buffer.getLine(buffer.viewportY + row)
		for (let column = 0; column < emulator.cols; column++) {
			cell = line?.getCell(column, cell)
			if (cell === undefined || cell.getWidth() === 0) continue
			const [fore, back] = [foreOf(cell), backOf(cell)]
			// A QR code is black on white in every theme, for scanners; words never are.
			if (fore === '0' && back === '15' && /^[ █▀▄]$/.test(cell.getChars())) continue
			// Of an inverse cell text and background change places: the ratio is the same.
			const pair = `${fore} ${back}`
			if (pairs.has(pair)) continue
			const chars = cell.getChars()
			const where = `row ${row}, column ${column}, ${JSON.stringify(chars)}`
			if (!known.has(fore)) strange.set(`${fore} is no colour of ${theme}`, where)
			if (!backs.has(back)) strange.set(`${back} is no background of ${theme}`, where)
			if (theme === 'contrast' ? chars.trim() !== '' : !decoration.test(chars)) pairs.set(pair, where)
		}
	}
	const problems = [...strange].map(([what, where]) => `${what}: ${where}`)
	for (const [pair, where] of pairs) {
		const [fore = '', back = ''] = pair.split(' ')
		for (const terminal of terminals[background]) {
			const ratio = contrast(
				fore === 'default' ? terminal.text : hexOf(fore, terminal),
				back === 'default' ? terminal.background : hexOf(back, terminal),
			)
			if (ratio < wanted)
				problems.push(`${fore} on ${back} has only ${ratio.toFixed(1)}:1 on ${terminal.background}: ${where}`)
		}
	}
	return problems
}

/** Ratio of contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
	return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
		.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How a token's colour shows up in a cell: `#rrggbb`, or the number in the terminal's palette. */
function nameOf(level: ColorLevel, color: string | undefined, ansi?: ForegroundColorName): readonly string[] {
	if (level === 0) return []
	if (level === 1) return ansi === undefined ? [] : [String(ansiNames.indexOf(ansi))]
	if (color === undefined) return []
	return [level === 2 ? String(nearest256(color)) : color.toLowerCase()]
}

function foreOf(cell: Cell): string {
	return cell.isFgDefault() ? 'default' : named(cell.getFgColor(), cell.isFgRGB())
}

function backOf(cell: Cell): string {
	return cell.isBgDefault() ? 'default' : named(cell.getBgColor(), cell.isBgRGB())
}

const rgbNames = new Map<number, string>()

function named(value: number, rgb: boolean): string {
	if (!rgb) return String(value)
	const name = rgbNames.get(value) ?? `#${value.toString(16).padStart(6, '0')}`
	rgbNames.set(value, name)
	return name
}

function hexOf(name: string, terminal: TerminalColors): string {
	if (name.startsWith('#')) return name
	const value = Number(name)
	if (value < 16) return terminal.ansi[value]!
	const steps =
		value >= 232
			? [0, 1, 2].map(() => 8 + (value - 232) * 10)
			: [36, 6, 1].map((unit) => [0, 95, 135, 175, 215, 255][Math.floor((value - 16) / unit) % 6]!)
	return `#${steps.map((step) => step.toString(16).padStart(2, '0')).join('')}`
}
