import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { offerWelcome } from '../../../../src/tui/screens/welcome/offerWelcome.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const top = (): string => t.app.topOverlay?.name ?? ''
const footer = (): string => t.screen().split('\n').at(-1) ?? ''

/** From the first page to the last. */
async function toTheEnd(): Promise<void> {
	t.press('enter')
	await t.until('2 of 3')
	await t.until(() => !t.screen().includes('◌'))
	t.press('enter')
	await t.until('3 of 3')
}

describe('a first run with a genesis file', () => {
	it.each([
		['examples/genesis/generation-8.json', '173 accounts read'],
		['test/golden/localnet-genesis.json', 'a genesis of generation 9'],
		['nowhere.json', 'nowhere.json cannot be read'],
	])('opens %s on the Upgrade screen', async (file, shown) => {
		t = await testApp({ welcome: true })
		t.press('tab')
		t.type(file)
		t.press('enter')
		await t.until(shown)
		expect(t.app.state.screen).toBe('upgrade')
		expect(top()).toBe('')
	})
})

describe('a first run on a chain without a faucet', () => {
	it.each([60, 80, 200])('says so and what to do, whole, at %i columns', async (columns) => {
		t = await testApp({ welcome: true, noFaucet: true, columns, rows: 24 })
		await toTheEnd()
		const text = t.screen().replaceAll(/[│╭╮╰╯─\s]+/g, ' ')
		expect(text).toContain('No coins yet · 3 of 3')
		expect(text).toContain('This chain has no faucet: your key owns nothing yet.')
		expect(text).toContain('Copy your address and ask someone who has coins to send you some.')
		expect(text).toContain('Import a key that has coins')
		expect(text).not.toContain('✗')
		t.press('ctrl+y')
		await t.until(() => t.asked.includes(`copy ${t.app.state.keys[0]?.address}`))
	})

	it('leads to the import of a key with coins', async () => {
		t = await testApp({ welcome: true, noFaucet: true })
		await toTheEnd()
		t.press('enter')
		await t.until('Import a key')
		expect(t.app.state.screen).toBe('keys')
	})

	it('says when coins arrive, and then leads to the first greeting', async () => {
		t = await testApp({ welcome: true, noFaucet: true })
		await toTheEnd()
		t.app.set({ balances: [{ denom: 'uchain', amount: '5000000' }] })
		expect(t.screen()).toContain('✓ your coins have arrived')
		t.press('enter')
		await t.until('New greeting')
	})

	it('the faucet key of Keys tells that there is none', async () => {
		t = await testApp({ keys: ['alice'], noFaucet: true })
		t.press('4', 'f')
		await t.until('this chain has no faucet')
	})
})

it('the first run tells of a faucet that failed, why, and where to ask again', async () => {
	t = await testApp({ welcome: true, columns: 80, rows: 24 })
	Object.assign(t.chain.admin ?? {}, { faucet: () => Promise.reject(new UserError('no block came within a minute.')) })
	await toTheEnd()
	const text = t.screen().replaceAll(/[│\s]+/g, ' ')
	expect(text).toContain(
		'The faucet has not sent you coins: no block came within a minute. 4 goes to Keys, where f asks it again.',
	)
})

describe('the passphrase of a new key file', () => {
	const locked = { welcome: true, locked: true } as const

	it('the passphrase of a new key file is masked, shown by Ctrl-T, asked twice, and its length is told before anything is typed', async () => {
		t = await testApp(locked)
		expect(t.screen()).toMatch(/passphrase +8 or more characters/)
		t.press('enter')
		t.type('short')
		t.press('enter')
		expect(t.screen()).toContain('✗ 8 or more characters: 3 to go')
		t.type('er by far')
		expect(t.screen()).toMatch(/passphrase +•{14} /)
		expect(t.screen()).not.toContain('shorter')
		t.press('ctrl+t')
		expect(t.screen()).toContain('shorter by far')
		t.press('ctrl+t', 'enter')
		t.type('shorter by fear')
		t.press('enter')
		expect(t.screen()).toContain('✗ the two differ')
		expect(t.app.state.keys).toEqual([])
		t.press('ctrl+u')
		t.type('shorter by far')
		expect(t.screen()).toContain('the same')
		t.press('enter')
		await t.until('2 of 3')
	})

	it('the passphrase of a new key file is explained: what it locks, and what happens when it is lost', async () => {
		t = await testApp({ ...locked, columns: 80, rows: 24 })
		Object.assign(t.chain.keys, { backend: 'file' })
		const text = t.screen().replaceAll(/[│\s]+/g, ' ')
		expect(text).toContain('kept in an encrypted file in your home')
		expect(text).toContain('if it is lost, only the words on the next page bring the key back.')
		expect(t.screen()).toContain('name')
		expect(t.screen()).toMatch(/once more +the same again/)
		expect(t.screen()).toMatch(/⏎ make my key +Esc look around without one/)
	})

	it('the passphrase of a new key file is typed once where the file is there already, and a wrong one is told', async () => {
		t = await testApp(locked)
		Object.assign(t.chain.keys, { isNew: async () => false })
		t.press('esc')
		t.app.preferences.set('welcomed', false)
		offerWelcome(t.app)
		await t.until(() => !t.screen().includes('once more'))
		t.press('enter')
		t.type('wrong')
		t.press('enter')
		await t.until('✗ the passphrase is wrong')
		expect(t.screen()).not.toContain('•')
		t.press('up', 'enter')
		t.type('right')
		t.press('enter')
		await t.until('2 of 3')
	})
})

