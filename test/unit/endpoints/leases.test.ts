import { afterEach, beforeEach, expect, test } from 'vitest'
import { Leases } from '../../../src/endpoints/metering/Leases.ts'
import { openStorage, type Storage } from '../../../src/endpoints/storage/openStorage.ts'

let storage: Storage
let clock: { ms: number; now(): number }

beforeEach(async () => {
	storage = await openStorage('sqlite::memory:')
	clock = { ms: Date.UTC(2026, 10, 21), now: () => clock.ms }
})
afterEach(() => storage.close())

const gateway = (name: string) => new Leases(storage, clock, name)

/** What each process may still serve, by the database. */
async function held(): Promise<Record<string, bigint>> {
	const rows = await storage.db.selectFrom('leases').selectAll().orderBy('process_id').execute()
	return Object.fromEntries(rows.map(({ process_id, remaining }) => [process_id, remaining]))
}

/** Counts relays as the meter does: the month has them, and the lease of the process no longer. */
async function count(name: string, relays: bigint): Promise<void> {
	const row = { account_id: 'a', month: '2026-11', relays }
	await storage.db
		.insertInto('usage_accounts')
		.values(row)
		.onConflict((on) =>
			on.columns(['account_id', 'month']).doUpdateSet((eb) => ({ relays: eb('usage_accounts.relays', '+', relays) })),
		)
		.execute()
	await storage.db
		.updateTable('leases')
		.set((eb) => ({ remaining: eb('remaining', '-', relays) }))
		.where('process_id', '=', name)
		.execute()
}

test('a process leases a twentieth of what is left of a cap, at most 10,000, and at least what a call takes', async () => {
	const first = gateway('first')
	expect(await first.take('a', 2_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ first: 100n })
	expect(await first.take('a', 2_000n, 99n)).toBe(true)
	expect(await held()).toEqual({ first: 100n })
	// 1900 are left; a twentieth is less than this call takes.
	expect(await first.take('a', 2_000n, 96n)).toBe(true)
	expect(await held()).toEqual({ first: 196n })
	expect(await gateway('second').take('a', 2_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ first: 196n, second: 90n })
	expect(await gateway('large').take('b', 10_000_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ first: 196n, large: 10_000n, second: 90n })
})

test('a lease is renewed by the first call after a third of its time', async () => {
	const first = gateway('first')
	const ends = async () =>
		(await storage.db.selectFrom('leases').select('expires_at').executeTakeFirstOrThrow()).expires_at
	const begun = BigInt(clock.ms)
	for (const [ms, renewedAt] of [
		[0, 0n],
		[5_000, 0n],
		[5_001, 5_001n],
		[10_001, 5_001n],
		[10_002, 10_002n],
	] as const) {
		clock.ms = Number(begun) + ms
		expect(await first.take('a', 2_000n, 1n)).toBe(true)
		expect([ms, (await ends()) - begun - 15_000n]).toEqual([ms, renewedAt])
	}
	expect(await held()).toEqual({ first: 100n })
})

test('a cap is served to its last relay by two processes, and never beyond', async () => {
	const [first, second] = [gateway('first'), gateway('second')]
	expect(await first.take('a', 5n, 3n)).toBe(true)
	expect(await second.take('a', 5n, 3n)).toBe(false)
	expect(await second.take('a', 5n, 2n)).toBe(true)
	for (const lease of [first, second]) expect(await lease.take('a', 5n, 1n)).toBe(false)
	await count('first', 3n)
	await count('second', 2n)
	expect(await held()).toEqual({ first: 0n, second: 0n })
	for (const lease of [first, second, gateway('third')]) expect(await lease.take('a', 5n, 1n)).toBe(false)
	expect(await gateway('third').take('a', 6n, 1n)).toBe(true)
})

test('a month that has had more than its cap has nothing left, and a greater cap leaves the rest of it', async () => {
	const first = gateway('first')
	await count('first', 10n)
	expect(await first.take('a', 4n, 1n)).toBe(false)
	expect(await held()).toEqual({ first: 0n })
	expect(await first.take('a', 11n, 1n)).toBe(true)
	expect(await first.take('a', 11n, 1n)).toBe(false)
})

test('a changed cap is reckoned anew, what was leased and not served included', async () => {
	const first = gateway('first')
	expect(await first.take('a', 2_000n, 10n)).toBe(true)
	// 90 come back: of 50 that are to be served 10 are, and 40 are left; a twentieth of them is 2.
	expect(await first.take('a', 50n, 1n)).toBe(true)
	expect(await held()).toEqual({ first: 12n })
	expect(await first.take('a', 10n, 1n)).toBe(false)
	expect(await held()).toEqual({ first: 11n })
})

