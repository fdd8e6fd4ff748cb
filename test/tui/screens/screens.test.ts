import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { cellWidth } from '../../../src/tui/kit/text/cells.ts'
import { themeNames } from '../../../src/tui/kit/theme/Theme.ts'
import { digitOf, type TestApp, testApp } from '../support/testApp.ts'

const sizes = [
	[60, 16],
	[80, 24],
	[120, 40],
	[200, 60],
] as const

const greetings = ['hello', '日本語のあいさつ 👋', 'third\nline', '', 'x'.repeat(500), 'e\u0301 \u001b[2J \u202egnirts']

describe('screens', () => {
	let t: TestApp | undefined
	afterEach(async () => {
		await t?.stop()
		t = undefined
	})

	/** Every row must have exactly the terminal's width, on every screen and overlay. */
	function exact(app: TestApp, where: string): void {
		const { columns, rows } = app.app.state
		const lines = app.lines()
		expect(lines, where).toHaveLength(rows)
		const wrong = lines.filter((line) => cellWidth(line) !== columns).map((line) => stripVTControlCharacters(line))
		expect(wrong, where).toEqual([])
	}

	it.each(sizes)('fill %ix%i exactly, in every theme, with and without colours', async (columns, rows) => {
		t = await testApp({ columns, rows, keys: ['alice', 'bob'], greetings, colorLevel: 3 })
		t.press('2', 'n')
		t.type('on its way')
		t.press('enter')
		await t.until(() => t?.app.topOverlay === undefined)
		t.chain.makeBlock()
		for (const theme of themeNames) {
			t.app.appearance.choose(theme)
			for (const screen of t.app.screens) {
				t.app.open(screen.id)
				exact(t, `${screen.id} in ${theme}`)
				t.press('enter')
				exact(t, `${screen.id} opened in ${theme}`)
				t.press('esc', 'esc')
			}
		}
		for (const [name, keys] of [
			['help', ['?']],
			['palette', [':']],
			['new greeting', ['2', 'n']],
			['new greeting with options', ['2', 'n', 'ctrl+o']],
			['send', ['4', 's']],
			['import', ['4', 'i']],
			['delete', ['4', 'D']],
			['QR code', ['4', 'Q']],
			['reset', [digitOf('node'), 'X']],
			['block mode', [digitOf('node'), 'i']],
			['filter', ['2', '/']],
		] as const) {
			t.press(...keys)
			exact(t, name)
			t.press('esc')
		}
	})

	it('keep their rows exact at every width from the smallest to 130', async () => {
		t = await testApp({ rows: 18, keys: ['alice'], greetings })
		for (let columns = 60; columns <= 130; columns++) {
			t.app.set({ columns })
			for (const screen of t.app.screens) {
				t.app.open(screen.id)
				exact(t, `${screen.id} at ${columns}`)
			}
		}
	})

	it('ask for more room below 60x16 and come back', async () => {
		t = await testApp({ columns: 40, rows: 10, keys: ['alice'] })
		expect(t.screen()).toContain('60x16 at least, now 40x10')
		expect(t.screen()).toContain('Ctrl-C leaves.')
		exact(t, 'too small')
		t.app.set({ columns: 80, rows: 24 })
		expect(t.screen()).toContain('Chain')
	})

	it('never cut off the hint of help', async () => {
		for (const columns of [60, 80, 200]) {
			t = await testApp({ columns, rows: 24, keys: ['alice'], greetings })
			for (const screen of t.app.screens) {
				t.app.open(screen.id)
				expect(t.screen().split('\n').at(-1), `${screen.id} at ${columns}`).toContain('? help')
			}
			await t.stop()
		}
	})

	it('help stands in columns: keys, names and what they do', async () => {
		t = await testApp({ columns: 80, rows: 24, keys: ['alice'] })
		t.press('4', '?')
		const rows = t
			.screen()
			.split('\n')
			.filter((line) => /^│ [▸ ] \S+/.test(line) && line.includes('key'))
		const starts = rows.map((line) => /^(│ [▸ ] .{11}) (\S.*?) {2,}(\S)/.exec(line))
		expect(starts.length).toBeGreaterThan(8)
		const columns = starts.map((found) => (found === null ? -1 : found[0].length))
		expect(new Set(columns).size).toBe(1)
	})

	it('say what to press when there is nothing yet', async () => {
		t = await testApp({ columns: 80, rows: 24 })
		t.app.names = new Map()
		const said = (screen: string): string => {
			t?.app.open(screen)
			return t?.screen() ?? ''
		}
		expect(said('home')).toContain('n writes the first greeting')
		// While they are counted nobody knows that there are none.
		expect(said('greetings')).toMatch(/◌ reading|n writes the first greeting/)
		await t.until(() => said('greetings').includes('n writes the first greeting'))
		expect(said('keys')).toContain('c makes one')
		expect(said('accounts')).toContain('/ looks at one')
		await t.until(() => said('transactions').includes('n writes the first one'))
	})

	it('show why there is no node and what to do', async () => {
		t = await testApp({ columns: 80, rows: 24, keys: ['alice'] })
		t.app.set({
			phase: 'failed',
			problem: { what: 'the home is in use', why: 'Another chain-tui runs on it.', next: 'Stop it, or use --home.' },
		})
		expect(t.screen()).toContain('the home is in use')
		expect(t.screen()).toContain('Stop it, or use --home.')
		expect(t.screen()).toContain('r try again')
	})

	it('answer clicks on tabs and rows, and the wheel', async () => {
		t = await testApp({ columns: 80, rows: 24, keys: ['alice'], greetings })
		t.event({ type: 'mouse', mouse: { kind: 'press', x: 12, y: 1 } })
		expect(t.app.state.screen).toBe('greetings')
		await t.until('hello')
		t.event({ type: 'mouse', mouse: { kind: 'press', x: 20, y: 6 } })
		expect(t.screen()).toMatch(/▸ +3 /)
		t.event({ type: 'mouse', mouse: { kind: 'wheel-down', x: 20, y: 6 } })
		expect(t.screen()).toMatch(/▸ +0 /)
	})

	it('follow new greetings, and stay where the person is once they move', async () => {
		t = await testApp({ columns: 80, rows: 24, keys: ['alice'], greetings: ['one', 'two', 'three'] })
		t.press('2')
		await t.until('three')
		const add = async (text: string): Promise<void> => {
			const before = t?.chain.greetings.length
			t?.app.outbox.start({
				kind: 'send',
				label: text,
				key: 'alice',
				options: {},
				again: () => t!.chain.createGreeting('alice', text),
			})
			await t?.until(() => t?.app.outbox.entries.at(-1)?.progress.state === 'in-mempool')
			t?.chain.makeBlock()
			await t?.until(() => t?.screen().includes(`Greetings ${before! + 1}`) === true)
		}
		await add('four')
		await t.until(() => /▸ +3 +alice +four/.test(t?.screen() ?? ''))
		t.press('j')
		await add('five')
		await t.until(() => /▸ +2 +alice +three/.test(t?.screen() ?? ''))
	})

	it('stay quick with 100,000 greetings: a key draws only what is on the screen', async () => {
		const many = Array.from({ length: 100_000 }, (_, index) => `greeting ${index}`)
		t = await testApp({ columns: 120, rows: 40, keys: ['alice'], greetings: many })
		t.press('2')
		await t.until('greeting 99999')
		t.press('G')
		await t.until('greeting 0 ')
		t.press('/')
		t.type('greeting 77777')
		await t.until('1 of 100,000')
		// A list of rows, not of greetings: pages not looked at were read only for the filter.
		expect(t.lines()).toHaveLength(40)
	})
})

describe('the node', () => {
	it('the node is told to be away and to be back, in words', async () => {
		const t = await testApp({ columns: 100, rows: 24, keys: ['alice'], remote: true })
		t.chain.state = 'unreachable'
		await t.until('the node does not answer')
		expect(t.screen()).toContain('○ unreachable')
		t.chain.state = 'live'
		await t.until('the node answers again')
		t.press(digitOf('node'))
		expect(t.screen()).toContain('live, remote')
		t.press('p')
		expect(t.screen()).toContain('you do not control this node')
		await t.stop()
	})
})
