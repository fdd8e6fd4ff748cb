import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
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

it('tells of a faucet that failed, why, and where to ask again', async () => {
	t = await testApp({ welcome: true, columns: 80, rows: 24 })
	Object.assign(t.chain.admin ?? {}, { faucet: () => Promise.reject(new UserError('no block came within a minute.')) })
	await toTheEnd()
	const text = t.screen().replaceAll(/[│\s]+/g, ' ')
	expect(text).toContain(
		'The faucet has not sent you coins: no block came within a minute. 4 goes to Keys, where f asks it again.',
	)
})

it('wraps where the secret is kept', async () => {
	t = await testApp({ welcome: true, columns: 80, rows: 24 })
	Object.assign(t.chain.keys, {
		notice: `Keys are kept in an encrypted file, because ${'of some long reason '.repeat(4)}.`,
	})
	expect(t.lines().slice(2).join('')).not.toContain('…')
	for (const line of t.lines()) expect(cellWidth(line)).toBe(80)
})

describe('the tour', () => {
	it('is offered once when the welcome is left, and goes by itself', async () => {
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

	it('is offered after the first greeting, not while it is written', async () => {
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

	it('is never offered again, but always in the palette', async () => {
		t = await testApp({ welcome: true, preferences: { toured: true } })
		t.press('esc')
		expect(t.screen()).not.toContain('walks you around')
		t.press(':')
		t.type('tour')
		t.press('enter')
		await t.until(() => top() === 'tour')
	})
})
