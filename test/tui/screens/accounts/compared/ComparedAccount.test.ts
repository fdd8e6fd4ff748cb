import { describe, expect, it } from 'vitest'
import type { FormRow } from '../../../../../src/codec/legacy/forms/Comparison.ts'
import { UserError } from '../../../../../src/errors/UserError.ts'
import { Amounts } from '../../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../../src/tui/app/Preferences.ts'
import { makeTheme } from '../../../../../src/tui/kit/theme/makeTheme.ts'
import { changedRows, readBothForms } from '../../../../../src/tui/screens/accounts/compared/ComparedAccount.ts'
import { kindCounts, shortValue } from '../../../../../src/tui/screens/accounts/compared/ComparisonTable.tsx'
import { readPastedAccount } from '../../../../../src/tui/screens/accounts/compared/pasted.ts'
import { addressOf, ChainDouble } from '../../../support/chainDouble.ts'
import { recordedAccount } from '../../../support/recordedAccounts.ts'

const row = (meaning: string, value8?: string, value9?: string): FormRow =>
	({ meaning, value8, value9, kind: 'same', path8: '.a', path9: '.a', explanation: '' }) as FormRow

describe('what a block changed of an account', () => {
	it('a block changed each row with another value in either generation, the heights aside', () => {
		const before = [row('height', '1', '1'), row('a', '1', '1'), row('b', '1', '1'), row('c', '1', '1')]
		const after = [row('height', '2', '2'), row('a', '2', '1'), row('b', '1', '2'), row('c', '1', '1'), row('d', '5')]
		expect([...changedRows(before, after, 9)]).toEqual([
			['a', { height: 9, before: '1' }],
			['b', { height: 9, before: '1' }],
			['d', { height: 9, before: undefined }],
		])
		expect(changedRows([row('a', '3')], [row('a', '4')], 9).get('a')?.before).toBe('3')
		expect(changedRows([row('a', '3', '5')], [row('a', '4', '5')], 9).get('a')?.before).toBe('5')
	})
})

