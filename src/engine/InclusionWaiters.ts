import type { TxRecord } from '../chain/blockTypes.ts'
import { BroadcastTimeout } from '../chain/faults.ts'
import { toHex } from '../util/bytes.ts'

/** A caller that waits for a transaction to enter a block. */
export interface InclusionWaiter {
	/** Resolves with the transaction in its block; rejects with BroadcastTimeout after that time. */
	within(ms: number): Promise<TxRecord>
	/** Ends the waiting; must be called once. */
	stop(): void
}

/** Notifies callers when a block includes their transaction. */
export class InclusionWaiters {
	/** By hash in hex. */
	readonly #waiting = new Map<string, Set<(record: TxRecord) => void>>()

	/** Waits for a hash from now on, so that a block made before `within` is called counts too. */
	waitFor(txHash: Uint8Array): InclusionWaiter {
		const hash = toHex(txHash)
		let arrived: (record: TxRecord) => void = () => undefined
		const record = new Promise<TxRecord>((resolve) => {
			arrived = resolve
		})
		const waiters = this.#waiting.get(hash) ?? new Set()
		this.#waiting.set(hash, waiters.add(arrived))
		let timer: ReturnType<typeof setTimeout> | undefined
		return {
			within: (ms) => {
				const late = new Promise<never>((_, reject) => {
					timer = setTimeout(() => reject(new BroadcastTimeout()), ms)
				})
				return Promise.race([record, late])
			},
			stop: () => {
				clearTimeout(timer)
				waiters.delete(arrived)
				if (waiters.size === 0) this.#waiting.delete(hash)
			},
		}
	}

	/** The transactions of a block. */
	included(records: readonly TxRecord[]): void {
		if (this.#waiting.size === 0) return
		for (const record of records) for (const tell of this.#waiting.get(toHex(record.hash)) ?? []) tell(record)
	}
}
