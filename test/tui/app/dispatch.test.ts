import { afterEach, describe, expect, it } from 'vitest'
import { Notice } from '../../../src/tui/kit/overlays/Notice.tsx'
import { type TestApp, testApp } from '../support/testApp.ts'

describe('dispatch', () => {
	let t: TestApp
	afterEach(() => t.stop())

	it('takes Esc and the key after it as two keys where nothing is on the Alt key', async () => {
		t = await testApp({ keys: ['alice'] })
		t.press('?')
		expect(t.app.topOverlay?.name).toBe('help')
		t.press('alt+2')
		expect(t.app.topOverlay).toBeUndefined()
		expect(t.app.state.screen).toBe('greetings')
	})

	it('leaves an Alt key to the field that knows it', async () => {
		t = await testApp({ keys: ['alice'] })
		t.press('2', 'n')
		t.type('one two')
		t.press('alt+b')
		t.type('x')
		expect(t.app.topOverlay?.name).toBe('form')
		expect(t.screen()).toContain('one xtwo')
	})

	it('scrolls a long text by the wheel', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}.`)
		t.app.show(new Notice(t.app, { title: 'Long', lines: () => lines }))
		t.event({ type: 'mouse', mouse: { kind: 'wheel-down', x: 20, y: 8 } })
		expect(t.screen()).toContain('line 4.')
		expect(t.screen()).not.toContain('line 3.')
		t.event({ type: 'mouse', mouse: { kind: 'wheel-up', x: 20, y: 8 } })
		expect(t.screen()).toContain('line 1.')
	})

	it('moves the list of the screen by three rows where the wheel turns outside of it, but not under a dialog', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['0', '1', '2', '3', '4', '5', '6'], columns: 80, rows: 24 })
		t.press('2')
		await t.until(/▸ +6 /)
		const wheel = (kind: 'wheel-up' | 'wheel-down'): void => t.event({ type: 'mouse', mouse: { kind, x: 20, y: 0 } })
		wheel('wheel-down')
		expect(t.screen()).toMatch(/▸ +3 /)
		wheel('wheel-up')
		expect(t.screen()).toMatch(/▸ +6 /)
		t.app.show(new Notice(t.app, { title: 'Over it', lines: () => ['a line'] }))
		wheel('wheel-down')
		t.press('esc')
		expect(t.screen()).toMatch(/▸ +6 /)
	})

	it('waits for the second of two keys and tells in the footer what it can be', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one', 'two', 'three'] })
		t.press('2', 'G', 'g')
		expect(t.app.topOverlay?.name).toBe('sequence')
		expect(t.lines()[0]).toContain('g …')
		expect(t.lines().at(-1)).toContain('g first')
		t.press('g')
		expect(t.app.topOverlay).toBeUndefined()
		expect(t.screen()).toMatch(/▸ +2 /)
		t.press('g', 'esc')
		expect(t.app.topOverlay).toBeUndefined()
		expect(t.app.state.screen).toBe('greetings')
		t.press('g', 'Q')
		expect(t.app.topOverlay).toBeUndefined()
		expect(t.lines().at(-1)).toContain('nothing is on g Q')
	})
})
