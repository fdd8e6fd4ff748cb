import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import {
	knownClient,
	placeOf,
	rememberClient,
	withChangeTry,
	withLoginTry,
} from '../../../src/endpoints/service/accounts/loginTries.ts'
import { clientPrefix, newSecret, secretHash } from '../../../src/endpoints/service/accounts/secrets.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

let desk: Desk
beforeEach(async () => {
	desk = await openDesk()
})
afterEach(() => desk.context.storage.close())

const minute = 60_000
const answer = async (right: boolean) => ({ right, result: right })
const attempt = (emailKey: string, right: boolean, address = '203.0.113.7', client?: string) =>
	withLoginTry(desk.context, { emailKey, address, knownClient: client }, () => answer(right))
const fail = async (
	times: number,
	emailKey: string | ((index: number) => string),
	address?: string,
	client?: string,
) => {
	for (let index = 0; index < times; index++) {
		const key = typeof emailKey === 'string' ? emailKey : emailKey(index)
		expect(await attempt(key, false, address, client)).toBe(false)
	}
}
const closed = (wait: string, of = 'this e-mail') => [
	429,
	'too_many_tries',
	`There were too many wrong passwords for ${of}.`,
	`Try again in ${wait}. Sessions that are open go on.`,
]
/** The counts that are kept, by kind, the greatest first. */
const counts = async () => {
	const rows = await desk.db.selectFrom('login_tries').selectAll().orderBy('kind').orderBy('tries', 'desc').execute()
	return rows.map(({ kind, tries }) => `${kind} ${tries}`)
}

test('an account is closed to a place after ten wrong passwords, until a quarter of an hour after the first', async () => {
	await fail(1, 'a')
	desk.clock.ms += minute
	await fail(limits.wrongPasswords - 1, 'a')
	for (const right of [false, true]) expect(await refusalOf(attempt('a', right))).toEqual(closed('14 minutes'))
	desk.clock.ms += 12 * minute - 1_000
	expect(await refusalOf(attempt('a', true))).toEqual(closed('3 minutes'))
	desk.clock.ms += 1_001
	expect(await refusalOf(attempt('a', true))).toEqual(closed('2 minutes'))
	desk.clock.ms += 999
	expect(await refusalOf(attempt('a', true))).toEqual(closed('119 seconds'))
	desk.clock.ms += 118_000 - 1
	expect(await refusalOf(attempt('a', true))).toEqual(closed('2 seconds'))
	desk.clock.ms += 1
	expect(await refusalOf(attempt('a', true))).toEqual(closed('1 second'))
	desk.clock.ms += 999
	expect(await refusalOf(attempt('a', true))).toEqual(closed('1 second'))
	desk.clock.ms += 1
	expect(await attempt('a', true)).toBe(true)
})

test('a right password takes back its own try at the place and forgets those of the account', async () => {
	await fail(2, 'a')
	await fail(1, 'b')
	expect(await counts()).toEqual(['account 2', 'account 1', 'address 3'])
	expect(await attempt('a', true)).toBe(true)
	expect(await counts()).toEqual(['account 1', 'address 3'])
	expect(await attempt('b', true)).toBe(true)
	expect(await counts()).toEqual(['address 3'])
})

test('a place with more than a hundred wrong passwords has three left for each account', async () => {
	await fail(limits.wrongPasswordsAtAddress - 3, (index) => `p${index}@example.com`)
	await fail(3, 'a')
	// The try that is one too many counts for the place already.
	expect(await refusalOf(attempt('a', true))).toEqual(closed('15 minutes'))
	expect(await attempt('a', true, '203.0.113.8')).toBe(true)
	expect(await attempt('b', true)).toBe(true)
	await fail(3, 'b')
	expect(await refusalOf(attempt('b', true))).toEqual(closed('15 minutes'))
})

test('a place with no more than a hundred wrong passwords has ten for each account', async () => {
	await fail(limits.wrongPasswordsAtAddress - 4, (index) => `p${index}@example.com`)
	await fail(3, 'a')
	expect(await attempt('a', true)).toBe(true)
})

