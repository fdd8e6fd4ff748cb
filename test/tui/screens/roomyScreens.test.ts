import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { addressOf } from '../support/chainDouble.ts'
import { digitOf, type TestApp, testApp } from '../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

/** The drawn text without frames, as one line. */
const text = (): string => t.screen().replaceAll(/[│╭╮╰╯─┬\s]+/g, ' ')

describe('Keys', () => {
	it.each([
		[80, 24],
		[120, 40],
		[200, 60],
	] as const)(
		'shows address, public key, balance and last activity of the selected key at %ix%i',
		async (columns, rows) => {
			t = await testApp({ keys: ['alice', 'bob'], columns, rows })
			t.app.outbox.start({
				kind: 'send',
				label: 'five',
				key: 'alice',
				options: {},
				again: () => t.chain.send('alice', addressOf('bob'), [{ denom: 'uchain', amount: '5000000' }]),
			})
			await t.until(() => t.app.outbox.entries[0]?.progress.state === 'in-mempool')
			t.chain.makeBlock()
			t.press('4')
			await t.until('5 CHAIN → bob')
			expect(text()).toContain(`address ${addressOf('alice')}`)
			expect(text()).toContain('public key AxYz')
			expect(text()).toContain('Last activity')
			await t.until(() => text().includes('balance 995 CHAIN'))
			t.press('j')
			await t.until(() => text().includes(`address ${addressOf('bob')}`))
			await t.until('It has not sent or received anything yet.')
		},
	)

	it('the QR code of a key leaves room for its last transactions at 120x40', async () => {
		t = await testApp({ keys: ['alice', 'bob'], columns: 120, rows: 40 })
		for (const amount of ['5000000', '6000000', '7000000']) {
			t.app.outbox.start({
				kind: 'send',
				label: amount,
				key: 'alice',
				options: {},
				again: () => t.chain.send('alice', addressOf('bob'), [{ denom: 'uchain', amount }]),
			})
			await t.until(() => t.app.outbox.entries.some(({ progress }) => progress.state === 'in-mempool'))
			t.chain.makeBlock()
			await t.until(() => t.app.outbox.entries.every(({ progress }) => progress.state !== 'in-mempool'))
		}
		t.press('4')
		await t.until('7 CHAIN → bob')
		expect(text()).toContain('6 CHAIN → bob')
		expect(text()).toContain('5 CHAIN → bob')
	})

	it('says of a new key that nothing happened yet', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		t.press('4')
		await t.until('It has not sent or received anything yet.')
	})

	it('shows the QR code of an address with the address at 80x24', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		t.press('4')
		await t.until('It has not sent')
		t.press('Q')
		await t.until(() => /[▀█]{7}/.test(t.screen()))
		expect(text()).not.toContain('Make the terminal higher')
		const beside = t
			.screen()
			.split('\n')
			.map((line) => /chain1[0-9a-z]{20,}/.exec(line)?.[0] ?? '')
		const [head = ''] = beside.filter((part) => part !== '')
		expect(addressOf('alice').startsWith(head)).toBe(true)
		expect(text()).toContain('⏎ close y copy')
	})
})

describe('Node', () => {
	it('says who the node is, what it runs and what one can do with it where there is room', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
		t.press(digitOf('node'))
		await t.until('About')
		expect(text()).toContain('engine Tendermint 0.34.15')
		expect(text()).toContain('b make a block')
		expect(text()).not.toContain('v revert')
		// What wraps takes nothing away from below.
		expect(text()).toContain('minimum fee')
		expect(text()).toContain('application chain 0.9.0')
	})

	it('says the whole of what each command does where there is room', async () => {
		t = await testApp({ keys: ['alice'], columns: 200, rows: 60 })
		t.press(digitOf('node'))
		await t.until('What you can do')
		const left = t.lines().map((line) => stripVTControlCharacters(line).slice(17, 101))
		const words = left.join(' ').replaceAll(/[│╭╮╰╯─\s]+/g, ' ')
		expect(words).toContain(
			'i Choose when blocks are made: at an interval, with each transaction, or only by hand. t Set',
		)
		expect(left.filter((line) => /… ?│/.test(line))).toEqual([])
	})

	it('shows the peers of a remote node, whose names can do nothing', async () => {
		t = await testApp({ keys: ['alice'], columns: 200, rows: 60, remote: true })
		t.press(digitOf('node'))
		await t.until('→ seed␛[2J 192.0.2.7 · Tendermint 0.34.15')
		expect(text()).not.toContain('Make one block now')
	})
})

describe('in plain lines', () => {
	it('no picture of a QR code is read out', async () => {
		t = await testApp({ keys: ['alice'] })
		t.press('4')
		await t.until('It has not sent')
		expect(t.plainLines().join('\n')).toContain(addressOf('alice'))
		expect(t.plainLines().join('\n')).not.toMatch(/[▀▄█]/)
		t.press('Q')
		expect(t.plainLines().join('\n')).toContain('is a picture')
	})
})
