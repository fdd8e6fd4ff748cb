import { Locks } from '../../util/Lock.ts'

/**
 * Runs the jobs of one signer in sequence and those of different signers concurrently. It remembers the next sequence
 * of each signer while its transactions are pending.
 */
export class SignerQueue {
	readonly #turns = new Locks()
	/** Of signers with pending transactions alone. */
	readonly #next = new Map<string, { readonly sequence: bigint; readonly pending: Set<string> }>()

	/** Runs the job after all earlier ones of this signer have ended, successfully or not. */
	run<T>(signer: string, job: () => Promise<T>): Promise<T> {
		return this.#turns.run(signer, job)
	}

	/** The sequence to sign with: the chain's, or a later one while transactions are pending. */
	sequence(signer: string, onChain: bigint): bigint {
		const next = this.#next.get(signer)
		return next && next.sequence > onChain ? next.sequence : onChain
	}

	/** Records that the node accepted a transaction with this sequence. */
	accepted(signer: string, sequence: bigint, hash: string): void {
		const pending = this.#next.get(signer)?.pending ?? new Set()
		pending.add(hash)
		this.#next.set(signer, { sequence: sequence + 1n, pending })
	}

	/** Records that a transaction is in a block or was dropped. */
	settled(signer: string, hash: string): void {
		const next = this.#next.get(signer)
		next?.pending.delete(hash)
		if (next?.pending.size === 0) this.#next.delete(signer)
	}

	/** Forgets all pending transactions, because the chain went back or the node's mempool was emptied. */
	forgetAll(): void {
		this.#next.clear()
	}
}
