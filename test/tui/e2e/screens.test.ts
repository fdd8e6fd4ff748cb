import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ColorLevel } from '../../../src/tui/kit/terminal/capabilities.ts'
import { type ThemeName, themeNames } from '../../../src/tui/kit/theme/Theme.ts'
import { PtyTerminal } from '../support/ptyTerminal.ts'
import { colorProblems } from './support/colorProblems.ts'
import { frameProblems } from './support/frameProblems.ts'
import { type Page, pagesOfAll, type Step } from './support/pages.ts'
import { makeStoryHome, passphrase, type StoryHome } from './support/storyHome.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const full = process.env.CHAIN_TUI_FULL === '1'
const sizes = [
	[80, 24],
	[120, 40],
	[200, 60],
] as const satisfies readonly Size[]
type Size = readonly [columns: number, rows: number]
const pages = pagesOfAll()
/** How long a page may take to show all of it; a fresh message at its foot hides hints for six seconds. */
const patienceMs = 10_000

/** Every palette there is: `auto` is dark or light, and the names of a background are themselves on it alone. */
const palettes = (['dark', 'light'] as const).flatMap((background) =>
	themeNames
		.filter((name) => name !== 'auto' && (name === background || (name !== 'dark' && name !== 'light')))
		.map((name) => ({ name, background })),
)
type ShownPalette = (typeof palettes)[number]

/** A program that runs, and its depth of colour. */
interface Shown {
	readonly terminal: PtyTerminal
	readonly level: ColorLevel
}

/** What makes the program use each depth of colour. */
const depths = {
	truecolor: { level: 3, env: { COLORTERM: 'truecolor' } },
	'256 colours': { level: 2, env: {} },
	'16 colours': { level: 1, env: { TERM: 'xterm' } },
} as const satisfies Record<string, { level: ColorLevel; env: Record<string, string> }>

/**
 * Every screen, and what lies over and in it, of the built program in a pseudo-terminal, over a chain where things have
 * happened: in truecolor at each size, and in each theme; the screens in each theme in 256 and 16 colours; and all of it beside
 * a program without colours. With CHAIN_TUI_FULL=1 every page at every size in every theme and depth.
 */
