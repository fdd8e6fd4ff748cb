import { expect, it } from 'vitest'
import {
	dayOf,
	freeRelays,
	monthlyBill,
	monthOf,
	noticePercents,
	planOf,
	usd,
} from '../../../src/endpoints/metering/price.ts'

const [start, change] = [Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 12)]

it('monthlyBill charges each relay the plan it was counted under, and the free ones are the first of the month', () => {
	const bill = monthlyBill(freeRelays + 1_000n, [
		{ plan: 'payg', from: start, before: 0n },
		{ plan: 'enterprise', from: change, before: freeRelays + 400n },
	])
	expect(bill).toEqual([
		{ plan: 'payg', from: start, relays: freeRelays + 400n, billed: 400n, nanoUsd: 400n * 4_500n },
		{ plan: 'enterprise', from: change, relays: 600n, billed: 600n, nanoUsd: 600n * 3_400n },
	])
})

it('an account is on the plan that its row names, and each quarter of the free relays is told', () => {
	expect(['payg', 'enterprise', ''].map(planOf)).toEqual(['payg', 'enterprise', 'payg'])
	expect(noticePercents).toEqual([25n, 50n, 75n, 100n])
})

it('monthlyBill gives the rest of the free tier to the later plan', () => {
	const [payg, enterprise] = monthlyBill(freeRelays + 10n, [
		{ plan: 'payg', from: start, before: 0n },
		{ plan: 'enterprise', from: change, before: 5n },
	])
	expect([payg?.billed, enterprise?.billed, enterprise?.nanoUsd]).toEqual([0n, 10n, 34_000n])
})

it.each([
	[0n, 'payg', 0n],
	[15_000_000n, 'payg', 0n],
	[15_000_001n, 'payg', 4_500n],
	[15_000_001n, 'enterprise', 3_400n],
	[25_000_000n, 'payg', 45_000_000_000n],
] as const)('monthlyBill charges %s relays on %s with %s nano-USD', (relays, plan, nanoUsd) => {
	expect(monthlyBill(relays, [{ plan, from: start, before: 0n }])).toMatchObject([{ plan, relays, nanoUsd }])
})

it('usd writes nano-USD as dollars without rounding', () => {
	expect([usd(4_500n), usd(45_000_000_001n)]).toEqual(['0.000004500', '45.000000001'])
})

it('usd writes what is less than a dollar, and nothing, with all nine places', () => {
	expect([0n, 1n, 999_999_999n, 1_000_000_000n].map(usd)).toEqual([
		'0.000000000',
		'0.000000001',
		'0.999999999',
		'1.000000000',
	])
})

it('a relay is of the month and the day that it is in UTC', () => {
	const midnight = Date.UTC(2026, 11, 1)
	expect([midnight - 1, midnight].map(monthOf)).toEqual(['2026-11', '2026-12'])
	expect([midnight - 1, midnight].map(dayOf)).toEqual(['2026-11-30', '2026-12-01'])
})

it('monthlyBill charges a plan that begins with the last free relay for all of its own', () => {
	const bills = (before: bigint) =>
		monthlyBill(freeRelays + 2n, [
			{ plan: 'payg', from: start, before: 0n },
			{ plan: 'enterprise', from: change, before },
		]).map(({ relays, billed }) => [relays, billed])
	expect(bills(freeRelays)).toEqual([
		[freeRelays, 0n],
		[2n, 2n],
	])
	expect(bills(freeRelays + 1n)).toEqual([
		[freeRelays + 1n, 1n],
		[1n, 1n],
	])
	expect(bills(freeRelays - 1n)).toEqual([
		[freeRelays - 1n, 0n],
		[3n, 2n],
	])
})
