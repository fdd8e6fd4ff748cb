import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSession, readSession } from '../../../src/endpoints/service/accounts/sessions.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

const day = 86_400_000
let desk: Desk
let owner: Actor

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
})
afterEach(() => desk.context.storage.close())

const open = (method: string, account = owner) => openSession(desk.context, account.accountId, method)
const over = [401, 'not_logged_in', 'You are not logged in, or the session has ended.', 'Log in again.']

test('an account sees its own sessions that have not ended, the newest first, and which one it uses', async () => {
	const first = await open('password')
	expect(first).toEqual({
		accountId: owner.accountId,
		sessionId: expect.stringMatching(/^ses_[0-9a-f]{16}$/),
		token: expect.stringMatching(/^cs_\w{49}$/),
		expiresAt: desk.clock.ms + 30 * day,
	})
	await open('password', await desk.account('other@example.com'))
	const from = desk.clock.ms
	desk.clock.ms += 1
	const second = await open('google')
	const shown = (id: string, method: string, at: number, current: boolean) => ({
		id,
		method,
		createdAt: at,
		lastUsedAt: at,
		expiresAt: at + 30 * day,
		current,
	})
	const actor = await readSession(desk.context, second.token)
	expect(actor).toEqual({ accountId: owner.accountId, sessionId: second.sessionId })
	const list = () => desk.run('sessions', actor)
	const newest = shown(second.sessionId, 'google', from + 1, true)
	expect(await list()).toEqual([newest, shown(first.sessionId, 'password', from, false)])
	desk.clock.ms = from + 7 * day
	expect(await list()).toEqual([newest])
	desk.clock.ms += 1
	expect(await refusalOf(readSession(desk.context, second.token))).toEqual(over)
})

test('a session that has ended is removed by the next login, and no other one', async () => {
	const ids = async () =>
		(await desk.db.selectFrom('sessions').select('id').orderBy('created_at').execute()).map(({ id }) => id)
	const other = await open('password', await desk.account('other@example.com'))
	const first = await open('password')
	desk.clock.ms += 1
	const second = await open('password')
	desk.clock.ms += 30 * day - 1
	const third = await open('password')
	expect(await ids()).toEqual([other.sessionId, second.sessionId, third.sessionId])
	expect(await refusalOf(readSession(desk.context, first.token))).toEqual(over)
})

test('a text that is no token of a session is nobody', async () => {
	const { token } = await open('password')
	const wrong = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
	for (const text of [undefined, '', 'cs_', wrong, token.replace('cs_', 'cc_')]) {
		expect(await refusalOf(readSession(desk.context, text))).toEqual(over)
	}
	expect(await readSession(desk.context, token)).toMatchObject({ accountId: owner.accountId })
})

test('an account ends its own sessions by their id, or the one in use', async () => {
	const other = await open('password', await desk.account('other@example.com'))
	const [first, second] = [await open('password'), await open('password')]
	const actor = { accountId: owner.accountId, sessionId: second.sessionId }
	const revoke = (sessionId: string) => desk.run('revokeSession', actor, { path: { sessionId } })
	const none = [404, 'not_found', 'There is no such session.', 'See the ones you can with the list of sessions.']
	expect(await refusalOf(revoke(other.sessionId))).toEqual(none)
	await revoke(first.sessionId)
	expect(await refusalOf(revoke(first.sessionId))).toEqual(none)
	expect(await readSession(desk.context, second.token)).toEqual(actor)
	await revoke('current')
	expect(await refusalOf(readSession(desk.context, second.token))).toEqual(over)
	expect(await readSession(desk.context, other.token)).toMatchObject({ sessionId: other.sessionId })
})

test('a session opens only for the password that the account still has', async () => {
	await desk.db.updateTable('accounts').set({ password_hash: 'one' }).execute()
	expect(await refusalOf(openSession(desk.context, owner.accountId, 'password', 'two'))).toEqual([
		401,
		'wrong_login',
		'E-mail and password do not match an account.',
		'Try again or sign up.',
	])
	expect(await openSession(desk.context, owner.accountId, 'password', 'one')).toMatchObject({
		accountId: owner.accountId,
	})
	expect(await open('google')).toMatchObject({ accountId: owner.accountId })
	expect(await desk.db.selectFrom('sessions').select('id').execute()).toHaveLength(2)
})

test('a session ends thirty days after it began, however much it is used', async () => {
	const { token, sessionId, expiresAt } = await open('password')
	const isIn = { accountId: owner.accountId, sessionId }
	while (desk.clock.ms + day < expiresAt) {
		expect(await readSession(desk.context, token)).toEqual(isIn)
		desk.clock.ms += day
	}
	desk.clock.ms = expiresAt - 1
	expect(await readSession(desk.context, token)).toEqual(isIn)
	desk.clock.ms = expiresAt
	expect(await refusalOf(readSession(desk.context, token))).toEqual(over)
})

test('the time of the last use of a session is written once a minute', async () => {
	const { token } = await open('password')
	const other = await open('google')
	const from = desk.clock.ms
	const usedAfter = async () => {
		const rows = await desk.db.selectFrom('sessions').select(['id', 'last_used_at']).execute()
		return rows.filter(({ id }) => id !== other.sessionId).map((row) => Number(row.last_used_at) - from)
	}
	for (const [ms, written] of [
		[59_999, 0],
		[60_000, 60_000],
		[119_999, 60_000],
		[120_000, 120_000],
	] as const) {
		desk.clock.ms = from + ms
		await readSession(desk.context, token)
		expect([ms, await usedAfter()]).toEqual([ms, [written]])
	}
	const rows = await desk.db.selectFrom('sessions').select('last_used_at').where('id', '=', other.sessionId).execute()
	expect(rows).toEqual([{ last_used_at: BigInt(from) }])
})
