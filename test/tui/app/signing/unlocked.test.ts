import { afterEach, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { unlocked } from '../../../../src/tui/app/signing/unlocked.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

it('a new passphrase is asked twice: a slip in what nobody sees would close the keys for ever', async () => {
	t = await testApp({ keys: ['alice'], locked: true })
	let ran = 0
	unlocked(t.app, () => void ran++)
	await t.until('Choose a passphrase for your keys')
	expect(t.screen()).toContain('8 or more characters')
	t.type('correct horse')
	t.press('enter')
	t.type('correct house')
	t.press('enter')
	expect(t.screen()).toContain('✗ the two differ')
	expect(t.chain.keys.isLocked()).toBe(true)
	t.press('ctrl+u')
	t.type('correct horse')
	t.press('enter')
	await t.until(() => ran === 1)
	expect(t.chain.keys.isLocked()).toBe(false)
})

it('one that exists is asked once', async () => {
	t = await testApp({ keys: ['alice'], locked: true })
	Object.assign(t.chain.keys, { isNew: async () => false })
	let ran = 0
	unlocked(t.app, () => void ran++)
	await t.until('Unlock your keys')
	expect(t.screen()).not.toContain('once more')
	t.type('any')
	t.press('enter')
	await t.until(() => ran === 1)
})

it('a wrong passphrase is taken out of the field, so that the right one can follow', async () => {
	t = await testApp({ keys: ['alice'], locked: true })
	const tried: string[] = []
	Object.assign(t.chain.keys, {
		isNew: async () => false,
		unlock: async (passphrase: string) => {
			tried.push(passphrase)
			if (passphrase !== 'right one') throw new UserError('The passphrase is wrong.')
		},
	})
	let ran = 0
	unlocked(t.app, () => void ran++)
	await t.until('Unlock your keys')
	for (const [index, passphrase] of ['wrong', 'bad', 'right one'].entries()) {
		t.type(passphrase)
		t.press('enter')
		await t.until(() => tried.length === index + 1 && (ran === 1 || !t.screen().includes('opening the key file')))
	}
	await t.until(() => ran === 1)
	expect(tried).toEqual(['wrong', 'bad', 'right one'])
})
