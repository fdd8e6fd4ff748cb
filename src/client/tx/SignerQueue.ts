/**
 * Runs the jobs of one signer one after the other and those of different signers at the same time, and remembers which
 * sequence each signer uses next while its transactions wait for a block.
 */
export class SignerQueue {
	readonly #tails = new Map<string, Promise<void>>()
	readonly #next = new Map<string, { readonly sequence: bigint; readonly pending: Set<string> }>()

	/** Runs the job when all earlier ones of this signer have ended, however they ended. */
	run<T>(signer: string, job: () => Promise<T>): Promise<T> {
		const result = (this.#tails.get(signer) ?? Promise.resolve()).then(job)
		const tail = result.then(
			() => {},
			() => {},
		)
		this.#tails.set(signer, tail)
		void tail.then(() => {
			if (this.#tails.get(signer) === tail) this.#tails.delete(signer)
		})
		return result
	}

	/** The sequence to sign with: the chain's, or a later one while transactions of ours are on their way. */
	sequence(signer: string, onChain: bigint): bigint {
		const next = this.#next.get(signer)
		return next && next.pending.size > 0 && next.sequence > onChain ? next.sequence : onChain
	}

	/** Notes that the node took a transaction with this sequence. */
	accepted(signer: string, sequence: bigint, hash: string): void {
		const pending = this.#next.get(signer)?.pending ?? new Set()
		pending.add(hash)
		this.#next.set(signer, { sequence: sequence + 1n, pending })
	}

	/** Notes that a transaction is in a block or will never be. */
	settled(signer: string, hash: string): void {
		const next = this.#next.get(signer)
		next?.pending.delete(hash)
		if (next?.pending.size === 0) this.#next.delete(signer)
	}

	/** Forgets what is on its way: the chain went back or the node's mempool was emptied. */
	forgetAll(): void {
		this.#next.clear()
	}
}
