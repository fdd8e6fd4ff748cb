import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bech32OfAny } from '../../../src/codec/address/anyAddress.ts'
import { openTargets } from '../../../src/tui/shell/globalCommands.ts'
import { addressOf } from '../support/chainDouble.ts'
import { type TestApp, testApp } from '../support/testApp.ts'

let t: TestApp
beforeEach(async () => {
	t = await testApp({ keys: ['alice'], greetings: ['one', 'two'] })
})
afterEach(() => t.stop())

const labels = (text: string): readonly string[] => openTargets(t.app, text).map(({ label }) => label)

describe('what a text typed into the palette can name', () => {
	test.each([
		['7', ['open block 7', 'open greeting #7']],
		['#7', ['open greeting #7', 'open block 7']],
		[' 1,234,567 ', ['open block 1,234,567', 'open greeting #1234567']],
		['123456789012345', ['open block 123,456,789,012,345', 'open greeting #123456789012345']],
		['1234567890123456', []],
		['#', []],
		[',', []],
		['', []],
		['7x', []],
		['ab'.repeat(32), ['open transaction ABABABAB…BABABAB']],
		[`0x${'0f'.repeat(32)}`, ['open transaction 0F0F0F0F…F0F0F0F']],
		['ab'.repeat(31), []],
		['alice', ['open account of alice']],
		['nobody', []],
		[`chain1${'q'.repeat(30)}`, ['open account chain1qqqq…qqqqqqqqq']],
		[`chain1${'q'.repeat(29)}`, []],
	])('%j names %j', (text, expected) => {
		expect(labels(text)).toEqual(expected)
	})

	test('an address of Ethereum names the account of its other form, in forty cells', () => {
		const hex = `0x${'11'.repeat(20)}`
		const bech32 = bech32OfAny(hex, 'chain')
		expect(bech32).toHaveLength(44)
		expect(labels(hex)).toEqual([`open account of ${bech32.slice(0, 20)}…${bech32.slice(-19)}`])
	})

	test('a chosen target opens its screen there', async () => {
		openTargets(t.app, '#1')[0]!.run()
		await t.until('› Greetings › #1')
		expect(t.screen()).toContain('two')
		openTargets(t.app, '1')[0]!.run()
		await t.until('› Blocks › ')
		openTargets(t.app, addressOf('alice'))[0]!.run()
		await t.until('› Accounts')
		expect(t.screen()).toContain('alice')
	})
})
