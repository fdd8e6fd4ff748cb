import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountForms } from '../../../../src/codec/legacy/forms/convertAccountForm.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

interface Reply {
	readonly status: number
	readonly body: string
}

interface Row {
	readonly name: string
	readonly generation8: Reply
	readonly generation9: Reply
}

const file = new URL('../../../golden/legacy/accounts-8-9.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]
const registry = createRegistry()

const bothAccounts = rows.filter(
	({ name, generation8 }) =>
		name.startsWith('account') && generation8.status === 200 && generation8.body.includes('"type"'),
)
const balancesOf = (name: string): string =>
	rows.find((row) => row.name === name.replace(/^account/, 'balances'))?.generation9.body ??
	'{"height":"1","result":[]}'
const withoutHeight = (body: string): string => body.replace(/^\{"height":"\d+"/, '{"height":""')

describe('an account reply in the other form', () => {
	// At height 1 the two chains did not have the same balances.
	const forth = bothAccounts.filter(({ name }) => !name.includes('height 1'))
	test.each(forth.map((row) => [row.name, row] as const))('9 to 8: %s', (name, row) => {
		const forms = accountForms(row.generation9.body, registry, balancesOf(name))
		expect(forms.generation).toBe(9)
		expect(withoutHeight(forms.body8)).toBe(withoutHeight(row.generation8.body))
	})

	// What generation 8 cannot say it cannot give back either: its permanent accounts are base accounts.
	const back = bothAccounts.filter(({ name }) => !name.includes('permanent'))
	test.each(back.map((row) => [row.name, row] as const))('8 to 9: %s', (_, row) => {
		const forms = accountForms(row.generation8.body, registry)
		expect(forms.generation).toBe(8)
		expect(withoutHeight(forms.body9)).toBe(withoutHeight(row.generation9.body))
	})

	test('the coins of a reply of generation 9 without balances are not known', () => {
		const { generation9 } = bothAccounts[0]!
		expect(accountForms(generation9.body, registry).coins).toBeUndefined()
	})

	test('an account of the EVM, whose reply has no type, was a plain account', () => {
		const address = 'chain1qqq0jzp878zn5yxt0gprxkch2vsqq2f4laqcgz'
		const base = `{"address":"${address}","account_number":"14","sequence":"1"}`
		const body = `{"height":"26","result":{"base_account":${base},"code_hash":"0x6e49"}}`
		const { body8, body9, coins } = accountForms(body, registry, '{"height":"26","result":[]}')
		expect(body9).toBe(body)
		expect(coins).toEqual([])
		expect(JSON.parse(body8)).toEqual({
			height: '26',
			result: {
				type: 'chain-sdk/Account',
				value: { address, coins: [], public_key: null, account_number: '14', sequence: '1' },
			},
		})
	})

	test.each(['', '[]', '{}', '{"result":{"type":"cosmos-sdk/Nothing","value":{}}}', '{"result":7}', 'x'])(
		'refuses %j',
		(text) => expect(() => accountForms(text, registry)).toThrow(UserError),
	)
})
