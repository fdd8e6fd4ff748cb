import { describe, expect, it } from 'vitest'
import type { Coin } from '../../../../src/client/index.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import type { Cell } from '../../../../src/tui/kit/models/List.ts'
import type { AccountInfo } from '../../../../src/tui/screens/accounts/AccountInfos.ts'
import { accountColumns, pastedEntry } from '../../../../src/tui/screens/accounts/accountColumns.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'

const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => `chain1q${name}`.padEnd(45, '0')) as [
	...[string, string, string],
]
/** More than is read of an address that a node names. */
const long = `${'x'.repeat(110)}abcdefghijklm`
const info = (more: Partial<AccountInfo> = {}): AccountInfo => ({
	...{ kind: 'base', balances: [], number: '7', sequence: '3', pubKey: '', module: '' },
	...more,
})

/** The columns over an app that knows these accounts. */
function columns(
	infos: Readonly<Record<string, AccountInfo>> = {},
	options: { readonly raw?: boolean; readonly denom?: string } = {},
) {
	const denom = options.denom ?? 'uchain'
	const asked: string[] = []
	const names: Readonly<Record<string, string>> = {
		[alice]: 'Alice',
		[bob]: '◇ the bank',
		odd: '名前は長い',
		[long]: 'Long',
	}
	const amounts = new Amounts(memoryPreferences({ rawAmounts: options.raw === true }), () => denom)
	const list = accountColumns({
		app: { nameOf: (address: string) => names[address] ?? address, amounts, denom } as never,
		infos: {
			get: (address: string) => {
				asked.push(address)
				return infos[address]
			},
			peek: (address: string) => infos[address],
		} as never,
		known: {
			lastSeen: (address: string) => (address === alice ? { height: 5, time: '2026-01-02T03:04:05Z' } : undefined),
		} as never,
	})
	const text = (id: string, entry: string, cells = 20, narrow = false): string => {
		const found = list.find(
			(column) => column.id === id && (id !== 'address' || (column.below !== undefined) === narrow),
		)!
		const cell: Cell = {
			...{ cells, theme: namedTheme, now: Date.parse('2026-01-02T03:04:15Z') },
			mark: (part) => `[${part}]`,
		}
		return named(found.text(entry, cell))
	}
	const order = (id: string, entry: string) => list.find((column) => column.id === id && column.order)?.order?.(entry)
	return { list, text, order, asked }
}
const coin = (amount: bigint | number, denom = 'uchain'): Coin => ({ denom, amount: String(amount) })

