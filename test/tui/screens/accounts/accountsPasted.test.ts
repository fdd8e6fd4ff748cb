import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { shortPath } from '../../../../src/tui/screens/accounts/compared/ComparisonTable.tsx'
import { addressOf, type DoubleOptions } from '../../support/chainDouble.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

const recorded = recordedAccount('base account, signed before genesis')

let t: TestApp
afterEach(() => t.stop())

const model = (): AccountsModel => t.app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

async function accounts(options: DoubleOptions & { readonly columns?: number } = {}): Promise<void> {
	t = await testApp({ keys: ['alice', 'bob'], columns: 120, rows: 40, time: Date.UTC(2026, 10, 21), ...options })
	t.app.open('accounts')
	await t.until('│ ▸ alice')
}

const paste = async (text: string): Promise<void> => t.event({ type: 'paste', text })

describe('what is pasted into the Accounts screen', () => {
	it('an address with blanks around it that is pasted into Accounts is opened', async () => {
		await accounts()
		await paste(`\n  ${addressOf('carol').toUpperCase()} \t`)
		await t.until(() => model().current?.address === addressOf('carol'))
		expect(t.app.preferences.get('addresses')).toEqual([addressOf('carol')])
	})

	it('what is pasted into the Accounts screen is opened also when a filter hides it, and the filter goes', async () => {
		await accounts()
		t.press('/')
		t.type('lic')
		t.press('enter')
		await t.until('1 of 3')
		await paste(addressOf('bob'))
		await t.until(() => model().current?.address === addressOf('bob'))
		expect([model().list.filter, model().selected]).toEqual(['', addressOf('bob')])
	})

	it('what is pasted into the Accounts screen is compared with the account pasted before it when that is of the other generation and of no other address', async () => {
		await accounts()
		const nameless = (generation: 8 | 9): string => recorded[generation].replace(/"address":"[^"]*"/, '"address":""')
		const other = recordedAccount('base account, never signed')
		const both = (): readonly unknown[] => [model().pasted[8]?.text, model().pasted[9]?.text]
		for (const [first, second, kept] of [
			[recorded[8], recorded[9], true],
			[nameless(8), recorded[9], true],
			[recorded[8], nameless(9), false],
			[other[8], recorded[9], false],
		] as const) {
			await paste(first)
			await t.until(() => model().pasted[8]?.text === first)
			await paste(second)
			await t.until(() => model().pasted[9]?.text === second)
			expect(both()).toEqual([kept ? first : undefined, second])
			model().forget()
		}
	})

	it('what is pasted into the Accounts screen is sorted by its words among the names of accounts', async () => {
		await accounts({ keys: ['alice', 'zoe'] })
		t.chain.names = new Map()
		t.app.names = new Map()
		await paste(recorded[8])
		await t.until('pasted JSON')
		model().list.sortBy('name')
		expect(model().list.shown).toEqual([addressOf('alice'), 'pasted JSON', addressOf('zoe')])
	})
})

describe('a node of another program', () => {
	it('whose reply is no JSON is told to give none, not too much of it', async () => {
		await accounts()
		const read = t.chain.legacyAccount.bind(t.chain)
		t.chain.legacyAccount = async (address, generation) =>
			generation === 8 ? '<html>Not here</html>' : read(address, generation)
		t.press('enter', 'r')
		await t.until('generation 8: The reply is no JSON object.')
		expect(t.screen()).not.toContain('too many members')
		t.press('v')
		await t.until('<html>Not here</html>')
	})

	it('a node of another program that cannot tell whether it has the state of a height counts by its replies', async () => {
		await accounts()
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 2)
		t.chain.hasState = async () => {
			throw new UserError('The method is not known.')
		}
		t.press('enter', 'h')
		t.type('1')
		t.press('enter')
		await t.until('◷ at block 1')
		await t.until('balance 1,000 CHAIN')
		expect(t.screen()).not.toContain('no longer keeps')
	})
})

it('a label may be given again as it is, and no second address gets it', async () => {
	await accounts()
	for (const name of ['carol', 'dave']) {
		await paste(addressOf(name))
		await t.until(() => model().current?.address === addressOf(name))
		t.press('b')
		t.type('exchange')
		t.press('enter')
		await t.until(() => t.app.topOverlay === undefined)
	}
	await said('“exchange” already means somebody else')
	expect([...t.app.labels.all]).toEqual([[addressOf('carol'), 'exchange']])
	t.app.toast('info', 'before the next')
	await paste(addressOf('carol'))
	await t.until(() => model().current?.address === addressOf('carol'))
	t.press('b', 'enter')
	await t.until(() => t.app.topOverlay === undefined)
	expect(t.app.state.toast?.text).toBe('before the next')
	expect([...t.app.labels.all]).toEqual([[addressOf('carol'), 'exchange']])
})

it('the accounts of another node are read when it takes the place of the one before, while the list is open', async () => {
	await accounts()
	const carol = addressOf('carol')
	expect(model().list.all).not.toContain(carol)
	t.chain.accounts = async () => [{ '@type': '/cosmos.auth.v1beta1.BaseAccount', address: carol }]
	t.app.reconnect()
	await t.until(() => model().list.all.includes(carol))
})

it('a path too long for its cells keeps its end, and its first word where there is room for both', () => {
	const path = '.result.value.base_vesting_account.base_account'
	expect(shortPath(path, path.length)).toBe(path)
	expect(shortPath(path, 20)).toBe('.resu…t.base_account')
	expect(shortPath(path, 16)).toBe('.res…ase_account')
	expect(shortPath(path, 15)).toBe('…t.base_account')
	expect(shortPath(path, 1)).toBe('…')
	expect(shortPath(undefined, 9)).toBe('–')
})

it('a report needs a node', async () => {
	await accounts()
	t.app.client = undefined
	t.press('m')
	await said('migration report: there is no node')
})
