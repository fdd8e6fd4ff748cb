import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainReader } from '../../../../src/chain/ChainReader.ts'
import { readinessOf } from '../../../../src/node/servers/health.ts'

/** A chain at height 7 whose newest block is half a second, half a millisecond and 100 ns after a second. */
const chain = (more: object = {}) =>
	({
		status: async () => ({ height: 7, catchingUp: false }),
		header: async () => ({ time: { seconds: 1_000n, nanos: 500_500_100 } }),
		...more,
	}) as unknown as ChainReader

/** The readiness of a chain so many milliseconds after the second of its newest block. */
const readyAt = (ms: number, withinMs: number | undefined, of = chain()) =>
	readinessOf(of, { now: () => 1_000_000 + ms }, withinMs)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('the readiness of a chain', () => {
	it('the readiness of a chain tells the age of its newest block to the millisecond, and none before it', async () => {
		const known = { status: 'ready', height: '7', catching_up: false }
		expect(await readyAt(1_000, undefined)).toEqual({ ...known, block_age_seconds: 0.499 })
		expect(await readyAt(3_001, undefined)).toEqual({ ...known, block_age_seconds: 2.5 })
		expect(await readyAt(0, undefined)).toEqual({ ...known, block_age_seconds: 0 })
		// A question that is answered leaves no timer.
		expect(vi.getTimerCount()).toBe(0)
	})

	it('a chain is ready up to the age that its newest block may have, and at any age where none is told', async () => {
		const whole = chain({ header: async () => ({ time: { seconds: 1_000n, nanos: 0 } }) })
		const statusAt = async (ms: number, withinMs?: number) => (await readyAt(ms, withinMs, whole)).status
		expect([await statusAt(5_000, 5_000), await statusAt(5_001, 5_000)]).toEqual(['ready', 'unavailable'])
		expect(await statusAt(9e12)).toBe('ready')
		expect(await readyAt(5_001, 5_000, whole)).toEqual({
			...{ status: 'unavailable', height: '7', catching_up: false, block_age_seconds: 5.001 },
			why: 'the newest block is older than 5 s',
		})
	})

	it('a chain that does not answer within two seconds is unavailable', async () => {
		let isDone = false
		const ready = readyAt(0, undefined, chain({ status: () => new Promise(() => {}) })).finally(() => {
			isDone = true
		})
		await vi.advanceTimersByTimeAsync(1_999)
		expect(isDone).toBe(false)
		await vi.advanceTimersByTimeAsync(1)
		expect(await ready).toEqual({ status: 'unavailable', why: 'the chain does not answer' })
	})
})
