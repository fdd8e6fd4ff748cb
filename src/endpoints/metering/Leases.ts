import { sql } from 'kysely'
import type { Clock } from '../../util/Clock.ts'
import { larger, smaller } from '../../util/order.ts'
import type { Storage } from '../storage/openStorage.ts'
import { monthOf } from './price.ts'

/** A lease not renewed for this long belongs to a process that is gone. */
const leaseMs = 15_000
/** A lease not drawn on for this long is given back. */
const idleMs = 500
/** Part of what is left that one process may hold, and the most. */
const share = 20n
const most = 10_000n

interface Lease {
	readonly month: string
	cap: bigint
	/** Relays that may still be started. */
	available: bigint
	usedAt: number
	renewedAt: number
	extending: Promise<boolean> | undefined
}

/**
 * Hard caps of accounts, shared by all processes on one database. A process serves only relays that it has leased from
 * the shared rest, so the sum stays within the cap. A crash holds back a small part until its lease expires. A process
 * that stalls for longer than a lease can exceed the cap by the calls it had begun.
 */
export class Leases {
	readonly #storage: Storage
	readonly #clock: Clock
	readonly #processId: string
	readonly #leases = new Map<string, Lease>()

	constructor(storage: Storage, clock: Clock, processId: string) {
		this.#storage = storage
		this.#clock = clock
		this.#processId = processId
	}

	/** Takes `count` relays of an account. Resolves to false when the cap is reached. */
	async take(accountId: string, cap: bigint, count: bigint): Promise<boolean> {
		const now = this.#clock.now()
		const month = monthOf(now)
		let lease = this.#leases.get(accountId)
		if (lease === undefined || lease.month !== month) {
			lease = { month, cap, available: 0n, usedAt: now, renewedAt: Number.NEGATIVE_INFINITY, extending: undefined }
			this.#leases.set(accountId, lease)
		}
		lease.usedAt = now
		while (lease.available < count || lease.cap !== cap || now - lease.renewedAt > leaseMs / 3) {
			if (lease.extending !== undefined) {
				await lease.extending
				continue
			}
			lease.extending = this.#extend(accountId, lease, cap, count, now)
			let exhausted: boolean
			try {
				exhausted = await lease.extending
			} finally {
				lease.extending = undefined
			}
			if (exhausted && lease.available < count) return false
		}
		lease.available -= count
		return true
	}

	/** Returns idle leases to the shared rest; all of them at the end. */
	async release(all = false): Promise<void> {
		const now = this.#clock.now()
		for (const [accountId, lease] of this.#leases) {
			if (lease.extending !== undefined || (!all && now - lease.usedAt < idleMs)) continue
			this.#leases.delete(accountId)
			const back = lease.available
			await this.#storage.db
				.updateTable('leases')
				.set({ remaining: sql`case when remaining > ${back} then remaining - ${back} else 0 end` })
				.where('account_id', '=', accountId)
				.where('month', '=', lease.month)
				.where('process_id', '=', this.#processId)
				.execute()
		}
	}

	/** Renews a lease and adds to it. Resolves to true when there is no more to add. */
	async #extend(accountId: string, lease: Lease, cap: bigint, count: bigint, now: number): Promise<boolean> {
		const { month } = lease
		const key = { account_id: accountId, month, process_id: this.#processId }
		// A changed cap recalculates the shares.
		const back = lease.cap === cap ? 0n : lease.available
		lease.available -= back
		lease.cap = cap
		const available = lease.available
		const { grant, wanted, lost } = await this.#storage.db.transaction().execute(async (db) => {
			// The account's row is the lock: one process at a time reckons what is left.
			const { relays } = await db
				.insertInto('usage_accounts')
				.values({ account_id: accountId, month, relays: 0n })
				.onConflict((on) => on.columns(['account_id', 'month']).doUpdateSet({ relays: sql`usage_accounts.relays` }))
				.returning('relays')
				.executeTakeFirstOrThrow()
			await db
				.deleteFrom('leases')
				.where('account_id', '=', accountId)
				.where('expires_at', '<=', BigInt(now))
				.where('process_id', '!=', this.#processId)
				.execute()
			const rows = await db
				.selectFrom('leases')
				.select(['process_id', 'remaining'])
				.where('account_id', '=', accountId)
				.where('month', '=', month)
				.execute()
			const own = rows.find((row) => row.process_id === this.#processId)
			// Another process took the lease over while this one stalled, so its rest is lost.
			const lost = own === undefined
			const rest = cap - relays - rows.reduce((sum, { remaining }) => sum + remaining, 0n) + back
			const part = smaller(rest / share, most)
			// Who lost a lease that was enough finds it empty, and asks once more.
			const wanted = available >= count ? 0n : larger(part, count)
			const grant = larger(0n, smaller(wanted, rest))
			await db
				.insertInto('leases')
				.values({ ...key, remaining: grant, expires_at: BigInt(now + leaseMs) })
				.onConflict((on) =>
					on.columns(['account_id', 'month', 'process_id']).doUpdateSet({
						// Not what was read: shares given back meanwhile must not come to life again.
						remaining: sql`leases.remaining + excluded.remaining - ${back}`,
						expires_at: sql`excluded.expires_at`,
					}),
				)
				.execute()
			return { grant, wanted, lost }
		})
		lease.available = (lost ? 0n : lease.available) + grant
		lease.renewedAt = now
		return grant < wanted
	}
}
