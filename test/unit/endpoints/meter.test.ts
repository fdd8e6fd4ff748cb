import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Meter } from '../../../src/endpoints/metering/Meter.ts'
import type { Usage } from '../../../src/endpoints/metering/UsageBatch.ts'
import { openStorage, type Storage } from '../../../src/endpoints/storage/openStorage.ts'

const owner = { accountId: 'acc', applicationId: 'app' }
const call: Usage = { method: 'eth_chainId', outcome: 'ok', micros: 8, billed: true }
const refused: Usage = { method: 'invalid', outcome: '4xx', micros: undefined, billed: false }

let storage: Storage
let clock: { ms: number; now(): number }
let writes: (readonly CompiledQuery[])[]
/** What the next writes wait for. */
let disk: () => Promise<void>
let meter: Meter

beforeEach(async () => {
	storage = await openStorage('sqlite::memory:')
	clock = { ms: Date.UTC(2026, 10, 30, 23, 59), now: () => clock.ms }
	writes = []
	disk = async () => {}
	const write: Storage['write'] = async (queries) => {
		writes.push(queries)
		await disk()
		return storage.write(queries)
	}
	meter = new Meter({ ...storage, write }, clock, 'process')
})
afterEach(async () => {
	vi.useRealTimers()
	await meter.close()
	await storage.close()
})

/** Counts calls; resolves to the problem when they are counted. */
const count = (calls: readonly Usage[], keyId?: string, cap: bigint | null = null): Promise<Error | undefined> =>
	new Promise((resolve) => meter.count(owner, calls, cap, keyId, resolve))

const relays = async () =>
	(await storage.db.selectFrom('usage_accounts').selectAll().execute()).map((row) => row.relays)

/** The times of keys that each write holds. */
const keyTimes = () =>
	writes.map((queries) => queries.filter(({ sql }) => sql.includes('api_keys')).flatMap(({ parameters }) => parameters))

test('calls are counted before it is told, those of one turn of the event loop in one write', async () => {
	const counted = [count([call]), count([call, call])]
	expect(writes).toEqual([])
	expect(await Promise.all(counted)).toEqual([undefined, undefined])
	expect(await relays()).toEqual([3n])
	expect(writes).toHaveLength(1)
})

test('calls that come while a write goes on are in the next one', async () => {
	let done: (() => void) | undefined
	const held = new Promise<void>((resolve) => {
		done = resolve
	})
	disk = () => held
	const first = count([call])
	await expect.poll(() => writes.length, { interval: 1 }).toBe(1)
	const later = [count([call]), count([call])]
	await new Promise((resolve) => setImmediate(resolve))
	expect(writes).toHaveLength(1)
	done?.()
	expect(await Promise.all([first, ...later])).toEqual([undefined, undefined, undefined])
	expect(writes).toHaveLength(2)
	expect(await relays()).toEqual([3n])
})

test('a meter that is closed waits for the write under way and for what came meanwhile', async () => {
	let release = (): void => {}
	disk = () =>
		new Promise((resolve) => {
			release = resolve
		})
	const told: string[] = []
	const counted = count([call]).then(() => told.push('counted'))
	await expect.poll(() => writes.length, { interval: 1 }).toBe(1)
	const closed = meter.close().then(() => told.push('closed'))
	await new Promise((resolve) => setImmediate(resolve))
	expect(told).toEqual([])
	meter.note(owner, [refused])
	release()
	await expect.poll(() => writes.length, { interval: 1 }).toBe(2)
	await counted
	expect(told).toEqual(['counted'])
	release()
	await closed
	expect([told, await relays()]).toEqual([['counted', 'closed'], [1n]])
})

test('calls whose write fails are told the problem, and the next ones are counted', async () => {
	disk = () => Promise.reject(new Error('the disk is full'))
	expect(await count([call])).toMatchObject({ message: 'the disk is full' })
	disk = () => Promise.reject('no error')
	expect(await count([call])).toMatchObject({ message: 'no error' })
	disk = async () => {}
	expect(await count([call])).toBeUndefined()
	expect(await relays()).toEqual([1n])
})

test('the use of a key is written once a minute', async () => {
	const from = clock.ms
	for (const later of [0, 1, 59_999, 60_000, 119_999, 120_000]) {
		clock.ms = from + later
		await count([call], 'key')
	}
	await count([call], 'other')
	await count([call])
	expect(keyTimes()).toEqual([
		[BigInt(from), 'key'],
		[],
		[],
		[BigInt(from + 60_000), 'key'],
		[],
		[BigInt(from + 120_000), 'key'],
		[BigInt(from + 120_000), 'other'],
		[],
	])
})

test('refused calls are written a quarter of a second later, or with the next ones, and at the end', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	meter.note(owner, [refused])
	meter.note(owner, [refused, refused])
	vi.advanceTimersByTime(249)
	await new Promise((resolve) => setImmediate(resolve))
	expect(writes).toHaveLength(0)
	vi.advanceTimersByTime(1)
	await new Promise((resolve) => setImmediate(resolve))
	expect(writes).toHaveLength(1)
	meter.note(owner, [refused])
	await count([call])
	meter.note(owner, [refused])
	await meter.close()
	expect([writes.length, vi.getTimerCount()]).toEqual([3, 0])
	vi.advanceTimersByTime(250)
	const rows = await storage.db.selectFrom('statistics').selectAll().orderBy('method').execute()
	expect(rows.map(({ method, outcome, bucket, calls, micros }) => [method, outcome, bucket, calls, micros])).toEqual([
		['eth_chainId', 'ok', 12n, 1n, 8n],
		['invalid', '4xx', -1n, 5n, 0n],
	])
	expect(await relays()).toEqual([1n])
})

test('calls of an account with a cap come out of the lease of this process', async () => {
	const lease = { account_id: 'acc', month: '2026-11', remaining: 5n, expires_at: 0n }
	await storage.db
		.insertInto('leases')
		.values([
			{ ...lease, process_id: 'process' },
			{ ...lease, process_id: 'other' },
		])
		.execute()
	const left = async () =>
		(await storage.db.selectFrom('leases').select('remaining').orderBy('process_id', 'desc').execute()).map(
			({ remaining }) => remaining,
		)
	await count([call, call], undefined, 100n)
	expect(await left()).toEqual([3n, 5n])
	await count([call])
	expect(await left()).toEqual([3n, 5n])
	await count([call, call, call, call], undefined, 100n)
	expect(await left()).toEqual([0n, 5n])
	// A new month has a lease of its own.
	clock.ms += 60_000
	await count([call], undefined, 100n)
	expect(await relays()).toEqual([7n, 1n])
})
