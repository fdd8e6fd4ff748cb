import { afterEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const stranger = 'AlOmfEAcDRFxk3ZKEICFIOUPnyAOsklSIN5IqK3WfvFF'

async function openForm(keys: readonly string[] = ['alice', 'bob', 'carol']): Promise<void> {
	t = await testApp({ keys, columns: 80, rows: 24 })
	t.press('4', 'm')
	t.type('council')
	t.press('tab')
}

describe('the form of a multisig key', () => {
	it('chooses members from the list of own keys, and takes a choice back', async () => {
		await openForm()
		t.press('space', 'down', 'space', 'down', 'space', 'up', 'space')
		expect(t.screen()).toMatch(/\[✓\] alice .*\n.*▸ \[ \] bob .*\n.*\[✓\] carol /)
		t.press('enter')
		await t.until('council is a multisig key: 2 of 2 must sign')
		t.press('G')
		// By name: a public key alone tells nobody who it is.
		expect(t.screen()).toMatch(/member +alice · \S+/)
		expect(t.screen()).toMatch(/member +carol · \S+/)
		expect(t.chain.keys.calls).toEqual(['addMultisig 2 alice carol'])
	})

	it('shows the order they were chosen in where that is the order of the key', async () => {
		await openForm()
		t.press('down', 'down', 'space', 'up', 'up', 'space', 'tab', 'tab', 'right')
		expect(t.screen()).toMatch(/\[2\] alice .*\n.*\[ \] bob .*\n.*\[1\] carol /)
		t.press('enter')
		await t.until('must sign')
		await t.until(() => t.chain.keys.calls.length > 0)
		expect(t.chain.keys.calls).toEqual(['addMultisig 2 carol alice as given'])
	})

	it('takes pasted public keys of others, also as JSON and twice', async () => {
		await openForm(['alice'])
		t.press('space', 'tab')
		t.event({ type: 'paste', text: `{"@type":"/cosmos.crypto.secp256k1.PubKey","key":"${stranger}"}, ${stranger}` })
		expect(t.screen()).toContain('1 public key')
		expect(t.screen()).toContain('of 2')
		t.press('enter')
		await t.until(() => t.chain.keys.calls.length > 0)
		expect(t.chain.keys.calls).toEqual([`addMultisig 2 alice ${stranger}`])
	})

	it('says in plain words what is missing', async () => {
		await openForm()
		t.press('space', 'enter')
		expect(t.screen()).toContain('✗ choose two or more, or give public keys of others below')
		t.press('down', 'space', 'tab')
		t.type('bob')
		t.press('enter')
		expect(t.screen()).toContain('✗ a public key is 44 characters of base64')
		t.press('ctrl+u', 'tab', 'tab', 'ctrl+u')
		t.type('3')
		t.press('enter')
		expect(t.screen()).toContain('✗ no more than 2 members can sign')
		expect(t.chain.keys.calls).toEqual([])
	})

	it('chooses by a click, and scrolls a list that is longer than its rows', async () => {
		await openForm(Array.from({ length: 12 }, (_, index) => `key${index}`))
		const row = t
			.screen()
			.split('\n')
			.findIndex((line) => line.includes('] key2 '))
		t.event({ type: 'mouse', mouse: { kind: 'press', x: 30, y: row } })
		expect(t.screen()).toContain('[✓] key2 ')
		for (let step = 2; step < 11; step++) t.press('down')
		expect(t.screen()).toContain('▸ [ ] key11 ')
		t.press('down')
		t.type('x')
		expect(t.screen()).not.toContain('▸ [ ]')
	})
})
