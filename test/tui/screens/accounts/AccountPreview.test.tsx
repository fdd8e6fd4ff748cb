import { afterEach, describe, expect, it } from 'vitest'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import type { AccountInfo } from '../../../../src/tui/screens/accounts/AccountInfos.ts'
import { AccountPreview } from '../../../../src/tui/screens/accounts/AccountPreview.tsx'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { kitApp } from '../../support/kitApp.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'
import { renderPart } from '../../support/renderPart.tsx'
import { type TestApp, testApp } from '../../support/testApp.ts'

const address = `chain1${'q'.repeat(38)}`

/** The title and the rows of the preview of an account. */
function preview(
	info: Partial<AccountInfo> | undefined,
	options: {
		readonly name?: string
		readonly hex?: string
		readonly seen?: object
		readonly width?: number
		readonly of?: string
	} = {},
) {
	const amounts = new Amounts(memoryPreferences(), () => 'uchain')
	const usual: AccountInfo = { kind: 'base', balances: [], number: '7', sequence: '3', pubKey: 'AbCd', module: '' }
	const model = {
		app: {
			...{ nameOf: () => options.name ?? address, keyFor: (id: string) => `<${id}>`, amounts, links: false },
			state: { status: { listeners: {} } },
		},
		infos: { get: () => info && { ...usual, ...info } },
		known: { lastSeen: () => options.seen },
		hexAddress: options.hex,
	}
	const { text, unmount } = renderPart(<AccountPreview model={model as never} address={options.of ?? address} />, {
		...{ width: options.width ?? 100, height: 16, app: kitApp({ now: Date.parse('2026-01-02T03:04:15Z') }) },
	})
	const [title = '', ...rows] = text().split('\n')
	unmount()
	return {
		title: /─ (.*?) ─/.exec(title)?.[1],
		rows: rows
			.map((row) => row.replaceAll(/^│ ?| *│$|^[╰─╯]+$/g, '').replaceAll(/ {2,}/g, '  '))
			.filter((row) => row !== ''),
	}
}

describe('the preview of an account', () => {
	const hints = ['<accounts.open> compares its two REST forms', '<accounts.transactions> lists its transactions']

	it('the preview of an account tells its address alone until it is read', () => {
		expect(preview(undefined)).toEqual({
			title: 'Account',
			rows: [`address  ${address}`, '  ◌ reading', 'seen  not lately', ...hints],
		})
		expect(preview(undefined, { name: 'alice' }).title).toBe('alice')
	})

	it('the preview of an account tells kind, both addresses, balance, numbers, key and when it was seen', () => {
		const balances = [{ denom: 'uchain', amount: '1500000' }]
		const seen = { height: 1_234, time: '2026-01-02T03:04:05Z' }
		expect(preview({ balances }, { name: 'alice', hex: '0xabc', seen })).toEqual({
			title: 'alice · base',
			rows: [
				...[`address  ${address}`, '  0xabc', 'balance  1.50 CHAIN', 'number  7', 'signed  3 transactions'],
				...['public key  AbCd', 'seen  block 1,234, 10s ago', ...hints],
			],
		})
	})

	it('the preview of an account cuts each text of a node at a length of its own', () => {
		const long = (letter: string): string => letter.repeat(2_500)
		const hostile = { balances: [{ denom: long('d'), amount: '5' }], module: long('m'), pubKey: long('k') }
		const text = preview(hostile, { name: 'hostile', of: long('a'), width: 400 }).rows.join('')
		const lengths = ['a', 'd', 'm', 'k'].map(
			(letter) => [...text.matchAll(new RegExp(`${letter}{9,}`, 'g'))].join('').length,
		)
		// The amount and a blank are before the denomination.
		expect(lengths).toEqual([200, 1_998, 100, 200])
	})

	it('the preview of an account tells a module, and leaves out what the chain does not know', () => {
		expect(preview({ kind: 'module', module: 'mint', sequence: '1', pubKey: '', number: '' })).toEqual({
			title: 'Account · module',
			rows: [
				...[`address  ${address}`, 'balance  0 CHAIN', 'module  mint', 'signed  1 transaction'],
				...['public key  unknown until it signs', 'seen  not lately', ...hints],
			],
		})
	})
})

describe('the head of an opened account', () => {
	let t: TestApp
	afterEach(() => t.stop())

	it('the head of an opened account says where it is read, and of a height to come that it is not there yet', async () => {
		t = await testApp({ keys: ['alice'], columns: 150, rows: 40 })
		const model = t.app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
		t.press('3', 'enter')
		await t.until(() => model.current !== undefined)
		expect(t.screen()).toMatch(/● live, block 1 /)
		t.chain.hasState = async () => false
		model.goTo(1_500)
		await t.until('✗ block 1,500 does not exist yet: the latest is 1')
		expect(t.screen()).toContain('h chooses another height, an empty one is the live state')
		expect(t.screen()).toMatch(/◷ at block 1,500 /)
		model.goTo(1)
		await t.until('✗ the node no longer keeps the state of block 1 ')
		model.goTo(undefined)
		t.chain.recorded.set(addressOf('alice'), recordedAccount('continuous vesting account'))
		model.remote = 'http://127.0.0.1:1317'
		model.load()
		await t.until(/at http:\/\/127\.0\.0\.1:1317 /)
		expect(t.screen()).not.toContain('live, block')
	})
})