describe('every screen of the built program', () => {
	let story: StoryHome
	const homes: string[] = []
	const open: PtyTerminal[] = []
	/** The theme that a program has by now; at first it is auto. */
	const themes = new WeakMap<PtyTerminal, ThemeName>()
	/** What was found wrong; told together, since most faults show on many pages. */
	let failures: string[] = []

	beforeAll(async () => {
		story = await makeStoryHome()
	})
	afterEach(async () => {
		for (const terminal of open) {
			terminal.kill()
			await terminal.exit
		}
		for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5 })
		open.length = homes.length = 0
		failures = []
	})
	afterAll(() => story.remove())

	/** Starts the program over a copy of the home, with its keys unlocked. */
	async function start(env: Readonly<Record<string, string>>, modern: boolean): Promise<PtyTerminal> {
		const home = mkdtempSync(join(tmpdir(), 'chain-tui-screens-'))
		homes.push(home)
		cpSync(story.home, home, { recursive: true })
		const listeners = ['--rpc', '--rest', '--grpc', '--endpoints'].flatMap((flag) => [flag, '127.0.0.1:0'])
		const flags = ['--home', home, '--keyring-backend', 'file', '--block-mode', 'manual', ...listeners]
		const [columns, rows] = sizes[0]
		const terminal = new PtyTerminal(process.execPath, [program, ...flags], { columns, rows, env, modern })
		open.push(terminal)
		await terminal.until('● live')
		terminal.type('2')
		await terminal.until('Greetings 8')
		terminal.type('n')
		await terminal.until('Unlock your keys')
		terminal.type(passphrase)
		await terminal.until('•'.repeat(passphrase.length))
		expect(terminal.text()).not.toContain(passphrase)
		terminal.type('\r')
		await terminal.until('New greeting')
		terminal.type('\u001b')
		await terminal.until((text) => !text.includes('New greeting'))
		return terminal
	}

	async function show(app: PtyTerminal, { name, background }: ShownPalette): Promise<void> {
		app.type('1')
		await app.until('chain-tui › Home')
		const channel = background === 'dark' ? '1010' : 'fefe'
		app.type(`\u001b]11;rgb:${channel}/${channel}/${channel}\u001b\\`)
		let at = themeNames.indexOf(themes.get(app) ?? 'auto')
		while (themeNames[at] !== name) {
			at = (at + 1) % themeNames.length
			const next = themeNames[at]!
			app.type('T')
			// A frame may arrive in parts: only the theme that comes next tells that the key had its effect.
			await app.until((text) => /theme: (\w+)/.exec(text)?.[1] === next)
			themes.set(app, next)
		}
	}

	/** What is wrong with the page on the screen now. */
	function problems(app: PtyTerminal, page: Page): readonly string[] {
		const lines = app.text().split('\n')
		const [header = '', footer = ''] = [lines[0], lines.at(-1)]
		const text = lines.join('\n')
		const found = [...frameProblems(app.emulator)]
		// At the least width the header shows who one is before all of where one is.
		// A long place stands without the program's name.
		const crumb = header.startsWith(' ◆ chain-tui') ? ` ◆ chain-tui › ${page.crumb}` : ` ◆ › ${page.crumb}`
		const shown = header.slice(0, crumb.length).replace(/….*$/, '')
		if (!crumb.startsWith(shown) || shown.length < Math.min(crumb.length, 20))
			found.push(`the header does not say ${page.crumb}`)
		if (!/#\d+ ?$/.test(header)) found.push('the header does not end with the height')
		if (page.overlay !== true && !footer.includes('? help')) found.push('the footer does not tell of help')
		if (page.overlay === true && !/Esc|⏎ close/.test(text)) found.push('nothing tells how to close it')
		if (footer.trim() === '') found.push('there is no footer')
		if (app.cursorShown) found.push('the cursor is shown')
		for (const wanted of page.contents) if (!wanted.test(text)) found.push(`${wanted} is not there`)
		return found
	}

	/** Opens each page in turn and checks it at each size; of a second program with the same home, that it says the same. */
	async function walk(
		apps: readonly Shown[],
		visited: readonly Page[],
		shown: readonly Size[],
		palette: ShownPalette,
	): Promise<void> {
		const all = (work: (app: Shown) => Promise<void>): Promise<unknown> => Promise.all(apps.map(work))
		const follow = async (steps: readonly Step[]): Promise<void> => {
			for (const [keys, wanted] of steps)
				await all(({ terminal }) => {
					terminal.type(keys)
					return terminal.until(wanted, patienceMs)
				})
		}
		const resize = ([columns, rows]: Size): Promise<unknown> =>
			all(async ({ terminal }) => terminal.resize(columns, rows))
		await resize(shown[0]!)
		await all(({ terminal }) => show(terminal, palette))
		for (const page of visited) {
			await follow(page.steps)
			for (const size of shown) {
				await resize(size)
				await all(({ terminal, level }) => {
					const where = `${page.name}, ${size.join('x')}, ${palette.name} on ${palette.background}, level ${level}`
					// Each part of a frame that arrives is checked: first by what a frame that is not whole fails by.
					const check = (): readonly string[] => {
						const found = [
							...problems(terminal, page),
							...apps.flatMap((other) => (other.terminal === terminal ? [] : difference(other.terminal, terminal))),
						]
						if (found.length > 0) return found
						return colorProblems(terminal.emulator, palette.name, palette.background, level)
					}
					return terminal
						.untilNone(
							() => check().map((problem) => `${where}: ${problem}`),
							patienceMs,
							apps.map((other) => other.terminal),
						)
						.catch((error: unknown) => {
							failures.push(String(error))
							if (failures.length > 10) throw new Error(failures.join('\n'))
						})
				})
			}
			await follow(page.back)
		}
		expect(failures.join('\n')).toBe('')
	}

	it.each(Object.entries(depths))(
		'every screen of the built program is whole, legible and says what it should in %s',
		async (name, { level, env }) => {
			// One of the emulators counts cells as old terminals do.
			const terminal = await start(env, name !== '256 colours')
			const tops = pages.filter((page) => page.steps.length === 1)
			for (const [index, palette] of palettes.entries()) {
				const allSizes = full || (level === 3 && index === 0)
				await walk(
					[{ terminal, level }],
					full || level === 3 ? pages : tops,
					allSizes ? sizes : sizes.slice(0, 1),
					palette,
				)
			}
		},
		600_000,
	)

	it('tells nothing by colour alone: with NO_COLOR each page says the same', async () => {
		const colored = { terminal: await start(depths.truecolor.env, true), level: 3 } as const
		const plain = { terminal: await start({ NO_COLOR: '1' }, true), level: 0 } as const
		await walk([colored, plain], pages, full ? sizes : sizes.slice(0, 1), palettes[0]!)
	}, 600_000)
})

/** Rows that say something else in two terminals. */
function difference(one: PtyTerminal, other: PtyTerminal): readonly string[] {
	const rows = wordsOf(other.text())
	return wordsOf(one.text()).flatMap((row, index) =>
		row === rows[index] ? [] : [`it says ${JSON.stringify(rows[index])}, but ${JSON.stringify(row)} in other colours`],
	)
}

/** What a screen says, without what is of its moment: numbers, ages, ports, charts, and the message at its foot. */
function wordsOf(text: string): readonly string[] {
	return text
		.split('\n')
		.slice(0, -1)
		.map((row) =>
			row
				.replaceAll(/\b[0-9A-F…]{10,}\b/g, '#')
				.replaceAll(/[\d.,:]+( ?(?:[smhd]|ms|k|M))?\b/g, '#')
				.replaceAll(/[▀-█·─ ]+/g, ' ')
				// The mark of a button where no colour can show it.
				.replaceAll(/\[ (⏎[^\]]*) \]/g, '$1'),
		)
}
