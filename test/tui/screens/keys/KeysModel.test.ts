import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Coin, KeyInfo } from '../../../../src/client/index.ts'
import { placeColumns, tableRow } from '../../../../src/tui/kit/text/tableRows.ts'
import { type KeysModel, keyColumns } from '../../../../src/tui/screens/keys/KeysModel.ts'
import { connectTestClient, startTestNode } from '../../../flow/client/testChain.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp | undefined
afterEach(async () => {
	await t?.stop()
	t = undefined
})

const coin = (amount: string, denom = 'uchain'): Coin => ({ denom, amount })

describe('the list of keys', () => {
	it('the list of keys has the native coins of each key, cut in their decimals and never in their unit', async () => {
		t = await testApp({ keys: ['alice', 'bob'] })
		const { app } = t
		const balances = new Map<string, readonly Coin[]>()
		const model = { app, balances } as unknown as KeysModel
		const key: KeyInfo = { name: 'alice', address: addressOf('alice'), kind: 'local' }
		const row = (coins: readonly Coin[] | undefined, width = 88, part: Partial<KeyInfo> = {}): string => {
			if (coins === undefined) balances.clear()
			else balances.set(key.address, coins)
			const placed = placeColumns(keyColumns(model), width)
			const texts = placed.map(({ column, cells }) =>
				column.text({ ...key, ...part }, { cells, theme: namedTheme, now: 0, mark: (text) => text }),
			)
			return named(tableRow(placed, texts))
		}
		const balance = (coins: readonly Coin[] | undefined): string => row(coins).slice(-18).trim()
		expect(row([coin('5000000')])).toBe(
			'‹good:●›  alice           ‹muted:signs›       chain190vqdjtlpcq2…lfmr4ynfwg7g4evumx             5 CHAIN',
		)
		expect(row([coin('5000000')], 67, { name: 'bob', kind: 'watch' })).toBe(
			'   bob             chain190vqdjtl…ynfwg7g4evumx             5 CHAIN',
		)
		expect(row([coin('5000000')], 68, { kind: 'multi' })).toBe(
			'‹good:●›  alice           ‹muted:multisig›    chain190…7g4evumx             5 CHAIN',
		)
		expect([balance(undefined), balance([]), balance([coin('7', 'foo')])]).toEqual(['…', '0 CHAIN', '0 CHAIN'])
		expect(balance([coin('7', 'foo'), coin('12345678901')])).toBe('12,345.67… CHAIN')
		expect(balance([coin('123456123456')])).toBe('123,456.12… CHAIN')
		const order = keyColumns(model).find(({ id }) => id === 'balance')!.order!
		const sorted = (coins: readonly Coin[] | undefined): unknown => {
			balance(coins)
			return order(key)
		}
		expect([sorted(undefined), sorted([coin('7', 'foo')]), sorted([coin('7', 'foo'), coin('5')])]).toEqual([0n, 0n, 5n])
		app.amounts.toggle()
		expect(row([coin('5000000')])).toBe(
			'‹good:●›  alice           ‹muted:signs›       chain190vqdjtlp…r4ynfwg7g4evumx             5000000uchain',
		)
		app.amounts.toggle()
	})

	it('says what a key did last, the newest first, also within a block', async () => {
		t = await testApp({ keys: ['alice', 'bob'], columns: 140, rows: 40 })
		for (const text of ['one', 'two', 'three']) await t.chain.greet('alice', text)
		t.chain.makeBlock()
		await t.chain.greet('alice', 'four')
		t.chain.makeBlock()
		t.press('4')
		await t.until('“four”')
		const said = (): readonly string[] => [...(t?.screen() ?? '').matchAll(/“(\w+)”/g)].map(([, text]) => text!)
		await t.until(() => said().length === 4)
		expect(said()).toEqual(['four', 'three', 'two', 'one'])
	})
})

it('coins of a key that others must sign for too are not sent: the page that collects their signatures opens', async () => {
	const directory = mkdtempSync(join(tmpdir(), 'chain-tui-collect-'))
	const node = await startTestNode()
	const { client, keyring } = await connectTestClient('embedded', node)
	try {
		const { key } = await keyring.create('alice')
		const stranger = 'AlOmfEAcDRFxk3ZKEICFIOUPnyAOsklSIN5IqK3WfvFF'
		const family = await keyring.addMultisig('family', 2, [key.pubKey ?? '', stranger])
		await client.admin?.faucet(family.address)
		t = await testApp({ client, preferences: { key: 'family' }, directory, columns: 120, rows: 40 })
		await t.until(() => t?.app.state.current === 'family')
		t.press('4', 'G')
		await t.until(/▸ ● +family/)
		t.press('s')
		await t.until('Send from family')
		t.type('alice')
		t.press('tab')
		t.type('5')
		await t.until('1 more must sign, of AlOmfEAcDR…')
		t.press('enter')
		await t.until('1 of 2 signatures collected')
		expect(t.app.state.overlays.map(({ title }) => title)).toEqual(['Signatures of family'])
		expect(t.screen()).toContain('MsgSend')
		expect(readdirSync(directory)).toEqual(['family-0-unsigned.json'])
		// Nothing to add, and not enough to send.
		t.press('enter')
		await t.until('✗ a file of signatures, or the signatures pasted')
		// What was saved beside the transaction is there again when it is opened again.
		t.press('ctrl+s')
		await t.until(() => readdirSync(directory).length === 2)
		t.press('esc', 'O')
		await t.until('Opening it signs nothing')
		t.type(join(directory, 'family-0-unsigned.json'))
		t.press('enter')
		await t.until('1 of 2 signatures collected')
		t.press('ctrl+g')
		await t.until('All members in this keyring have signed.')
		// A code that does not fit says how large it is.
		t.press('ctrl+o')
		await t.until(/The QR code needs \d+ columns and \d+ rows: make the terminal larger\./)
		expect(t.screen()).toContain('Or copy the text, which is the whole transaction:')
	} finally {
		await t?.stop()
		t = undefined
		await client.close()
		await node.close()
		rmSync(directory, { recursive: true })
	}
})
