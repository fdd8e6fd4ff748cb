import { describe, expect, it } from 'vitest'
import { UsageBatch } from '../../../src/endpoints/metering/UsageBatch.ts'

const owner = { accountId: 'account', applicationId: 'app' }
const relay = { method: 'eth_call', outcome: 'ok', micros: 8, billed: true } as const
const refused = { method: 'invalid', outcome: '4xx', micros: undefined, billed: false } as const
const midnight = Date.UTC(2026, 10, 30, 24)

describe('calls since the last commit', () => {
	it('calls since the last commit are summed by account, day and application, refusals left out', () => {
		const batch = new UsageBatch()
		batch.add(owner, relay, midnight - 1)
		batch.add(owner, relay, midnight)
		batch.add({ ...owner, applicationId: 'other' }, relay, midnight + 1)
		batch.add(owner, refused, midnight)
		expect(batch.accounts()).toEqual([
			{ accountId: 'account', month: '2026-11', day: '2026-11-30', relays: 1, applications: new Map([['app', 1]]) },
			{
				accountId: 'account',
				month: '2026-12',
				day: '2026-12-01',
				relays: 2,
				applications: new Map([
					['app', 1],
					['other', 1],
				]),
			},
		])
	})

	it('calls since the last commit are summed by hour, method, outcome and latency class for statistics, refusals in a class of their own', () => {
		const batch = new UsageBatch()
		for (const at of [midnight - 1, midnight, midnight + 1]) batch.add(owner, relay, at)
		batch.add(owner, refused, midnight)
		expect(
			batch
				.statistics()
				.map(({ hour, method, bucket, calls, micros }) => [hour - midnight, method, bucket, calls, micros]),
		).toEqual([
			[-3_600_000, 'eth_call', 12, 1, 8],
			[0, 'eth_call', 12, 2, 16],
			[0, 'invalid', -1, 1, 0],
		])
	})

	it('calls since the last commit are none at first, and one that is refused is one too', () => {
		const batch = new UsageBatch()
		expect(batch.isEmpty).toBe(true)
		batch.add(owner, { method: 'invalid', outcome: '4xx', micros: undefined, billed: false }, midnight)
		expect(batch.isEmpty).toBe(false)
		expect(batch.accounts()).toEqual([])
	})
})