test('a program that is known has tries of its own, whatever its place has', async () => {
	await fail(limits.wrongPasswordsAtAddress, (index) => `p${index}@example.com`)
	await fail(limits.wrongPasswords, 'a', undefined, 'program')
	expect(await refusalOf(attempt('a', true, undefined, 'program'))).toEqual(closed('15 minutes'))
	expect(await refusalOf(attempt('a', true, '203.0.113.9', 'program'))).toEqual(closed('15 minutes'))
	expect(await attempt('a', true, undefined, 'other')).toBe(true)
	expect(await attempt('a', true, '203.0.113.9')).toBe(true)
	const kept = await counts()
	expect(kept.slice(-3)).toEqual(['address 100', 'address 0', 'client 10'])
})

test('a change of a password has ten tries of its own, which the right one gives back', async () => {
	const change = (right: boolean) => withChangeTry(desk.context, 'acc_1', () => answer(right))
	for (let index = 0; index < limits.wrongPasswords - 1; index++) expect(await change(false)).toBe(false)
	expect(await change(true)).toBe(true)
	for (let index = 0; index < limits.wrongPasswords; index++) expect(await change(false)).toBe(false)
	desk.clock.ms += 1
	expect(await refusalOf(change(true))).toEqual(closed('15 minutes', 'this account'))
	desk.clock.ms += 15 * minute - 1
	expect(await change(true)).toBe(true)
})

test('counts of wrong passwords that are over for a quarter of an hour are removed by the next try', async () => {
	await fail(1, 'a')
	desk.clock.ms += 2 * limits.triesWindowMs - 1
	await fail(1, 'b')
	const accounts = async () =>
		(await desk.db.selectFrom('login_tries').select('subject').where('kind', '=', 'account').execute()).length
	expect(await accounts()).toBe(2)
	desk.clock.ms += 1
	await fail(1, 'c')
	await expect.poll(accounts, { interval: 1 }).toBe(2)
})

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['127.9.8.7', 'loopback'],
	['::1', 'loopback'],
	['::ffff:127.0.0.1', 'loopback'],
	['2001:db8:1:2:3:4:5:6', '32.1.13.184.0.1.0.2/64'],
	['2001:db8:1:2::', '32.1.13.184.0.1.0.2/64'],
	['2001:db8:1:3::', '32.1.13.184.0.1.0.3/64'],
	['', 'unknown'],
	['unknown', 'unknown'],
])('the address %j is counted as the place %s', (address, place) => {
	expect(placeOf(address)).toBe(place)
})

test('a program is known by a token that it was told when it logged in to the same account', async () => {
	const { accountId } = await desk.account('a@example.com')
	await desk.account('b@example.com')
	const token = await rememberClient(desk.context, accountId, undefined)
	expect(await knownClient(desk.context, 'a@example.com', token)).toBe(secretHash(token))
	expect(await knownClient(desk.context, 'b@example.com', token)).toBeUndefined()
	for (const text of [undefined, '', 'cc_', newSecret(clientPrefix), newSecret('cs_')]) {
		expect(await knownClient(desk.context, 'a@example.com', text)).toBeUndefined()
	}
	// A token of the right form is kept, whoever has told it; a text of another form is not.
	const own = newSecret(clientPrefix)
	expect(await rememberClient(desk.context, accountId, own)).toBe(own)
	expect(await rememberClient(desk.context, accountId, newSecret('cs_'))).toMatch(/^cc_/)
	desk.clock.ms += 1
	await rememberClient(desk.context, accountId, token)
	const used = await desk.db
		.selectFrom('login_clients')
		.selectAll()
		.where('used_at', '=', BigInt(desk.clock.ms))
		.execute()
	expect(used.map(({ token_hash }) => token_hash)).toEqual([secretHash(token)])
})

test('an account remembers the twenty programs that logged in last', async () => {
	const { accountId } = await desk.account('a@example.com')
	const other = await desk.account('b@example.com')
	await rememberClient(desk.context, other.accountId, undefined)
	const tokens: string[] = []
	for (let index = 0; index <= limits.loginClients; index++) {
		desk.clock.ms += 1
		tokens.push(await rememberClient(desk.context, accountId, undefined))
	}
	const rows = await desk.db.selectFrom('login_clients').selectAll().where('account_id', '=', accountId).execute()
	expect(rows.map(({ token_hash }) => token_hash).sort()).toEqual(tokens.slice(1).map(secretHash).sort())
	expect(await desk.db.selectFrom('login_clients').selectAll().execute()).toHaveLength(limits.loginClients + 1)
})
