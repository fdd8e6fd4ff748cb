import { Text } from 'ink'
import { render } from 'ink-testing-library'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
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
