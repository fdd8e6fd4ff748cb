import { describe, expect, test } from 'vitest'
import {
	checkClientPaths,
	checkRead,
	type ReadSummary,
} from '../../../../src/codec/legacy/clientPaths/checkClientPaths.ts'
import { knownClients, readClientPaths } from '../../../../src/codec/legacy/clientPaths/readClientPaths.ts'
import type { FormRow } from '../../../../src/codec/legacy/forms/Comparison.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

const overall = (summaries: readonly ReadSummary[]) =>
	Object.fromEntries(summaries.map(({ read, overall }) => [`${read.request} ${read.path}`, overall]))

function verdict(path: string, kind: string) {
	const [summary] = checkClientPaths([{ request: 'account', path, use: '' }])
	return summary?.checks.find((check) => check.kind === kind)
}

describe('which paths of a client survive', () => {
	test('a sequence moves in vesting accounts and is absent before the first signature', () => {
		const path = '.result.value.sequence'
		expect(verdict(path, 'base account that has signed')).toMatchObject({ verdict: 'works' })
		expect(verdict(path, 'base account that never signed')).toMatchObject({ verdict: 'absent' })
		expect(verdict(path, 'periodic vesting account that has signed')).toMatchObject({
			verdict: 'moved',
			path9: '.result.value.base_vesting_account.base_account.sequence',
		})
		expect(verdict(path, 'module account')).toMatchObject({ verdict: 'breaks' })
	})

	test('an account number of 0 is absent, and coins are in another query', () => {
		expect(verdict('.result.value.account_number', 'base account with number 0')).toMatchObject({ verdict: 'absent' })
		expect(verdict('.result.value.coins', 'base account that has signed')).toMatchObject({ verdict: 'otherQuery' })
		expect(verdict('.result.value.coins[0].amount', 'base account that has signed')).toMatchObject({
			verdict: 'otherQuery',
		})
	})

	test('@cosmjs/launchpad loses its accounts, searches and block replies', () => {
		expect(overall(checkClientPaths(knownClients['launchpad-0.27.1']!.reads))).toMatchObject({
			'account .result.type': 'fails',
			'account .result.value.coins': 'fails',
			'account .result.value.sequence': 'sometimes',
			'balances .result': 'works',
			'nodeInfo .node_info.network': 'works',
			'postTx .txhash': 'works',
			'postTx .height': 'sometimes',
			'postTx .logs[0].msg_index': 'fails',
			'search .txs': 'sometimes',
			'encodeTx .tx': 'fails',
		})
	})

	test('the client of generation 9 reads what is there', () => {
		const summaries = overall(checkClientPaths(knownClients['kava-sdk-9.0.1']!.reads))
		expect(summaries['account .result.value.base_vesting_account.base_account.account_number']).toBe('works')
	})

	test('a list of paths alone is read as account paths', () => {
		expect(readClientPaths('[".result.value.sequence"]').reads).toEqual([
			{ request: 'account', path: '.result.value.sequence', use: '' },
		])
	})

	test.each([
		['x', 'The list of paths is no JSON.'],
		['7', 'The list of paths cannot be read: the whole text is no path.'],
		['null', 'The list of paths cannot be read: the whole text is no path.'],
		['{}', 'The list of paths cannot be read: .reads is no path.'],
		['[7]', 'The list of paths cannot be read: entry 0 is no path.'],
		['[".a", null]', 'The list of paths cannot be read: entry 1 is no path.'],
		['["result"]', 'The list of paths cannot be read: entry 0 is no path.'],
		['[{"request":"nothing","path":".a"}]', 'Entry 0 names the request "nothing", which is not known.'],
	])('%j as a list of paths is refused with the place: %s', (text, refusal) => {
		const refused = expect(() => readClientPaths(text))
		refused.toThrow(UserError)
		refused.toThrow(refusal)
	})
})

describe('one read of the replies of both generations', () => {
	const expects = ['x', 'y']
	const row = (kind: FormRow['kind'], path8: string | undefined, path9: string | undefined): FormRow => ({
		...{ meaning: 'm', value8: undefined, value9: undefined, kind, explanation: 'Why.' },
		...{ path8, path9 },
	})
	const read = (
		path: string,
		body8: object,
		body9: object,
		{ rows = [], wanted }: { rows?: readonly FormRow[]; wanted?: readonly string[] } = {},
	) => {
		const asked = { request: 'account' as const, path, use: '', ...(wanted && { expects: wanted }) }
		const found = checkRead(asked, { kind: 'k', body8: body8 as never, body9: body9 as never, rows })
		return found && [found.verdict, found.path9, found.note]
	}

	test.each([
		['one expected value for another', { a: 'x' }, { a: 'y' }, ['works', '.a', '']],
		['a value that is not expected', { a: 'x' }, { a: 'z' }, ['breaks', '.a', 'It is "z" now.']],
		['an expected value for one that was not', { a: 'q' }, { a: 'x' }, ['new', '.a', '']],
		['one value that is not expected for another', { a: 'q' }, { a: 'z' }, undefined],
		['nothing for a value that was not expected', { a: 'q' }, {}, undefined],
		['a value that is not expected for nothing', {}, { a: 'q' }, ['new', '.a', '']],
		['nothing for an expected value', { a: 'x' }, {}, ['absent', undefined, '']],
		['nothing for nothing', {}, {}, undefined],
	])('a client that expects certain values gets %s', (_, body8, body9, found) => {
		expect(read('.a', body8, body9, { wanted: expects })).toEqual(found)
	})

	test.each([
		['text', 'a number', 'x', 1],
		['a number', 'text', 1, 'x'],
		['true or false', 'null', true, null],
		['a list', 'an object', [1], { b: 1 }],
		['an object', 'a list', { b: 1 }, [1]],
	])('a value that was %s and is %s breaks a client', (was, is, value8, value9) => {
		expect(read('.a', { a: value8 }, { a: value9 })).toEqual(['breaks', '.a', `It was ${was} and is ${is}.`])
		expect(read('.a', { a: value8 }, { a: value8 })).toEqual(['works', '.a', ''])
	})

	test('a value that is gone is told by the row that it is within', () => {
		const gone = (...rows: readonly FormRow[]) => read('.a.c', { a: { c: 1 } }, {}, { rows })
		const others = [row('added', undefined, '.a'), row('changed', '.b', '.b')]
		expect(gone(...others, row('moved', '.a', '.d.e'))).toEqual(['moved', '.d.e.c', 'Why.'])
		expect(gone(...others, row('renamed', '.a', '.d'))).toEqual(['absent', undefined, 'Why.'])
		expect(gone(...others, row('movedToOtherQuery', '.a', undefined))).toEqual(['otherQuery', undefined, 'Why.'])
		expect(gone(...others)).toEqual(['absent', undefined, ''])
	})
})
