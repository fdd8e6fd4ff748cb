import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TxRecord } from '../../../src/chain/blockTypes.ts'
import { BroadcastTimeout } from '../../../src/chain/faults.ts'
import { InclusionWaiters } from '../../../src/engine/InclusionWaiters.ts'

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
	vi.useRealTimers()
})

const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const recordOf = (hash: Uint8Array) => ({ hash }) as TxRecord

test('who waits for a transaction is told of it by its block, also by one that came before the wait, and leaves no timer', async () => {
	const waiters = new InclusionWaiters()
	const [first, second, third] = [waiters.waitFor(one), waiters.waitFor(one), waiters.waitFor(other)]
	const [told, late] = [first.within(1_000), third.within(1_000)]
	const outcome = late.catch((fault: unknown) => fault)
	first.stop()
	// Another waits for the same one still.
	waiters.included([recordOf(new Uint8Array(32)), recordOf(one)])
	expect(await second.within(1_000)).toEqual(recordOf(one))
	second.stop()
	expect(vi.getTimerCount()).toBe(1)
	vi.advanceTimersByTime(999)
	waiters.included([recordOf(other)])
	expect(await outcome).toEqual(recordOf(other))
	third.stop()
	expect(vi.getTimerCount()).toBe(0)
	// Nobody is told what they wait for no more.
	expect(await Promise.race([told.then(() => 'told'), Promise.resolve('not told')])).toBe('not told')
})

test('who waits for a transaction in vain is told so when the time is over', async () => {
	const waiters = new InclusionWaiters()
	const waiter = waiters.waitFor(one)
	const waiting = expect(waiter.within(500)).rejects.toThrow(BroadcastTimeout)
	vi.advanceTimersByTime(500)
	await waiting
	waiter.stop()
	waiters.included([recordOf(one)])
	expect(vi.getTimerCount()).toBe(0)
})
