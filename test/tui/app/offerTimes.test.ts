import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppState } from '../../../src/tui/app/AppState.ts'
import { type OfferOptions, Offers } from '../../../src/tui/app/Offers.ts'
import { whyDisabled } from '../../../src/tui/kit/keymap/Command.ts'

const began = Date.parse('2026-01-01T00:00:00Z')
let state: Pick<AppState, 'offer'>
let offers: Offers
let seen: string[]

beforeEach(() => {
	vi.useFakeTimers({ now: began })
	state = { offer: undefined }
	seen = []
	offers = new Offers({
		clock: () => Date.now(),
		get state() {
			return state as AppState
		},
		set: (part) => {
			state = { ...state, ...part }
		},
	})
})
afterEach(() => {
	vi.useRealTimers()
})

const offer = (name: string, part: Partial<OfferOptions> = {}): void =>
	offers.make({ run: () => void seen.push(`${name} ran`), expired: () => void seen.push(`${name} expired`), ...part })

it('an offer is an undo on u for ten seconds, unless it says otherwise', async () => {
	expect([offers.command().keys, offers.command().title, whyDisabled(offers.command())]).toEqual([
		...[['u'], 'undo', 'there is nothing to undo now'],
	])
	offer('a')
	expect([state.offer?.key, state.offer?.title, state.offer!.until - began]).toEqual(['u', 'undo', 10_000])
	await vi.advanceTimersByTimeAsync(9_999)
	expect([seen, whyDisabled(offers.command())]).toEqual([[], ''])
	await vi.advanceTimersByTimeAsync(1)
	expect([seen, state.offer]).toEqual([['a expired'], undefined])
	offer('b', { key: 'B', title: 'go back', seconds: 60 })
	expect([offers.command().keys, offers.command().title, state.offer!.until - Date.now()]).toEqual([
		...[['B'], 'go back', 60_000],
	])
	await vi.advanceTimersByTimeAsync(60_000)
	expect(seen).toEqual(['a expired', 'b expired'])
})

it('an offer that is taken does not expire, and one that is replaced expires once', async () => {
	offer('a')
	await vi.advanceTimersByTimeAsync(5_000)
	offer('b')
	expect(seen).toEqual(['a expired'])
	// The time of the first one does not end the second.
	await vi.advanceTimersByTimeAsync(6_000)
	expect(state.offer).toBeDefined()
	await offers.command().run()
	expect([seen, state.offer]).toEqual([['a expired', 'b ran'], undefined])
	await vi.advanceTimersByTimeAsync(60_000)
	await offers.command().run()
	expect(seen).toEqual(['a expired', 'b ran'])
	offers.make({ run: () => {} })
	await vi.advanceTimersByTimeAsync(10_000)
	expect(state.offer).toBeUndefined()
})

it('an offer fails as what it runs', async () => {
	offer('a', { run: () => Promise.reject(new Error('gone')) })
	await expect(offers.command().run()).rejects.toThrow('gone')
	expect([state.offer, seen]).toEqual([undefined, []])
})
