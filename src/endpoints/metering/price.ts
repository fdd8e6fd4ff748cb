import type { Plan } from '../../wire/management/accountSchemas.ts'

/** Relays an account has free in a UTC month, over all its endpoints. */
export const freeRelays = 15_000_000n

/** Price of a relay over the free tier in nano-USD (10^-9 USD). */
export const pricePerRelay: Readonly<Record<Plan, bigint>> = { payg: 4_500n, enterprise: 3_400n }

/** Percentages of the free tier and of a cap that are reported once a month each. */
export const noticePercents = [25n, 50n, 75n, 100n] as const

/** The bill of a month in nano-USD. */
export function monthlyPrice(relays: bigint, plan: Plan): bigint {
	return relays > freeRelays ? (relays - freeRelays) * pricePerRelay[plan] : 0n
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
