import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormRow } from '../../../../../src/codec/legacy/forms/Comparison.ts'
import { formsMarkdown } from '../../../../../src/codec/legacy/forms/formsText.ts'
import type { AccountSide, ComparedAccount } from '../../../../../src/tui/screens/accounts/compared/ComparedAccount.ts'
import { exportAccount } from '../../../../../src/tui/screens/accounts/compared/exportAccount.ts'

let directory: string
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'export-account-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const side = (value: unknown, fault = ''): AccountSide => ({
	...{ text: value === undefined ? undefined : JSON.stringify(value), value, fault, source: 'this node' },
})
const row: FormRow = {
	...{
		meaning: 'number',
		path8: '.a',
		value8: '7',
		path9: '.b',
		value9: '"7"',
		kind: 'moved',
		explanation: 'It moved.',
	},
}
const account: ComparedAccount = {
	...{ id: 'x', address: 'chain1abc', side8: side({ a: 7 }), side9: side({ b: '7' }), rows: [row], terms: undefined },
	balances: [
		{ denom: 'uchain', amount: '5' },
		{ denom: 'foo', amount: '7' },
	],
	...{ kind: 'base', isStateGone: false, height: 12 },
}
const status = { chainId: 'chain-1', time: '2026-01-02T03:04:05Z' }

/** The name and the content of the only file that is saved. */
async function saved(change: Partial<ComparedAccount>, format: 'json' | 'md', of: object | undefined = status) {
	const app = { directory, state: { status: of }, toast: () => {} }
	await exportAccount({ app, current: { ...account, ...change } } as never, format)
	const [name = ''] = readdirSync(directory)
	const text = readFileSync(join(directory, name), 'utf8')
	rmSync(join(directory, name))
	return { name, text }
}

describe('the file of an account', () => {
	it('the file of an account has as JSON both forms or why there is none, and every difference', async () => {
		const { name, text } = await saved({ side8: side(undefined, 'Off.') }, 'json')
		expect(name).toBe('account-chain1abc.json')
		expect(JSON.parse(text)).toEqual({
			...{ address: 'chain1abc', kind: 'base', chainId: 'chain-1', height: 12 },
			...{ generation8: { error: 'Off.' }, generation9: { b: '7' }, balances: account.balances, rows: [row] },
		})
		expect([text.startsWith('{\n  "address"'), text.endsWith('\n}\n')]).toEqual([true, true])
		expect(JSON.parse((await saved({}, 'json', { time: '' })).text)).toMatchObject({
			chainId: '',
			generation8: { a: 7 },
		})
	})

	it('the file of an account has as Markdown its head and the table of its differences', async () => {
		const { name, text } = await saved({}, 'md')
		const head = [
			...['# Account chain1abc', '', '- kind: base', '- chain: chain-1, height 12, 2026-01-02 03:04:05 UTC'],
			...['- balances: 5uchain, 7foo', ''],
		].join('\n')
		const forms = { generation: 9, body8: '{"a":7}', body9: '{"b":"7"}', coins: account.balances } as const
		expect([name, text]).toEqual([
			'account-chain1abc.md',
			`${head}\n${formsMarkdown({ ...forms, balances9: undefined, account: undefined }, [row])}`,
		])
	})

	it.each([
		['generation 8 is missing', { side8: side(undefined, 'Off.') }, 'Off.', '{"b":"7"}'],
		['generation 9 is missing', { side9: side(undefined, 'Gone.') }, '{"a":7}', 'Gone.'],
		['nothing can be compared', { rows: [] }, '{"a":7}', '{"b":"7"}'],
	])('the file of an account has both replies as Markdown where %s', async (_, change, of8, of9) => {
		const { text } = await saved({ address: '', balances: [], ...change }, 'md')
		expect(text).toBe(
			`# Account (no address)\n\n- kind: base\n- chain: chain-1, height 12, 2026-01-02 03:04:05 UTC\n- balances: none\n\n- generation 8: ${of8}\n- generation 9: ${of9}\n`,
		)
	})

	it('the file of an account has a name of its own, whatever stands in place of the address', async () => {
		const name = async (address: string): Promise<string> => (await saved({ address }, 'json')).name
		expect(await name('../../Chain1/x y')).toBe('account-Chain1xy.json')
		expect(await name('../..')).toBe('account-pasted.json')
		expect(await name('a'.repeat(101))).toBe(`account-${'a'.repeat(100)}.json`)
		const nothing = { app: { directory }, current: undefined }
		await exportAccount(nothing as never, 'json')
		expect(readdirSync(directory)).toEqual([])
	})
})