describe('the columns of the accounts', () => {
	it('the columns of the accounts tell name, ends of the address, kind, number, sequence and when it was seen', () => {
		const { list, text } = columns({
			[alice]: info(),
			[bob]: info({ kind: 'not used yet', number: '', sequence: '0' }),
		})
		const row = (entry: string) => list.filter(({ below }) => below === undefined).map(({ id }) => text(id, entry))
		expect(row(alice)).toEqual([
			'‹strong:[Alice]›',
			'‹muted:[chain1qali…000000000]›',
			...['[base]', '0 CHAIN', '7', '3', '10s'],
		])
		expect(row(bob)).toEqual([
			...['‹strong:[◇ the bank]›', '‹muted:[chain1qbob…000000000]›', '[not used yet]', '0 CHAIN', '', '', '‹muted:–›'],
		])
		expect(row(carol).slice(0, 1)).toEqual(['‹muted:–›'])
		expect(row(carol).slice(2)).toEqual(['‹muted:…›', '', '', '', '‹muted:–›'])
		expect(row(pastedEntry)).toEqual([pastedEntry, '', 'of elsewhere', '', '', '', ''])
		expect(text('address', alice, 60)).toBe(`‹muted:[${alice}]›`)
		expect(text('address', `${alice}${alice}`, 60)).toHaveLength('‹muted:[]›'.length + 45)
	})

	it('the columns of the accounts that are narrow keep both ends of an address beside a name of any length', () => {
		const { text } = columns()
		const narrow = (entry: string, cells: number): string => text('address', entry, cells, true)
		expect(narrow(pastedEntry, 20)).toBe(pastedEntry)
		expect(narrow(carol, 20)).toBe('[chain1qcar…000000000]')
		expect(narrow(carol, 10)).toBe('[chain1q…000000]')
		expect(narrow(alice, 40)).toBe('‹strong:[Alice]›  ‹muted:[chain1qali…000000000]›')
		expect(narrow(alice, 24)).toBe('‹strong:[Alice]›  ‹muted:[chain1qa…00000000]›')
		expect(narrow(bob, 22)).toBe('‹strong:[◇ the b…]›  ‹muted:[chain1…00000]›')
		expect(narrow('odd', 20)).toBe('‹strong:[名前… ]›  ‹muted:[odd]›')
		expect(narrow(long, 40)).toBe('‹strong:[Long]›  ‹muted:[xxxxxxxxxx…cdefghij…]›')
		expect(narrow(long.replace('x', 'y'), 20)).toBe('[yxxxxxxxxx…cdefghij…]')
		expect(text('address', long, 20)).toBe('‹muted:[xxxxxxxxxx…cdefghij…]›')
		expect(narrow('odd', 20)).toBe('‹strong:[名前… ]›  ‹muted:[odd]›')
	})

	it('the columns of the accounts ask for nothing of a pasted one, and only what is shown is asked for', () => {
		const { text, order, asked } = columns()
		for (const id of ['name', 'address', 'kind', 'balance', 'number', 'sequence', 'seen']) {
			text(id, pastedEntry)
			order(id, carol)
		}
		expect(asked).toEqual([])
		text('kind', carol)
		text('balance', bob)
		expect(asked).toEqual([carol, bob])
	})

	it.each([
		['nothing', [], '0 CHAIN', '0uchain'],
		['little', [coin(1)], '<0.01 CHAIN', '1uchain'],
		['others too', [coin(5_000_000), coin(1, 'a'), coin(2, 'b')], '5 CHAIN +2', '5000000uchain +2'],
		['others alone', [coin(1, 'a')], '0 CHAIN +1', '0uchain +1'],
		['sixteen cells', [coin(999_999_990_000n)], '999,999.99 CHAIN', '999999990000uchain'],
		['seventeen cells', [coin(1_999_999_990_000n)], '1,999,999 CHAIN', '1999999990000uchain'],
		['cut decimals', [coin(1_999_999_999_999n)], '1,999,999 CHAIN', '1999999999999uchain'],
		['a whole of seventeen cells', [coin(999_999_999_000_000n)], '999,999,999 CHAIN', '999999999000000uchain'],
		['more than that', [coin(1_000_000_000_000_000n)], '1 G CHAIN', '1000000000000000uchain'],
		['seventeen cells with cut decimals', [coin(999_999_999_999n)], '999,999 CHAIN', '999999999999uchain'],
		['far too many and others', [coin(10n ** 20n), coin(1, 'a')], '100000 G CHAIN +1', '1000000000…0000uchain +1'],
		['far too many', [coin(123_456_789_012_345_000_000n)], '123457 G CHAIN', '123456789012…00000uchain'],
	])('the columns of the accounts tell a balance of %s with its unit', (_, balances, whole, raw) => {
		expect(columns({ [alice]: info({ balances }) }).text('balance', alice)).toBe(whole)
		expect(columns({ [alice]: info({ balances }) }, { raw: true }).text('balance', alice)).toBe(raw)
	})

	it('the columns of the accounts tell eighteen cells of a balance in a larger unit, and seventeen as they are', () => {
		const told = (amount: bigint) =>
			columns({ [alice]: info({ balances: [coin(amount, 'uab')] }) }, { denom: 'uab' }).text('balance', alice)
		expect(told(99_999_999_999_000_000n)).toBe('99,999,999,999 AB')
		expect(told(123_456_789_012_000_000n)).toBe('123 G AB')
	})

	it('the columns of the accounts sort names before labels, and numbers as such, with unknown ones last', () => {
		const { order } = columns({
			[alice]: info({ balances: [coin(1, 'a'), coin(12)], number: '12', sequence: '30' }),
			[bob]: info({ kind: 'not used yet', number: '', sequence: '0' }),
		})
		const all = (id: string) => [alice, bob, carol, pastedEntry].map((entry) => order(id, entry))
		expect(all('name')).toEqual(['alice', '\uffff◇ the bank', undefined, pastedEntry.toLowerCase()])
		expect(all('address')).toEqual([alice, bob, carol, pastedEntry])
		expect(all('kind')).toEqual(['base', 'not used yet', undefined, undefined])
		expect(all('balance')).toEqual([12n, 0n, undefined, undefined])
		expect(all('number')).toEqual([12n, undefined, undefined, undefined])
		expect(all('sequence')).toEqual([30n, undefined, undefined, undefined])
		expect(all('seen')).toEqual([5, undefined, undefined, undefined])
	})

	it('the columns of the accounts sort by what a hostile node says in place of numbers as by what is not known', () => {
		const { order } = columns({
			[alice]: info({ balances: [{ denom: 'uchain', amount: 'many' }], number: '-1', sequence: '1e3' }),
		})
		expect(['balance', 'number', 'sequence'].map((id) => order(id, alice))).toEqual([undefined, undefined, undefined])
	})

	it('the columns of the accounts are there from the widths they need', () => {
		const { list } = columns()
		expect(list.map(({ id, from, below }) => [id, from, below])).toEqual([
			['name', 88, undefined],
			['address', 88, undefined],
			['address', undefined, 88],
			['kind', 56, undefined],
			['balance', 34, undefined],
			['number', 78, undefined],
			['sequence', 66, undefined],
			['seen', 44, undefined],
		])
		const fixed = list.flatMap(({ id, width }) => (typeof width === 'number' ? [`${id} ${width}`] : []))
		expect(fixed).toEqual(['name 20', 'kind 12', 'number 8', 'sequence 5', 'seen 6'])
		const width = (raw: boolean) => {
			const balance = columns({}, { raw }).list.find(({ id }) => id === 'balance')?.width
			return typeof balance === 'function' ? balance(100) : balance
		}
		expect([width(false), width(true)]).toEqual([17, 24])
	})
})