describe('a first run on a chain with an EVM', () => {
	it('makes an Ethereum key of the same words too, and says so', async () => {
		t = await testApp({ welcome: true })
		t.chain.evm = { url: 'http://127.0.0.1:8546' } as NonNullable<typeof t.chain.evm>
		t.press('enter')
		await t.until('They also make me-eth, an Ethereum key')
		expect(t.app.state.keys.map(({ name }) => name)).toEqual(['me', 'me-eth'])
		expect(t.app.state.current).toBe('me')
	})
})

describe('a system with a key store', () => {
	it('asks for a name alone: three Enters lead to the first greeting', async () => {
		t = await testApp({ welcome: true, columns: 80, rows: 24 })
		Object.assign(t.chain.keys, { backend: 'os' })
		const text = t.screen().replaceAll(/[│\s]+/g, ' ')
		expect(text).toContain('in the key store of your system, where browsers keep passwords too')
		expect(text).not.toContain('passphrase •')
		expect(text).not.toContain('once more')
		await toTheEnd()
		t.press('enter')
		await t.until('New greeting')
	})

	it('keeps what was typed when the key cannot be made, and says why', async () => {
		t = await testApp({ welcome: true })
		const { keys } = t.chain
		const create = keys.create.bind(keys)
		Object.assign(keys, {
			create: () => Promise.reject(new UserError('The key store is locked.', { next: 'Unlock it and try again.' })),
		})
		t.press('enter')
		await t.until('✗ The key store is locked.')
		expect(t.screen()).toContain('Unlock it and try again.')
		Object.assign(keys, { create })
		t.press('enter')
		await t.until('2 of 3')
	})
})

it('the first page wraps where the secret is kept', async () => {
	t = await testApp({ welcome: true, columns: 80, rows: 24 })
	Object.assign(t.chain.keys, {
		notice: `Keys are kept in an encrypted file, because ${'of some long reason '.repeat(4)}.`,
	})
	const page = t.lines().filter((line) => line.includes('│'))
	expect(page.join(' ')).toContain('some long reason')
	expect(page.join(' ')).not.toContain('…')
	for (const line of t.lines()) expect(cellWidth(line)).toBe(80)
})

describe('the tour', () => {
	it('the tour is offered once when the welcome is left, and goes by itself', async () => {
		t = await testApp({ welcome: true })
		t.press('esc')
		expect(footer()).toContain('W tour')
		expect(t.screen()).toContain('New here? W walks you around.')
		expect(t.app.preferences.get('toured')).toBe(true)
		t.press('W')
		await t.until(() => top() === 'tour')
		t.press('esc')
		expect(footer()).not.toContain('W tour')
	})

	it('the tour is offered after the first greeting, not while it is written', async () => {
		t = await testApp({ welcome: true })
		await toTheEnd()
		t.press('enter')
		await t.until('New greeting')
		expect(t.screen()).not.toContain('walks you around')
		t.type('hello')
		t.press('enter')
		await t.until(() => top() === '')
		expect(t.screen()).not.toContain('walks you around')
		t.chain.makeBlock()
		await t.until('New here? W walks you around.')
		t.press('W')
		await t.until(() => top() === 'tour')
	})

	it('the tour is never offered again, but always in the palette', async () => {
		t = await testApp({ welcome: true, preferences: { toured: true } })
		t.press('esc')
		expect(t.screen()).not.toContain('walks you around')
		t.press(':')
		t.type('tour')
		t.press('enter')
		await t.until(() => top() === 'tour')
	})
})