test('what lies idle for half a second goes back to the others, and everything at the end', async () => {
	const [first, second] = [gateway('first'), gateway('second')]
	expect(await first.take('a', 2_000n, 10n)).toBe(true)
	clock.ms += 499
	await first.release()
	expect(await held()).toEqual({ first: 100n })
	clock.ms += 1
	await first.release()
	expect(await held()).toEqual({ first: 10n })
	expect(await second.take('a', 2_000n, 10n)).toBe(true)
	expect(await held()).toEqual({ first: 10n, second: 99n })
	await second.release(true)
	expect(await held()).toEqual({ first: 10n, second: 10n })
	// Who gave everything back leases a share again, for one relay too.
	expect(await second.take('a', 2_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ first: 10n, second: 109n })
	await second.release(true)
	expect(await held()).toEqual({ first: 10n, second: 11n })
	// Calls that were counted meanwhile are not given back twice.
	expect(await first.take('a', 2_000n, 10n)).toBe(true)
	await count('first', 105n)
	await first.release(true)
	expect(await held()).toMatchObject({ first: 0n })
})

test('the lease of a process that is gone ends after fifteen seconds, one that is renewed does not', async () => {
	const [gone, living, other] = [gateway('gone'), gateway('living'), gateway('other')]
	expect(await gone.take('a', 10n, 4n)).toBe(true)
	expect(await living.take('a', 10n, 4n)).toBe(true)
	clock.ms += 5_001
	expect(await living.take('a', 10n, 0n)).toBe(true)
	clock.ms += 9_998
	expect(await other.take('a', 10n, 3n)).toBe(false)
	expect(await held()).toMatchObject({ gone: 4n, living: 4n })
	clock.ms += 1
	expect(await other.take('a', 10n, 3n)).toBe(true)
	// The 2 that were left of the first attempt are with it still.
	expect(await held()).toEqual({ living: 4n, other: 5n })
	// Who was thought gone begins anew, with what others have left.
	expect(await gone.take('a', 10n, 2n)).toBe(false)
	expect(await gone.take('a', 10n, 1n)).toBe(true)
})

test('each month of UTC has the whole cap', async () => {
	const first = gateway('first')
	clock.ms = Date.UTC(2026, 11, 1) - 1
	expect([await first.take('a', 3n, 3n), await first.take('a', 3n, 1n)]).toEqual([true, false])
	clock.ms += 1
	expect([await first.take('a', 3n, 3n), await first.take('a', 3n, 1n)]).toEqual([true, false])
})

test('calls at the same time share one renewal, and get the cap between them', async () => {
	const first = gateway('first')
	const taken = await Promise.all(Array.from({ length: 30 }, () => first.take('a', 20n, 1n)))
	expect(taken.filter((isTaken) => isTaken)).toHaveLength(20)
	expect(await held()).toEqual({ first: 20n })
})

test('a renewal takes nothing more while there is enough for the call, to the last relay', async () => {
	const first = gateway('first')
	expect(await first.take('a', 2_000n, 1n)).toBe(true)
	clock.ms += 5_001
	expect(await first.take('a', 2_000n, 9n)).toBe(true)
	expect(await held()).toEqual({ first: 100n })
	clock.ms += 5_001
	expect(await first.take('a', 2_000n, 90n)).toBe(true)
	expect(await held()).toEqual({ first: 100n })
	clock.ms += 5_001
	expect(await first.take('a', 2_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ first: 195n })
})

test('who stalled until its lease went to others serves nothing of it', async () => {
	const [stalled, other] = [gateway('stalled'), gateway('other')]
	expect(await stalled.take('a', 2_000n, 1n)).toBe(true)
	clock.ms += 15_000
	expect(await other.take('a', 2_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ other: 100n })
	expect(await stalled.take('a', 2_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ other: 100n, stalled: 95n })
	// 94 of the new lease are left: the 95th call takes a new share.
	expect(await stalled.take('a', 2_000n, 94n)).toBe(true)
	expect(await held()).toEqual({ other: 100n, stalled: 95n })
	expect(await stalled.take('a', 2_000n, 1n)).toBe(true)
	expect(await held()).toEqual({ other: 100n, stalled: 185n })
})

test('what a refused call has leased counts for the next one, to the last relay', async () => {
	const [first, other] = [gateway('first'), gateway('other')]
	expect(await other.take('a', 3n, 2n)).toBe(true)
	expect(await first.take('a', 3n, 2n)).toBe(false)
	expect(await held()).toEqual({ first: 1n, other: 2n })
	// The other one is gone without having counted anything.
	clock.ms += 15_000
	expect(await first.take('a', 3n, 3n)).toBe(true)
	expect(await held()).toEqual({ first: 3n })
	expect(await first.take('a', 3n, 1n)).toBe(false)
})

test('a call that needs a renewal is served though others drew on the lease after the clock was set back', async () => {
	const first = gateway('first')
	expect(await first.take('a', 2_000n, 1n)).toBe(true)
	clock.ms += 5_001
	const renewing = first.take('a', 2_000n, 10n)
	clock.ms -= 5_001
	expect(await first.take('a', 2_000n, 95n)).toBe(true)
	expect(await renewing).toBe(true)
	expect(await held()).toEqual({ first: 195n })
})

test('a lease that is being taken is not given back, and all that is left of it is afterwards', async () => {
	const first = gateway('first')
	const taking = first.take('a', 2_000n, 10n)
	await first.release(true)
	expect(await taking).toBe(true)
	expect(await held()).toEqual({ first: 100n })
	await first.release(true)
	expect(await held()).toEqual({ first: 10n })
})
