import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { cellWidth } from '../../../src/tui/kit/text/cells.ts'
import { digitOf, type TestApp, testApp } from '../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const names = (): readonly string[] => t.app.state.keys.map(({ name }) => name)
const footer = (): string => t.screen().split('\n').at(-1) ?? ''

async function deleteAlice(): Promise<void> {
	t.press('4', 'home', 'D')
	t.type('alice')
	t.press('enter')
	await t.until('alice deleted')
}

describe('what was done can be undone', () => {
	it('a deleted key comes back in its place and as the one that signs', async () => {
		t = await testApp({ keys: ['alice', 'bob'], preferences: { key: 'alice' } })
		const before = t.app.state.keys
		await deleteAlice()
		expect(names()).toEqual(['bob'])
		await t.until(() => t.app.state.current === 'bob')
		expect(footer()).toMatch(/u undo (10|9)s · \? help · : commands/)
		t.press('u')
		await t.until('alice is back')
		expect(t.app.state.keys).toEqual(before)
		await t.until(() => t.app.state.current === 'alice')
		expect(footer()).not.toContain('undo')
		t.press('u')
		await t.until('there is nothing to undo now')
	})

	it('a deleted key is wiped when the next offer takes its place', async () => {
		t = await testApp({ keys: ['alice', 'bob'] })
		await deleteAlice()
		t.press(digitOf('logs'), 'x')
		expect(t.chain.keys.calls).toEqual(['forget alice'])
		t.press('u')
		expect(names()).toEqual(['bob'])
	})

	it('an offer ends with its time, and says what then is so', async () => {
		t = await testApp({ keys: ['alice'] })
		const happened: string[] = []
		t.app.toast('info', 'gone', {
			seconds: 0.05,
			run: () => void happened.push('run'),
			expired: () => happened.push('expired'),
		})
		expect(footer()).toContain('u undo')
		await t.until(() => happened.length > 0)
		t.press('u')
		await t.until(() => !footer().includes('u undo'))
		expect(happened).toEqual(['expired'])
	})

	it('an offer outlives other messages and goes before what else is on its key', async () => {
		t = await testApp({ keys: ['alice'] })
		let taken = false
		t.app.toast('info', 'look', {
			key: 'n',
			title: 'around',
			run: () => {
				taken = true
			},
		})
		t.app.toast('good', 'something else')
		expect(footer()).toContain('n around')
		t.press('n')
		await t.until(() => taken)
		expect(t.app.topOverlay).toBeUndefined()
		t.press('n')
		expect(t.app.topOverlay?.name).toBe('form')
	})

	it('a new name, the role of the key included', async () => {
		t = await testApp({ keys: ['alice', 'bob'], preferences: { key: 'alice' } })
		t.press('4', 'R', 'ctrl+u')
		t.type('alicia')
		t.press('enter')
		await t.until('alice is alicia now')
		t.press('u')
		await t.until(() => names().includes('alice'))
		expect(t.app.preferences.get('key')).toBe('alice')
		await t.until(() => t.app.state.current === 'alice')
	})

	it('a removed place', async () => {
		const nodes = ['one\thttp://127.0.0.1:1', 'two\thttp://127.0.0.1:2']
		t = await testApp({ keys: ['alice'], preferences: { nodes } })
		t.press(digitOf('node'), 'n', 'j', 'd')
		await t.until('one is removed')
		expect(t.app.preferences.get('nodes')).toEqual([nodes[1]])
		t.press('u')
		await t.until('one is saved again')
		expect(t.app.preferences.get('nodes')).toEqual(nodes)
	})
})

describe('the footer', () => {
	const long = `the node refused it: ${'because of something that takes many words '.repeat(4)}· Do something about it.`

	it.each([60, 80, 120, 200])('keeps help and commands beside any message at %i columns', async (columns) => {
		t = await testApp({ keys: ['alice'], columns, rows: 24, greetings: ['hello'] })
		for (const kind of ['good', 'bad', 'info', 'busy'] as const) {
			for (const text of ['short', 'a message of some forty cells, as many are', long]) {
				for (const offer of [undefined, { run: () => {} }]) {
					t.app.toast(kind, text, offer)
					for (const screen of t.app.screens) {
						t.app.open(screen.id)
						const lines = t.lines()
						const last = stripVTControlCharacters(lines.at(-1) ?? '')
						expect(last, `${screen.id}: ${text}`).toMatch(/\? help · : commands/)
						if (offer !== undefined) expect(last).toContain('u undo')
						expect(lines.filter((line) => cellWidth(line) !== columns)).toEqual([])
					}
				}
				t.press('u')
			}
		}
	})

	it('drops the less important hints before it shortens a message', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		t.press('4')
		expect(footer()).toMatch(/^ ⏎ use · s send · f faucet/)
		t.app.toast('good', 'a message of some forty cells, as many are')
		expect(footer()).toContain('a message of some forty cells, as many are')
		expect(footer()).toMatch(/^ ⏎ use · \? help · : commands/)
	})

	it('tells a fresh error whole above itself where it does not fit', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		t.app.toast('bad', 'no coins to pay the fee with: the account has 0 CHAIN · Ask the faucet in Keys: f.')
		const rows = t.screen().split('\n')
		expect(rows.at(-3)).toContain('✗ no coins to pay the fee with')
		expect(rows.slice(-3, -1).join('').replaceAll(/\s+/g, ' ')).toContain('Ask the faucet in Keys: f.')
	})
})
