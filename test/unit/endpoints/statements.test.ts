import { afterEach, beforeEach, expect, test } from 'vitest'
import { freeRelays } from '../../../src/endpoints/metering/price.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

let desk: Desk
let owner: Actor

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
})
afterEach(() => desk.context.storage.close())

const read = (month?: string) => desk.run('statement', owner, { query: { month } })
const setPlan = (plan: 'payg' | 'enterprise', email = 'owner@example.com') =>
	desk.run('setPlan', undefined, { body: { email, plan } })
const use = (month: string, relays: bigint, accountId = owner.accountId) =>
	desk.db
		.insertInto('usage_accounts')
		.values({ account_id: accountId, month, relays })
		.onConflict((on) => on.columns(['account_id', 'month']).doUpdateSet({ relays }))
		.execute()
const from = Date.UTC(2026, 10, 1)

test('the statement of a month without calls is of nothing, and is the present one where no month is given', async () => {
	const empty = {
		month: '2026-11',
		plan: 'payg',
		relays: 0,
		freeRelays: 15_000_000,
		billedRelays: 0,
		nanoUsdPerRelay: '4500',
		nanoUsd: '0',
		usd: '0.000000000',
		plans: [
			{
				plan: 'payg',
				from,
				relays: 0,
				billedRelays: 0,
				nanoUsdPerRelay: '4500',
				nanoUsd: '0',
				usd: '0.000000000',
			},
		],
		cap: null,
		applications: [],
		days: [],
		notices: [],
	}
	expect(await read()).toEqual(empty)
	expect(await read('2026-11')).toEqual(empty)
	desk.clock.ms = Date.UTC(2026, 11, 1)
	expect(await read()).toMatchObject({ month: '2026-12', plans: [{ from: desk.clock.ms }] })
})

test('a statement has the relays of its month, by application and by day, and what was reached of free tier and cap', async () => {
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'acme' } })
	const path = { projectId }
	const make = async (name: string) =>
		(await desk.run('createApplication', owner, { path, body: { name, network: 'pruning' } })).application.id
	const [a, b] = [await make('a'), await make('b')]
	await desk.run('setCap', owner, { body: { cap: 20_000_000 } })
	const account_id = owner.accountId
	const other = (await desk.account('other@example.com')).accountId
	for (const [month, relays] of [
		['2026-10', 1n],
		['2026-11', 9n],
		['2026-12', 3n],
	] as const) {
		await use(month, relays)
		await use(month, 100n, other)
		await desk.db
			.insertInto('usage_applications')
			.values([
				{ account_id, application_id: a, month, relays: relays / 3n },
				{ account_id, application_id: b, month, relays: relays - relays / 3n },
				{ account_id: other, application_id: b, month, relays: 100n },
			])
			.execute()
		await desk.db
			.insertInto('notices')
			.values([
				{ account_id, month, kind: 'free', percent: relays, at: 5n },
				{ account_id, month, kind: 'cap', percent: relays, at: 6n },
				{ account_id: other, month, kind: 'free', percent: 99n, at: 7n },
			])
			.execute()
	}
	await desk.db
		.insertInto('ledger')
		.values([
			...['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) => ({ account_id, day, relays: 4n })),
			{ account_id: other, day: '2026-11-15', relays: 4n },
		])
		.execute()
	expect(await read('2026-11')).toMatchObject({
		relays: 9,
		billedRelays: 0,
		cap: 20_000_000,
		applications: [
			{ applicationId: b, name: 'b', projectId, relays: 6 },
			{ applicationId: a, name: 'a', projectId, relays: 3 },
		],
		days: [
			{ day: '2026-11-01', relays: 4 },
			{ day: '2026-11-30', relays: 4 },
		],
		notices: [
			{ kind: 'cap', percent: 9, at: 6 },
			{ kind: 'free', percent: 9, at: 5 },
		],
	})
	expect(await read('2026-12')).toMatchObject({ relays: 3, days: [{ day: '2026-12-01' }], notices: [{}, {}] })
})

