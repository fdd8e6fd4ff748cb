import { getOrInsert } from '../../util/getOrInsert.ts'
import { latencyBucket } from './histogram.ts'
import { dayOf, monthOf } from './price.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000

/** Relays of an account in one month and day, and by application. A batch lives for milliseconds: plain numbers hold them. */
export interface AccountDelta {
	readonly accountId: string
	readonly month: string
	readonly day: string
	relays: number
	readonly applications: Map<string, number>
}

/** One row of statistics to be added. */
export interface StatisticsDelta {
	readonly applicationId: string
	/** Start of the hour. */
	readonly hour: number
	readonly method: string
	readonly outcome: Outcome
	readonly bucket: number
	calls: number
	micros: number
}

/**
 * Calls counted since the last commit, summed by the rows they go to. Every call passes here: rows are found through nested
 * maps and not by a key put together for each.
 */
export class UsageBatch {
	/** By start of the day, then by account. */
	readonly #days = new Map<number, Map<string, AccountDelta>>()
	/** By start of the hour, application, method, outcome and latency class. */
	readonly #hours = new Map<number, Map<string, Map<string, Map<Outcome, Map<number, StatisticsDelta>>>>>()
	/** Keys used, with the clock at their last use. */
	readonly keys = new Map<string, number>()

	/** Adds a call made at a time. */
	add(owner: UsageOwner, call: Usage, now: number): void {
		if (call.billed) this.#addRelay(owner, now)
		this.#addStatistics(owner.applicationId, call, now - (now % hourMs))
	}

	get isEmpty(): boolean {
		// Every relay is in the statistics too, and so is the call that a key was used for.
		return this.#hours.size === 0
	}

	/** Every account's relays. */
	accounts(): readonly AccountDelta[] {
		return [...this.#days.values()].flatMap((accounts) => [...accounts.values()])
	}

	/** Every row of statistics. */
	statistics(): readonly StatisticsDelta[] {
		const rows: StatisticsDelta[] = []
		for (const applications of this.#hours.values()) {
			for (const methods of applications.values()) {
				for (const outcomes of methods.values()) {
					for (const buckets of outcomes.values()) rows.push(...buckets.values())
				}
			}
		}
		return rows
	}

	#addRelay({ accountId, applicationId }: UsageOwner, now: number): void {
		const accounts = within(this.#days, now - (now % dayMs))
		const delta = getOrInsert(accounts, accountId, () => ({
			accountId,
			month: monthOf(now),
			day: dayOf(now),
			relays: 0,
			applications: new Map(),
		}))
		delta.relays += 1
		delta.applications.set(applicationId, (delta.applications.get(applicationId) ?? 0) + 1)
	}

	#addStatistics(applicationId: string, { method, outcome, micros }: Usage, hour: number): void {
		const buckets = within(within(within(within(this.#hours, hour), applicationId), method), outcome)
		const bucket = micros === undefined ? -1 : latencyBucket(micros)
		const delta = getOrInsert(buckets, bucket, () => ({
			applicationId,
			hour,
			method,
			outcome,
			bucket,
			calls: 0,
			micros: 0,
		}))
		delta.calls += 1
		delta.micros += micros ?? 0
	}
}

/** The inner map of a key, created if missing. */
function within<Key, InnerKey, Value>(outer: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
	return getOrInsert(outer, key, () => new Map())
}

/** Result class of a call, for statistics. */
export type Outcome = 'ok' | '4xx' | '5xx'

/** The owner of counted calls. */
export interface UsageOwner {
	readonly accountId: string
	readonly applicationId: string
}

/** One call to be counted. */
export interface Usage {
	/** Name of the method; `other` for what the service does not know, `invalid` for what is no call. */
	readonly method: string
	readonly outcome: Outcome
	/** Time of the work in whole microseconds; undefined for a call refused before it ran. */
	readonly micros: number | undefined
	/** Whether it is a relay. */
	readonly billed: boolean
}
