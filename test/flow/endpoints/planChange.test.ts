import { afterEach, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import { person, startService, type TestService } from './support/service.ts'

let service: TestService
let now = Date.UTC(2026, 9, 20, 12)
const clock = { now: () => now }
afterEach(() => service?.close())

/** Writes what an account counted in a month, as the meter does. */
async function counted(accountId: string, month: string, relays: bigint): Promise<void> {
	const storage = await openStorage(service.databaseUrl)
	await storage.db
		.insertInto('usage_accounts')
		.values({ account_id: accountId, month, relays })
		.onConflict((on) => on.columns(['account_id', 'month']).doUpdateSet({ relays }))
		.execute()
	await storage.close()
}

it('a change of plan leaves closed months at their price and divides its own month', async () => {
	service = await startService({ clock })
	const client = await person(service, 'one@example.com')
	const until = async (time: number): Promise<void> => {
		now = time
		// The session before has ended by then.
		await client.logIn('one@example.com', 'correct horse battery')
	}
	const operator = createEndpointsClient(service.endpoints.url, service.home)
	const { id } = await client.account()
	await counted(id, '2026-10', 15_001_000n)
	const october = await client.statement({ month: '2026-10' })
	expect(october).toMatchObject({ plan: 'payg', usd: '0.004500000' })

	await until(Date.UTC(2026, 10, 10))
	await counted(id, '2026-11', 15_000_100n)
	await operator.setPlan({ email: 'one@example.com', plan: 'enterprise' })
	// The same plan once more changes nothing.
	await operator.setPlan({ email: 'one@example.com', plan: 'enterprise' })
	await counted(id, '2026-11', 15_000_300n)
	expect(await client.statement({ month: '2026-10' })).toEqual(october)
	expect(await client.statement({ month: '2026-11' })).toMatchObject({
		plan: 'enterprise',
		nanoUsdPerRelay: '3400',
		billedRelays: 300,
		nanoUsd: String(100 * 4_500 + 200 * 3_400),
		plans: [
			{ plan: 'payg', from: Date.UTC(2026, 10, 1), relays: 15_000_100, billedRelays: 100, nanoUsd: '450000' },
			{ plan: 'enterprise', from: now, relays: 200, billedRelays: 200, nanoUsd: '680000' },
		],
	})

	await until(Date.UTC(2026, 11, 5))
	await operator.setPlan({ email: 'one@example.com', plan: 'payg' })
	expect(await client.statement({ month: '2026-11' })).toMatchObject({ plan: 'enterprise', nanoUsd: '1130000' })
	expect((await client.statement()).plans.map(({ plan }) => plan)).toEqual(['enterprise', 'payg'])
	// A month that the account was on one plan only names that one.
	await until(Date.UTC(2027, 0, 5))
	expect((await client.statement()).plans.map(({ plan }) => plan)).toEqual(['payg'])
})