test('a statement charges each plan of its month for its own relays, beyond the free ones of the month', async () => {
	desk.clock.ms = from + 1_000
	await use('2026-11', freeRelays + 10n)
	await setPlan('enterprise')
	await setPlan('enterprise')
	await use('2026-11', freeRelays + 30n)
	desk.clock.ms = from + 2_000
	expect(await setPlan('payg')).toMatchObject({ plan: 'payg', email: 'owner@example.com' })
	await use('2026-11', freeRelays + 31n)
	const part = (plan: string, at: number, relays: number, billed: number, price: number) => ({
		plan,
		from: at,
		relays,
		billedRelays: billed,
		nanoUsdPerRelay: String(price),
		nanoUsd: String(billed * price),
		usd: `0.${String(billed * price).padStart(9, '0')}`,
	})
	expect(await read()).toMatchObject({
		plan: 'payg',
		relays: 15_000_031,
		billedRelays: 31,
		nanoUsdPerRelay: '4500',
		nanoUsd: String(11 * 4_500 + 20 * 3_400),
		usd: '0.000117500',
		plans: [
			part('payg', from, 15_000_010, 10, 4_500),
			part('enterprise', from + 1_000, 20, 20, 3_400),
			part('payg', from + 2_000, 1, 1, 4_500),
		],
	})
})

test('a plan that began in an earlier month applies from the start of the next, and one of a later month not yet', async () => {
	const change = async (at: number, plan: 'payg' | 'enterprise') => {
		desk.clock.ms = at
		await setPlan(plan)
	}
	const december = Date.UTC(2026, 11, 1)
	await change(from - 2, 'enterprise')
	await change(from - 1, 'payg')
	await change(from, 'enterprise')
	await change(december - 1, 'payg')
	await change(december, 'enterprise')
	const january = Date.UTC(2027, 0, 1)
	await change(january + 5, 'payg')
	const plans = async (month: string) => (await read(month)).plans.map((one) => [one.plan, one.from])
	expect(await plans('2026-11')).toEqual([
		['payg', from],
		['enterprise', from],
		['payg', december - 1],
	])
	expect(await plans('2026-12')).toEqual([
		['payg', december],
		['enterprise', december],
	])
	expect(await plans('2027-01')).toEqual([
		['enterprise', january],
		['payg', january + 5],
	])
	expect(await plans('2027-02')).toEqual([['payg', Date.UTC(2027, 1, 1)]])
	expect(await plans('2026-09')).toEqual([['payg', Date.UTC(2026, 8, 1)]])
	expect((await plans('2026-10')).map(([plan]) => plan)).toEqual(['payg', 'enterprise', 'payg'])
})

test('a text that is no month has no statement, and is repeated by its first twenty characters', async () => {
	for (const text of ['2026-00', '2026-13', '2026-1', '26-11', 'x2026-11', '2026-11-01']) {
		expect(await refusalOf(read(text))).toEqual([400, 'invalid', `"${text}" is no month.`, 'Write it as 2026-11.'])
	}
	expect(await refusalOf(read('x'.repeat(21)))).toMatchObject({ 2: `"${'x'.repeat(20)}" is no month.` })
	expect(await read('2026-01')).toMatchObject({ month: '2026-01' })
	expect(await read('2026-10')).toMatchObject({ month: '2026-10' })
})

test('the plan of an account is set by its e-mail, and an account that is not there has none', async () => {
	desk.clock.ms += 1
	expect(await setPlan('enterprise', ' OWNER@example.com ')).toMatchObject({ id: owner.accountId, plan: 'enterprise' })
	expect(await refusalOf(setPlan('payg', 'none@example.com'))).toEqual([
		404,
		'not_found',
		'There is no account with this e-mail.',
		'',
	])
	const rows = await desk.db.selectFrom('plan_changes').selectAll().execute()
	expect(rows).toEqual([
		{ account_id: owner.accountId, at: BigInt(desk.clock.ms), plan: 'enterprise', relays_before: 0n },
	])
	const [entry] = await desk.run('accountAudit', owner, { query: { limit: 1 } })
	expect(entry).toMatchObject({ actor: 'operator', action: 'account.plan', detail: { plan: 'enterprise' } })
})
