import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ColorLevel } from '../../../src/tui/term/capabilities.ts'
import { themeNames } from '../../../src/tui/theme/Theme.ts'
import { PtyTerminal } from '../support/ptyTerminal.ts'
import { colorProblems } from './support/colorProblems.ts'
import { frameProblems } from './support/frameProblems.ts'
import { type Page, pagesOfAll } from './support/pages.ts'
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
/** How long a page may take to show all of it. */
const patienceMs = 5_000

/** Every palette there is: `auto` is dark or light, and the names of a background are themselves on it alone. */
const palettes = (['dark', 'light'] as const).flatMap((background) =>
	themeNames
		.filter((name) => name !== 'auto' && (name === background || (name !== 'dark' && name !== 'light')))
		.map((name) => ({ name, background })),
)
type ShownPalette = (typeof palettes)[number]

/** What makes the program use each depth of colour. */
const depths = {
	truecolor: { level: 3, env: { COLORTERM: 'truecolor' } },
	'256 colours': { level: 2, env: {} },
	'16 colours': { level: 1, env: { TERM: 'xterm' } },
	NO_COLOR: { level: 0, env: { NO_COLOR: '1' } },
} as const satisfies Record<string, { level: ColorLevel; env: Record<string, string> }>

/**
 * Every screen, and what lies over and in it, of the built program in a pseudo-terminal, over a chain where things have
 * happened: in truecolor and without colours at each size; in truecolor in each theme; the screens in each theme in 256 and 16
 * colours. With CHAIN_TUI_FULL=1 every page at every size in every theme and depth.
 */
describe('every screen of the built program', () => {
	let story: StoryHome
	let home = ''
	let terminal: PtyTerminal | undefined
	/** What was found wrong; told together, since most faults show on many pages. */
	let failures: string[] = []
	/** What each page said in colours, for the check that it says the same without. */
	const said = new Map<string, string>()

	beforeAll(async () => {
		story = await makeStoryHome()
	})
	afterEach(async () => {
		terminal?.kill()
		await terminal?.exit
		terminal = undefined
		failures = []
		rmSync(home, { recursive: true, force: true, maxRetries: 5 })
	})
	afterAll(() => story.remove())

	/** Starts the program over a copy of the home, with its keys unlocked. */
	async function start(env: Readonly<Record<string, string>>, modern: boolean): Promise<PtyTerminal> {
		home = mkdtempSync(join(tmpdir(), 'chain-tui-screens-'))
		cpSync(story.home, home, { recursive: true })
		const listeners = ['--rpc', '--rest', '--grpc', '--endpoints'].flatMap((flag) => [flag, '127.0.0.1:0'])
		const flags = ['--home', home, '--keyring-backend', 'file', '--block-mode', 'manual', ...listeners]
		const [columns, rows] = sizes[0]
		terminal = new PtyTerminal(process.execPath, [program, ...flags], { columns, rows, env, modern })
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
		const told = (): string => /theme: (\w+)/.exec(app.text())?.[1] ?? ''
		let last = told()
		for (let step = 0; last !== name; step++) {
			expect(step, `T does not come to the theme ${name}`).toBeLessThan(themeNames.length)
			const before = last
			app.type('T')
			await app.until(() => told() !== before && told() !== '')
			last = told()
		}
	}

	/** What is wrong with the page on the screen now. */
	function problems(app: PtyTerminal, page: Page): readonly string[] {
		const lines = app.text().split('\n')
		const [header = '', footer = ''] = [lines[0], lines.at(-1)]
		const text = lines.join('\n')
		const found = [...frameProblems(app.emulator)]
		// At the least width the header shows who one is before all of where one is.
		const crumb = ` ◆ chain-tui › ${page.crumb}`
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

	/** Opens each page in turn and checks it at each size. */
	async function walk(
		app: PtyTerminal,
		visited: readonly Page[],
		shown: readonly Size[],
		palette: ShownPalette,
		level: ColorLevel,
	): Promise<void> {
		const [columns, rows] = shown[0]!
		app.resize(columns, rows)
		await show(app, palette)
		for (const page of visited) {
			for (const [keys, wanted] of page.steps) {
				app.type(keys)
				await app.until(wanted, patienceMs)
			}
			for (const size of shown) {
				app.resize(size[0], size[1])
				const where = `${page.name}, ${size.join('x')}, ${palette.name} on ${palette.background}, level ${level}`
				const check = (): readonly string[] => [
					...problems(app, page),
					...colorProblems(app.emulator, palette.name, palette.background, level),
				]
				await app
					.untilNone(() => check().map((problem) => `${where}: ${problem}`), patienceMs)
					.catch((error: unknown) => failures.push(String(error)))
				const key = `${page.name} ${size.join('x')}`
				const words = wordsOf(app.text())
				if (!said.has(key)) said.set(key, words)
				else if (level === 0) failures.push(...difference(where, said.get(key) ?? '', words))
			}
			for (const [keys, wanted] of page.back) {
				app.type(keys)
				await app.until(wanted, patienceMs)
			}
		}
		expect(failures.join('\n')).toBe('')
	}

	it.each(Object.entries(depths))(
		'is whole, legible and says what it should in %s',
		async (name, { level, env }) => {
			// One of the emulators counts cells as old terminals do.
			const app = await start(env, name !== '256 colours')
			const tops = pages.filter((page) => page.steps.length === 1)
			for (const [index, palette] of (level === 0 ? palettes.slice(0, 1) : palettes).entries()) {
				const allSizes = full || level === 0 || (level === 3 && index === 0)
				const allPages = full || level === 0 || level === 3
				await walk(app, allPages ? pages : tops, allSizes ? sizes : sizes.slice(0, 1), palette, level)
			}
		},
		600_000,
	)
})

/** Rows that say something else without colours. */
function difference(where: string, colored: string, plain: string): readonly string[] {
	const rows = plain.split('\n')
	return colored
		.split('\n')
		.flatMap((row, index) =>
			row === rows[index] ? [] : [`${where}: ${JSON.stringify(row)} is ${JSON.stringify(rows[index])} without colours`],
		)
}

/** What a screen says, without what is of its moment: numbers, ages, ports, charts, and the message at its foot. */
function wordsOf(text: string): string {
	return text
		.split('\n')
		.slice(0, -1)
		.join('\n')
		.replaceAll(/\b[0-9A-F…]{10,}\b/g, '#')
		.replaceAll(/[\d.,:]+( ?(?:[smhd]|ms|k|M))?\b/g, '#')
		.replaceAll(/[▀-█·─ ]+/g, ' ')
}
