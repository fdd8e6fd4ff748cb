import { afterEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const said = (): string => t.app.state.toast?.text ?? ''

/** Makes a key on the Keys screen and copies its words. */
async function copyWords(): Promise<void> {
	t.press('4', 'n')
	await t.until('New key')
	t.type('carol')
	t.press('enter')
	await t.until('Words of carol')
	t.press('y')
	await t.until(() => t.asked.length > 0)
	await t.until(() => said().startsWith('the words '))
}

describe('secrets that are copied', () => {
	it('words of a new key are copied as a secret, and the notice says when they go', async () => {
		t = await testApp({ keys: ['alice'] })
		await copyWords()
		expect(t.asked[0]).toBe('secret')
		expect(said()).toBe('the words copied; the clipboard is cleared in 60 s')
	})

	it('where they cannot be cleared the same notice says so', async () => {
		t = await testApp({ keys: ['alice'], secretsTo: 'terminal' })
		await copyWords()
		expect(said()).toBe('the words sent to the terminal’s clipboard, which cannot be cleared from here')
	})

	it('the words of the first run and an exported key are secrets', async () => {
		t = await testApp({ welcome: true })
		t.press('enter')
		await t.until('2 of 3')
		t.press('ctrl+y')
		await t.until(() => t.asked.length === 2)
		expect(t.asked[0]).toBe('secret')
		await t.stop()

		t = await testApp({ keys: ['alice'] })
		t.press('4', 'e')
		await t.until('Export alice')
		t.type('long enough')
		t.press('tab')
		t.type('long enough')
		t.press('enter')
		await t.until('Export of alice')
		t.press('y')
		await t.until(() => t.asked.length === 2)
		expect(t.asked[0]).toBe('secret')
	})

	it('an address is none and stays', async () => {
		t = await testApp({ keys: ['alice'] })
		t.press('4', 'y')
		await t.until(() => t.asked.length > 0)
		expect(t.asked).not.toContain('secret')
		await t.until(() => said() === 'address copied')
	})
})
