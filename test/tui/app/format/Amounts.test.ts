import { afterEach, describe, expect, it } from 'vitest'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('amounts', () => {
	const preferences = memoryPreferences()
	const amounts = new Amounts(preferences, () => 'uchain')
	const coin = { denom: 'uchain', amount: '999980001' }

	afterEach(() => {
		if (amounts.raw) amounts.toggle()
	})

	it('amounts are readable with their unit, or raw as the chain counts them', () => {
		expect(amounts.coin(coin)).toBe('999.980001 CHAIN')
		expect(amounts.short(coin)).toBe('999.98… CHAIN')
		expect(amounts.both(coin)).toBe('999.980001 CHAIN · 999980001uchain')
		expect(amounts.coins([])).toBe('0 CHAIN')
		expect(amounts.text('600uchain')).toBe('0.0006 CHAIN')
		expect(amounts.evm(1_500_000_000_000_000_000n)).toBe('1.5 CHAIN')
		expect(amounts.usd('1234.500000000')).toBe('1,234.50 USD')
		amounts.toggle()
		expect(amounts.coin(coin)).toBe('999980001uchain')
		expect(amounts.short(coin)).toBe('999980001uchain')
		expect(amounts.both(coin)).toBe('999980001uchain · 999.980001 CHAIN')
		expect(amounts.coins([coin, { denom: 'foo', amount: '3' }])).toBe('999980001uchain, 3foo')
		expect(amounts.coins([])).toBe('0uchain')
		expect(amounts.text('600uchain')).toBe('600uchain')
		expect(amounts.evm(1_500_000_000_000_000_000n)).toBe('1500000000000000000achain')
		expect(amounts.usd('1234.500000004')).toBe('1,234,500,000,004 nano-USD')
		expect(preferences.get('rawAmounts')).toBe(true)
	})

	it('amounts of the EVM have 18 decimals wherever they are written, unless they are no numbers', () => {
		const evm = { denom: 'achain', amount: '1500000000000000000' }
		const odd = { denom: 'achain', amount: '-1' }
		expect([amounts.coin(evm), amounts.short(evm), amounts.both(evm)]).toEqual(['1.5 CHAIN', '1.5 CHAIN', '1.5 CHAIN'])
		expect([amounts.isEvm(evm), amounts.isEvm(odd), amounts.isEvm(coin)]).toEqual([true, false, false])
		expect(amounts.coin(odd)).toBe('-1 achain')
		amounts.toggle()
		expect([amounts.coin(evm), amounts.short(evm), amounts.both(evm)]).toEqual(
			Array.from({ length: 3 }, () => '1500000000000000000achain'),
		)
		// Billionths are the least that a price has.
		expect(amounts.usd('1.1234567891')).toBe('1,123,456,789 nano-USD')
	})

	it('leave a text that is no amount as it is', () => {
		for (const text of ['', 'none', '600', '1.5CHAIN', '5uchain, x']) expect(amounts.text(text)).toBe(text)
	})
})

describe('the key for raw amounts', () => {
	let t: TestApp
	afterEach(() => t.stop())

	it('the key for raw amounts is the same on every screen that shows amounts, and is remembered', async () => {
		t = await testApp({ columns: 200, rows: 50, keys: ['alice'] })
		t.chain.makeBlock()
		for (const screen of ['home', 'keys', 'accounts', 'greetings', 'transactions']) {
			t.app.open(screen)
			await t.until(/1,000(\.00)? CHAIN/)
			expect(t.screen(), screen).not.toMatch(/(^|[^·] )1000000000uchain/)
			t.press('$')
			await t.until('1000000000uchain')
			expect(t.screen(), screen).not.toMatch(/[^·] 1,000(\.00)? CHAIN/)
			t.press('$')
			await t.until(/1,000(\.00)? CHAIN/)
		}
		t.press('$')
		expect(t.app.preferences.get('rawAmounts')).toBe(true)
		expect(t.app.state.toast?.text).toBe('amounts as the chain counts them')
	})

	it('the key for raw amounts is told by help', async () => {
		t = await testApp({ columns: 120, rows: 40 })
		t.press('?')
		t.type('amounts')
		await t.until('raw amounts')
		expect(t.screen()).toContain('$')
	})
})
