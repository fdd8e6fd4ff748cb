import { afterEach, describe, expect, it } from 'vitest'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

describe('the clock of the chain', () => {
	let t: TestApp | undefined
	afterEach(async () => {
		await t?.stop()
		t = undefined
	})

	it.each([60, 80, 120])(
		'wears a badge in the first row of each screen while it is moved, at %i columns',
		async (columns) => {
			t = await testApp({ columns, rows: 40 })
			expect(t.screen()).not.toContain('⏱')
			t.press(digitOf('node'), 't', 'tab')
			t.type('30d')
			t.press('enter')
			await t.until('moved: 30 days ahead of the')
			for (const screen of t.app.screens) {
				t.app.open(screen.id)
				expect(t.lines()[0], screen.id).toContain('⏱ +30 d')
			}
		},
	)

	it('wears another badge while it is stopped, and none when the machine leads again', async () => {
		t = await testApp({ columns: 120, rows: 40 })
		await t.chain.admin?.setTime('2030-01-01T00:00:00Z', { freeze: true })
		t.app.open('node')
		t.app.set({ status: await t.chain.status() })
		await t.until('stopped: it stands still')
		expect(t.lines()[0]).toContain('⏱ stopped')
		t.press(digitOf('node'), 't')
		t.press('left', 'enter')
		await t.until(() => !t?.screen().includes('⏱'))
		expect(t.screen()).not.toContain('it stands still')
	})
})
