import { latencyBucket } from './histogram.ts'
import { dayOf, monthOf } from './price.ts'
import type { Usage } from './Usage.ts'

const hourMs = 3_600_000

/** Relays of an account in one month and day, and by application. */
export interface AccountDelta {
	readonly accountId: string
	readonly month: string
	readonly day: string
	relays: bigint
	readonly applications: Map<string, bigint>
}

/** One row of statistics to be added. */
export interface StatisticsDelta {
	readonly applicationId: string
	readonly hour: number
	readonly method: string
	readonly outcome: string
	readonly bucket: number
	calls: number
	micros: number
}

/** Calls counted since the last commit, summed by the rows they go to. */
export class UsageBatch {
	readonly accounts = new Map<string, AccountDelta>()
	readonly statistics = new Map<string, StatisticsDelta>()
	/** Keys used, with the account's clock at last use. */
	readonly keys = new Map<string, number>()

	/** Adds calls made at a time. */
	add(calls: readonly Usage[], now: number): void {
		const hour = now - (now % hourMs)
		for (const call of calls) {
			if (call.billed) this.addRelay(call, now)
			this.addStatistics(call, hour)
		}
	}

	/** Adds what another batch holds. */
	merge(other: UsageBatch): void {
		for (const [key, delta] of other.accounts) {
			const mine = this.accounts.get(key)
			if (mine === undefined) this.accounts.set(key, delta)
			else {
				mine.relays += delta.relays
				for (const [id, relays] of delta.applications) {
					mine.applications.set(id, (mine.applications.get(id) ?? 0n) + relays)
				}
			}
		}
		for (const [key, delta] of other.statistics) {
			const mine = this.statistics.get(key)
			if (mine === undefined) this.statistics.set(key, delta)
			else {
				mine.calls += delta.calls
				mine.micros += delta.micros
			}
		}
		for (const [key, time] of other.keys) this.keys.set(key, time)
	}

	get isEmpty(): boolean {
		return this.accounts.size === 0 && this.statistics.size === 0 && this.keys.size === 0
	}

	private addRelay(call: Usage, now: number): void {
		const day = this.dayText(now)
		const key = `${call.accountId} ${day}`
		let delta = this.accounts.get(key)
		if (delta === undefined) {
			delta = { accountId: call.accountId, month: monthOf(now), day, relays: 0n, applications: new Map() }
			this.accounts.set(key, delta)
		}
		delta.relays += 1n
		delta.applications.set(call.applicationId, (delta.applications.get(call.applicationId) ?? 0n) + 1n)
	}

	private addStatistics(call: Usage, hour: number): void {
		const { applicationId, method, outcome } = call
		const bucket = call.micros === undefined ? -1 : latencyBucket(call.micros)
		const key = `${applicationId} ${hour} ${outcome} ${bucket} ${method}`
		let delta = this.statistics.get(key)
		if (delta === undefined) {
			delta = { applicationId, hour, method, outcome, bucket, calls: 0, micros: 0 }
			this.statistics.set(key, delta)
		}
		delta.calls += 1
		delta.micros += Math.round(call.micros ?? 0)
	}

	private known: { start: number; text: string } | undefined

	/** The date of a time; formatting one for every call would cost more than counting it. */
	private dayText(now: number): string {
		const start = now - (now % 86_400_000)
		if (this.known?.start !== start) this.known = { start, text: dayOf(now) }
		return this.known.text
	}
}
