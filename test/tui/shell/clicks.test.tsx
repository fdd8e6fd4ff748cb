import { Text } from 'ink'
import { render } from 'ink-testing-library'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Confirm } from '../../../src/tui/kit/overlays/Confirm.tsx'
import { Notice } from '../../../src/tui/kit/overlays/Notice.tsx'
import { ErrorBoundary } from '../../../src/tui/shell/ErrorBoundary.ts'
import { type TestApp, testApp } from '../support/testApp.ts'

describe('a click', () => {
	let t: TestApp
	afterEach(() => t.stop())

	/** Clicks where a text stands in a row of the screen. */
	function click(row: number, text: string): void {
		const line = t.screen().split('\n')[row] ?? ''
		expect(line).toContain(text)
		t.event({ type: 'mouse', mouse: { kind: 'press', x: line.indexOf(text) + 1, y: row } })
	}
	const rowOf = (text: string): number =>
		t
			.screen()
			.split('\n')
			.findIndex((line) => line.includes(text))

	it('a click on who signs opens the keys, on the node’s state the node, on the path nothing', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 30 })
		await t.until('alice 1,000 CHAIN')
		click(0, 'alice 1,000')
		expect(t.app.state.screen).toBe('keys')
		click(0, 'live · embedded')
		expect(t.app.state.screen).toBe('node')
		click(0, 'chain-tui')
		expect(t.app.state.screen).toBe('node')
	})

	const press = (x: number, y: number): void => t.event({ type: 'mouse', mouse: { kind: 'press', x, y } })

	it('a click on a key in the last row presses it, from its first cell to its last, and beside it nothing', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 30 })
		const from = t.screen().split('\n')[29]!.indexOf(': commands')
		const opened = [from - 1, from, from + 9, from + 10].map((x) => {
			press(x, 29)
			const { topOverlay } = t.app
			if (topOverlay !== undefined) t.app.close(topOverlay)
			return topOverlay?.name
		})
		expect(opened).toEqual([undefined, 'palette', 'palette', undefined])
	})

	it('a click in the head line is on who signs up to the sign of the node, and there on the node', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 30 })
		await t.until('alice 1,000 CHAIN')
		const line = t.screen().split('\n')[0]!
		const [who, node] = [line.indexOf('alice'), line.indexOf('●')]
		const led = [who - 1, who, node - 1, node, 119].map((x) => {
			t.app.open('home')
			press(x, 0)
			return t.app.state.screen
		})
		expect(led).toEqual(['home', 'keys', 'keys', 'node', 'node'])
	})

	it('a click on a tab is one from its first cell to its last, the current one with a cell more at each side', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		const led = (x: number): string => {
			t.app.open('home')
			t.screen()
			press(x, 1)
			return t.app.state.screen
		}
		const line = t.screen().split('\n')[1]!
		expect(line).toMatch(/^ 1 Home 2 Greet 3 Accts /)
		expect([7, 8, 14, 15, 16].map(led)).toEqual(['home', 'greetings', 'greetings', 'home', 'accounts'])
	})

	it('a dialog over a screen takes its rows from it, and all of them where three would not be left', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		t.app.open('keys')
		const text = (lines: number): readonly string[] => Array.from({ length: lines }, (_, index) => `line ${index}`)
		const shown = (lines: number): readonly number[] => {
			const dialog = new Confirm(t.app, { title: 'Asked', text: text(lines), action: 'go', run: () => {} })
			t.app.show(dialog)
			const rows = t.screen().split('\n').slice(2, -1)
			t.app.close(dialog)
			return [rows.findIndex((row) => row.startsWith('╰')), rows.filter((row) => row.trim() !== '').length]
		}
		// Of 21 rows the dialog takes four more than its text.
		expect([14, 15, 30].map((lines) => shown(lines)[0])).toEqual([17, 18, 20])
		expect(shown(14)[1]).toBe(21)
		expect(shown(15)[1]).toBe(19)
	})

	it('a dialog stands over the page that is open, which stays in sight', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		t.app.open('keys')
		t.app.show(new Notice(t.app, { title: 'A page', lines: () => ['what it says'] }))
		t.app.show(new Confirm(t.app, { title: 'Asked', text: ['Is it so?'], action: 'go', run: () => {} }))
		expect(rowOf('Is it so?')).toBeGreaterThan(0)
		expect(rowOf('what it says')).toBeGreaterThan(rowOf('Is it so?'))
	})

	it('a click on a name at the left opens its screen, below the last one nothing', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 30 })
		click(rowOf('3 Accounts'), 'Accounts')
		expect(t.app.state.screen).toBe('accounts')
		t.event({ type: 'mouse', mouse: { kind: 'press', x: 3, y: 25 } })
		expect(t.app.state.screen).toBe('accounts')
	})

	it('a click on a tab opens its screen where the terminal is narrow, beside the tabs nothing', async () => {
		t = await testApp({ keys: ['alice'], columns: 60, rows: 24 })
		const row = t
			.screen()
			.split('\n')
			.findIndex((line) => /1.*2.*3.*4.*5/.test(line))
		click(row, '4')
		expect(t.app.state.screen).toBe('keys')
		t.event({ type: 'mouse', mouse: { kind: 'press', x: 59, y: row } })
		expect(t.app.state.screen).toBe('keys')
	})
})

it('a component that fails is handed on and nothing of it stays on the screen', () => {
	const errors: unknown[] = []
	const fault = new Error('cannot draw this')
	function Broken({ now }: { readonly now: boolean }): ReactElement {
		if (now) throw fault
		return <Text>all is well</Text>
	}
	const tree = (now: boolean): ReactElement => (
		<ErrorBoundary onError={(error) => errors.push(error)}>
			<Broken now={now} />
		</ErrorBoundary>
	)
	const view = render(tree(false))
	expect(view.lastFrame()).toContain('all is well')
	view.rerender(tree(true))
	expect(errors).toEqual([fault])
	expect(view.lastFrame()).not.toContain('all is well')
	view.unmount()
})
