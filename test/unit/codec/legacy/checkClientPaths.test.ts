import { describe, expect, test } from 'vitest'
import { checkClientPaths, type ReadSummary } from '../../../../src/codec/legacy/clientPaths/checkClientPaths.ts'
import { knownClients, readClientPaths } from '../../../../src/codec/legacy/clientPaths/readClientPaths.ts'
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
