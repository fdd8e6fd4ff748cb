import { larger } from '../../util/order.ts'
import type { Plan } from '../../wire/management/accountSchemas.ts'

/** Relays an account has free in a UTC month, over all its endpoints. */
export const freeRelays = 15_000_000n

/** Price of a relay over the free tier in nano-USD (10^-9 USD). */
export const pricePerRelay: Readonly<Record<Plan, bigint>> = { payg: 4_500n, enterprise: 3_400n }

/** The plan a row of the database names. */
export function planOf(text: string): Plan {
	return text === 'enterprise' ? 'enterprise' : 'payg'
}

/** Percentages of the free tier and of a cap that are reported once a month each. */
export const noticePercents = [25n, 50n, 75n, 100n] as const

/** A plan, and how many relays of the month were counted before it began. */
export interface PlanStart {
	readonly plan: Plan
	/** Milliseconds. */
	readonly from: number
	readonly before: bigint
}

/** What a month's relays under one plan cost, in nano-USD. */
export interface PlanBill {
	readonly plan: Plan
	readonly from: number
	readonly relays: bigint
	/** Those beyond the free tier of the month. */
	readonly billed: bigint
	readonly nanoUsd: bigint
}

/**
 * The bill of a month's relays. Each relay costs what the plan says that applied when it was counted; the free ones are the
 * first of the month. `plans` are in order, the first from the month's start.
 */
export function monthlyBill(relays: bigint, plans: readonly PlanStart[]): readonly PlanBill[] {
	return plans.map(({ plan, from, before }, index) => {
		const end = plans[index + 1]?.before ?? relays
		const billed = larger(0n, end - larger(before, freeRelays))
		return { plan, from, relays: end - before, billed, nanoUsd: billed * pricePerRelay[plan] }
	})
}

/** Nano-USD as dollars with all nine places: `0.000004500`. */
export function usd(nano: bigint): string {
	const digits = nano.toString().padStart(10, '0')
	return `${digits.slice(0, -9)}.${digits.slice(-9)}`
}

/** `2026-11` of a time, in UTC. */
export function monthOf(time: number): string {
	return new Date(time).toISOString().slice(0, 7)
}

/** `2026-11-21` of a time, in UTC. */
export function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10)
}