describe('an account read in both generations', () => {
	const alice = addressOf('alice')
	const vesting = recordedAccount('periodic vesting account, never signed')

	it('an account read in both generations of this node has its kind, height, balances and terms', async () => {
		const chain = new ChainDouble({ keys: ['alice'], accounts: { [vesting.address]: vesting } })
		const base = await readBothForms(chain, { id: 'a', address: alice })
		expect([base.id, base.address, base.kind, base.height, base.isStateGone]).toEqual([
			...['a', alice, 'base, never signed', 1, false],
		])
		expect([base.side8.source, base.side9.source, base.terms]).toEqual(['this node', 'this node', undefined])
		expect(base.balances).toEqual([{ denom: 'uchain', amount: '1000000000' }])
		expect(base).not.toHaveProperty('code')
		const other = await readBothForms(chain, { id: 'v', address: vesting.address })
		expect([other.kind, other.terms?.kind]).toEqual(['periodic vesting', 'periodic'])
	})

	it('an account read in both generations is compared up to 4,999 members, and not where a side has no JSON object', async () => {
		const chain = new ChainDouble({ keys: ['alice'] })
		const rows = async (members: number, older?: string): Promise<number> => {
			const value = Object.fromEntries(Array.from({ length: members - 1 }, (_, index) => [`a${index}`, 0]))
			const text = JSON.stringify({ result: value })
			chain.legacyAccount = async (_, generation) => (generation === 8 ? (older ?? '{"result":{}}') : text)
			return (await readBothForms(chain, { id: 'a', address: alice })).rows.length
		}
		expect(await rows(4_999)).toBeGreaterThan(4_000)
		expect([await rows(5_000), await rows(5, '"text"'), await rows(5, '{')]).toEqual([0, 0, 0])
	})

	it('an account read in both generations of an older height is asked for there, and of a state that is gone nothing is told of its kind', async () => {
		const chain = new ChainDouble({ keys: ['alice'] })
		chain.makeBlock()
		const request = { id: 'a', address: alice, height: 1 }
		const there = await readBothForms(chain, request)
		expect([there.kind, there.height, there.isStateGone]).toEqual(['base, never signed', 1, false])
		expect(chain.calls).toEqual([`legacyAccount ${alice} 8 at 1`, `legacyAccount ${alice} 9 at 1`])
		chain.earliest = 2
		const gone = await readBothForms(chain, request)
		expect([gone.kind, gone.isStateGone]).toEqual(['not known', true])
	})

	it('an account read in both generations has the reason in place of a side that the node refuses, and a fault of the program is none', async () => {
		const chain = new ChainDouble({ keys: ['alice'] })
		const read = chain.legacyAccount.bind(chain)
		chain.legacyAccount = async (address, generation) => {
			if (generation === 9) throw new UserError('Refused.', { why: 'It is off.', next: 'Switch it on.' })
			return read(address, generation)
		}
		chain.balances = async () => {
			throw new UserError('Refused too.')
		}
		const half = await readBothForms(chain, { id: 'a', address: alice }).catch((error: unknown) => error as Error)
		// The double reads balances for generation 8 as well.
		expect(half).toMatchObject({
			side8: { text: undefined, fault: 'Refused too.' },
			side9: { text: undefined, fault: 'Refused. · It is off. · Switch it on.' },
			...{ balances: [], rows: [], kind: 'account', height: 0 },
		})
		chain.balances = async () => {
			throw new TypeError('x is no function')
		}
		await expect(readBothForms(chain, { id: 'a', address: alice })).rejects.toThrow(TypeError)
	})

	it('an account read in both generations has its kind from generation 8 where the node refuses the other', async () => {
		const chain = new ChainDouble({ accounts: { [vesting.address]: vesting } })
		const read = chain.legacyAccount.bind(chain)
		chain.legacyAccount = async (address, generation) => {
			if (generation === 9) throw new UserError('Refused.')
			return read(address, generation)
		}
		const { kind, terms, rows } = await readBothForms(chain, { id: 'v', address: vesting.address })
		expect([kind, terms?.kind, rows]).toEqual(['periodic vesting', 'periodic', []])
	})

	it('an account read in both generations of another node tells which form is its own', async () => {
		const chain = new ChainDouble({ accounts: { [vesting.address]: vesting } })
		const remote = 'http://127.0.0.1:1317'
		const { side8, side9, balances } = await readBothForms(chain, { id: 'r', address: vesting.address, remote })
		expect([side8.source, side9.source]).toEqual([remote, 'derived from the other form'])
		expect(balances).toEqual([{ denom: 'uchain', amount: '1000000000' }])
	})

	it('an account read in both generations that is pasted has the coins of generation 8, and of generation 9 none', async () => {
		const chain = new ChainDouble()
		const [of8, of9] = ([8, 9] as const).map((generation) => readPastedAccount(vesting[generation]))
		const read = async (pasted: object) =>
			readBothForms(chain, { id: 'p', address: vesting.address, pasted: pasted as never })
		const sources = async (pasted: object): Promise<readonly unknown[]> => {
			const { side8, side9, balances } = await read(pasted)
			return [side8.source, side9.source, balances.length]
		}
		const made = 'derived from the other form'
		expect(await sources({ 8: of8 })).toEqual(['pasted', made, 1])
		expect(await sources({ 9: of9 })).toEqual([made, 'pasted', 0])
		expect(await sources({ 8: of8, 9: of9 })).toEqual(['pasted', 'pasted', 1])
		const texts = async (pasted: object): Promise<readonly unknown[]> => {
			const { side8, side9, isStateGone, kind } = await read(pasted)
			expect([isStateGone, kind]).toEqual([false, 'periodic vesting'])
			return [side8.text, side9.text]
		}
		expect(await texts({ 8: of8 })).toEqual([of8?.text, of8?.other])
		expect(await texts({ 9: of9 })).toEqual([of9?.other, of9?.text])
		expect(await texts({ 8: of8, 9: of9 })).toEqual([of8?.text, of9?.text])
		expect([of8?.address, of9?.address]).toEqual([vesting.address, vesting.address])
		expect(chain.calls).toEqual([])
	})

	it('an account read in both generations that is pasted as the result alone is read as a reply of height 0', () => {
		const { result } = JSON.parse(vesting[9]) as { readonly result: object }
		const pasted = readPastedAccount(`\n ${JSON.stringify(result)} `)
		expect(JSON.parse(pasted.text)).toEqual({ height: '0', result })
	})
})

describe('values of the comparison', () => {
	const amounts = new Amounts(memoryPreferences(), () => 'uchain')

	it.each([
		[undefined, '–'],
		['"text"', '"text"'],
		['[{"denom":"uchain","amount":"5000000"}]', '[5 CHAIN]'],
		['[{"denom":"uchain","amount":"many"}]', '[{"denom":"uchain","amount":"many"}]'],
		['[]', '[]'],
	])('values of %s are %s', (value, text) => {
		expect(shortValue(value, amounts)).toBe(text)
	})

	it('values of the comparison are counted by kind, each with its sign and only those that there are', () => {
		const theme = makeTheme('dark', 'dark', 0)
		const kinds = ['moved', 'same', 'omitted', 'same'] as const
		expect(
			kindCounts(
				kinds.map((kind) => ({ ...row('a'), kind })),
				theme,
			),
		).toBe(`= 2 same · ${theme.accent('→')} 1 moved · − 1 left out`)
		expect(kindCounts([], theme)).toBe('')
	})
})
