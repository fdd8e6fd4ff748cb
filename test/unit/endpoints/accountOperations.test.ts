import { hash } from '@node-rs/argon2'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import { handlers } from '../../../src/endpoints/management/handlers.ts'
import { readSession } from '../../../src/endpoints/service/accounts/sessions.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

const password = 'correct horse battery'
let desk: Desk
let owner: Actor

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
})
afterEach(() => desk.context.storage.close())

const signUp = (email: string, text = password, clientToken?: string, address = '203.0.113.7') =>
	desk.run('signUp', undefined, { body: { email, password: text, clientToken }, address })
const logIn = (email: string, text = password, clientToken?: string, address = '203.0.113.7') =>
	desk.run('logIn', undefined, { body: { email, password: text, clientToken }, address })
const change = (actor: Actor, present: string, fresh: string) =>
	desk.run('changePassword', actor, { body: { present, fresh } })
const account = (actor: Actor) => desk.run('account', actor)
const wrong = [401, 'wrong_login', 'E-mail and password do not match an account.', 'Try again or sign up.']
const length = (characters: number) => [
	400,
	'invalid',
	`The password has ${characters} characters.`,
	'Choose one of 10 to 256 characters.',
]

test('an account has a password of 10 to 256 characters', async () => {
	expect(await refusalOf(signUp('a@example.com', 'x'.repeat(9)))).toEqual(length(9))
	expect(await refusalOf(signUp('a@example.com', 'x'.repeat(257)))).toEqual(length(257))
	await signUp('a@example.com', 'x'.repeat(10))
	await signUp('b@example.com', 'y'.repeat(256))
	expect(await logIn('a@example.com', 'x'.repeat(10))).toMatchObject({ token: expect.stringMatching(/^cs_/) })
	await logIn('b@example.com', 'y'.repeat(256))
	expect(await refusalOf(logIn('b@example.com', 'y'.repeat(255)))).toEqual(wrong)
})

test('a service that is told no cost keeps passwords at the cost that OWASP asks for argon2id', async () => {
	const { passwordCost: _, ...context } = desk.context
	const request = { context, publicUrl: 'https://rpc.test', actor: undefined, address: '203.0.113.7' }
	await handlers.signUp({ ...request, body: { email: 'a@example.com', password } } as never)
	const { password_hash } = await desk.db
		.selectFrom('accounts')
		.select('password_hash')
		.where('email_key', '=', 'a@example.com')
		.executeTakeFirstOrThrow()
	expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a new account is shown as it was made, and its e-mail belongs to it whatever the case', async () => {
	const { accountId, sessionId, token } = await signUp(' New@example.com ')
	expect([accountId, sessionId]).toEqual([
		expect.stringMatching(/^acc_[0-9a-f]{16}$/),
		expect.stringMatching(/^ses_[0-9a-f]{16}$/),
	])
	const shown = {
		id: accountId,
		email: 'New@example.com',
		plan: 'payg',
		cap: null,
		hasPassword: true,
		createdAt: desk.clock.ms,
	}
	const actor = { accountId, sessionId }
	expect(await account(actor)).toEqual(shown)
	expect(await readSession(desk.context, token)).toEqual(actor)
	expect(await account(owner)).toMatchObject({ email: 'owner@example.com', hasPassword: false })
	const taken = [409, 'conflict', 'There is an account with this e-mail already.', 'Log in instead.']
	for (const email of ['new@EXAMPLE.com', 'owner@example.com']) expect(await refusalOf(signUp(email))).toEqual(taken)
	const [made] = await desk.run('accountAudit', actor, { query: { limit: 1 } })
	expect(made).toMatchObject({ action: 'account.create', actor: 'New@example.com', projectId: null, detail: {} })
})

test('an e-mail has something on both sides of one @ and at most 254 characters', async () => {
	const none = [400, 'invalid', 'This is no e-mail address.', 'Write it as name@example.com.']
	for (const email of ['', 'a', 'a@', '@b', 'a b@c', 'a@b@c', 'a@b\u200b', `${'a'.repeat(253)}@b`]) {
		expect(await refusalOf(signUp(email))).toEqual(none)
	}
	const { accountId, sessionId } = await signUp(` ${'a'.repeat(252)}@b `)
	expect((await account({ accountId, sessionId })).email).toHaveLength(254)
})

test('an account without a password is not entered with one, until it has set one', async () => {
	expect(await refusalOf(logIn('owner@example.com'))).toEqual(wrong)
	expect(await refusalOf(logIn('owner@example.com', 'no account has this password'))).toEqual(wrong)
	expect(await refusalOf(logIn('none@example.com', 'no account has this password'))).toEqual(wrong)
	// The text that stands for the password of nobody is as wrong as any other, and counted.
	for (let tries = 1; tries < limits.wrongPasswords; tries++)
		expect(await refusalOf(logIn('none@example.com', 'no account has this password'))).toEqual(wrong)
	expect(await refusalOf(logIn('none@example.com'))).toMatchObject({ 0: 429 })
	await change(owner, 'anything', password)
	expect(await account(owner)).toMatchObject({ hasPassword: true })
	expect(await logIn(' OWNER@example.com ')).toMatchObject({ accountId: owner.accountId })
})

test('a password whose hash has another cost is hashed anew when it is used, once', async () => {
	const { accountId } = await signUp('a@example.com')
	const stored = async () =>
		(await desk.db.selectFrom('accounts').select('password_hash').where('id', '=', accountId).executeTakeFirstOrThrow())
			.password_hash
	const now = await stored()
	expect(now).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$/)
	for (const [memoryCost, timeCost] of [
		[128, 1],
		[256, 2],
	] as const) {
		const password_hash = await hash(password, { algorithm: 2, memoryCost, timeCost, parallelism: 1 })
		await desk.db.updateTable('accounts').set({ password_hash }).where('id', '=', accountId).execute()
		expect(await refusalOf(logIn('a@example.com', 'a wrong password'))).toEqual(wrong)
		expect(await stored()).toBe(password_hash)
		expect(await logIn('a@example.com')).toMatchObject({ accountId })
		const fresh = await stored()
		expect(fresh).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$/)
		expect(await logIn('a@example.com')).toMatchObject({ accountId })
		expect(await stored()).toBe(fresh)
	}
})

test('a changed password takes the present one, ends all other sessions and forgets the programs that were known', async () => {
	const first = await signUp('a@example.com')
	const second = await logIn('a@example.com', password, first.clientToken)
	expect(second.clientToken).toBe(first.clientToken)
	const refused = [403, 'wrong_password', 'The present password is another one.', 'Try again.']
	expect(await refusalOf(change(second, 'a wrong password', 'a fresh password'))).toEqual(refused)
	expect(await refusalOf(change(second, password, 'short'))).toEqual(length(5))
	expect(await desk.db.selectFrom('login_clients').selectAll().execute()).toHaveLength(1)
	desk.clock.ms += 1
	await change(second, password, 'a fresh password')
	expect(await desk.db.selectFrom('login_clients').selectAll().execute()).toHaveLength(0)
	expect(await readSession(desk.context, second.token)).toMatchObject({ accountId: first.accountId })
	expect(await refusalOf(readSession(desk.context, first.token))).toMatchObject({ 0: 401 })
	expect(await refusalOf(logIn('a@example.com'))).toEqual(wrong)
	await logIn('a@example.com', 'a fresh password')
	const [entry] = await desk.run('accountAudit', first, { query: { limit: 1 } })
	expect(entry).toMatchObject({ action: 'account.password', actor: 'a@example.com', detail: {} })
})

test('a cap is kept until it is lifted, and one of nothing is a cap too', async () => {
	for (const cap of [0, 9_007_199_254_740_991, null]) {
		expect(await desk.run('setCap', owner, { body: { cap } })).toMatchObject({ cap })
		expect(await account(owner)).toMatchObject({ cap })
	}
	const log = await desk.run('accountAudit', owner, { query: { limit: 10 } })
	expect(log.filter(({ action }) => action === 'account.cap').map(({ detail }) => detail)).toHaveLength(3)
})

test('sign-ups with e-mails that are taken close their place for a quarter of an hour, and no other place', async () => {
	const full = (wait: string) => [
		429,
		'too_many_tries',
		'There were too many sign-ups with e-mails that have an account already.',
		`Try again in ${wait}. Sessions that are open go on.`,
	]
	// What is refused for another reason tells nothing of accounts, and is not counted.
	expect(await refusalOf(signUp('owner@example.com', 'short'))).toEqual(length(5))
	expect(await desk.db.selectFrom('login_tries').selectAll().execute()).toHaveLength(0)
	for (let tries = 0; tries < limits.takenSignUps; tries++) {
		expect(await refusalOf(signUp('owner@example.com'))).toMatchObject({ 0: 409 })
	}
	expect(await refusalOf(signUp('owner@example.com'))).toEqual(full('15 minutes'))
	expect(await refusalOf(signUp('free@example.com'))).toEqual(full('15 minutes'))
	await signUp('free@example.com', password, undefined, '203.0.113.8')
	desk.clock.ms += limits.triesWindowMs - 1
	expect(await refusalOf(signUp('late@example.com'))).toEqual(full('1 second'))
	desk.clock.ms += 1
	await signUp('late@example.com')
})

test('sign-ups at once learn no more of taken e-mails than one after the other', async () => {
	const tried = await Promise.all(Array.from({ length: 25 }, () => refusalOf(signUp('owner@example.com'))))
	const statuses = tried.map((refusal) => refusal?.[0])
	expect(statuses.filter((status) => status === 409)).toHaveLength(limits.takenSignUps)
	expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})
