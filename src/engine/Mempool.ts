import type { TxResult } from '../abci/Application.ts'
import { MempoolError } from '../chain/faults.ts'
import { txFieldSize } from '../chain/hash/encodeBlock.ts'
import { sha256 } from '../crypto/hash.ts'
import { toHex } from '../util/bytes.ts'
import { NewestMap } from '../util/NewestMap.ts'

/** Limits of a mempool; the defaults are Tendermint's (v0.34.15 config.DefaultMempoolConfig). */
export interface MempoolLimits {
	/** Number of waiting transactions. */
	readonly txs: number
	/** Bytes of all of them. */
	readonly bytes: number
	/** Bytes of one. */
	readonly txBytes: number
	/** Number of transactions remembered, in or out of the pool. */
	readonly cache: number
}

/** Tendermint's defaults. */
export const defaultMempoolLimits: MempoolLimits = {
	txs: 5000,
	bytes: 1_073_741_824,
	txBytes: 1_048_576,
	cache: 10_000,
}

interface Waiting {
	readonly tx: Uint8Array
	readonly gasWanted: bigint
}

/**
 * Transactions that passed CheckTx and wait for a block, first come first served, and a cache of those seen
 * (tendermint v0.34.15 mempool/clist_mempool.go). CheckTx itself is the caller's.
 */
export class Mempool {
	readonly #limits: MempoolLimits
	readonly #waiting = new Map<string, Waiting>()
	/** Keys of those seen. */
	readonly #cache: NewestMap<string, undefined>
	#waitingBytes = 0

	constructor(limits: MempoolLimits) {
		this.#limits = limits
		this.#cache = new NewestMap(limits.cache)
	}

	get count(): number {
		return this.#waiting.size
	}

	get bytes(): number {
		return this.#waitingBytes
	}

	/** The first transactions in order. */
	first(limit: number): Uint8Array[] {
		const txs: Uint8Array[] = []
		for (const { tx } of this.#waiting.values()) {
			if (txs.length >= limit) break
			txs.push(tx)
		}
		return txs
	}

	/**
	 * Adds a transaction to the cache before CheckTx and returns its key.
	 * @throws {MempoolError} if the mempool is full, or the transaction is too large for it or for a block
	 * (`maxBlockData` bytes), or known.
	 */
	admit(tx: Uint8Array, maxBlockData: number): string {
		if (this.#isFull(tx)) throw this.#fullError()
		if (tx.length > this.#limits.txBytes) {
			throw new MempoolError(21, `Tx too large. Max size is ${this.#limits.txBytes}, but got ${tx.length}`)
		}
		const size = txFieldSize(tx)
		if (size > maxBlockData) throw new MempoolError(21, `tx size is too big: ${size}, max: ${maxBlockData}`)
		const key = keyOf(tx)
		const isKnown = this.#cache.has(key)
		this.#cache.set(key, undefined)
		if (isKnown) throw new MempoolError(19, 'tx already exists in cache')
		return key
	}

	/** After CheckTx: keeps or forgets a transaction; more gas than a block has is a silent refusal, as in Tendermint. */
	settle(key: string, tx: Uint8Array, result: TxResult, maxGas: bigint): void {
		if (result.code !== 0 || !gasFits(result.gasWanted, maxGas) || this.#isFull(tx)) {
			this.#cache.delete(key)
			return
		}
		this.#waiting.set(key, { tx, gasWanted: result.gasWanted })
		this.#waitingBytes += tx.length
	}

	/** The first transactions that fit into a block. */
	reap(maxBytes: number, maxGas: bigint): Uint8Array[] {
		const txs: Uint8Array[] = []
		let bytes = 0
		let gas = 0n
		for (const { tx, gasWanted } of this.#waiting.values()) {
			bytes += txFieldSize(tx)
			gas += gasWanted
			if (bytes > maxBytes || (maxGas > -1n && gas > maxGas)) break
			txs.push(tx)
		}
		return txs
	}

	/** Takes a block's transactions out; those that failed in it may be sent again. */
	update(txs: readonly Uint8Array[], results: readonly TxResult[]): void {
		txs.forEach((tx, index) => {
			const key = keyOf(tx)
			if (results[index]?.code === 0) this.#cache.set(key, undefined)
			else this.#cache.delete(key)
			this.#drop(key)
		})
	}

	/** The current transactions, to be checked again after a block. */
	entries(): { readonly key: string; readonly tx: Uint8Array }[] {
		return [...this.#waiting].map(([key, { tx }]) => ({ key, tx }))
	}

	/** After a recheck: takes out what is no longer valid. */
	settleRecheck(key: string, result: TxResult, maxGas: bigint): void {
		if (result.code !== 0 || !gasFits(result.gasWanted, maxGas)) this.remove(key)
	}

	/** Takes out a transaction as if it had never come. */
	remove(key: string): void {
		this.#cache.delete(key)
		this.#drop(key)
	}

	/** Forgets everything. */
	clear(): void {
		this.#waiting.clear()
		this.#cache.clear()
		this.#waitingBytes = 0
	}

	#drop(key: string): void {
		const entry = this.#waiting.get(key)
		if (entry === undefined) return
		this.#waiting.delete(key)
		this.#waitingBytes -= entry.tx.length
	}

	#isFull(tx: Uint8Array): boolean {
		return this.#waiting.size >= this.#limits.txs || tx.length + this.#waitingBytes > this.#limits.bytes
	}

	#fullError(): MempoolError {
		const { txs, bytes } = this.#limits
		const text = `number of txs ${this.count} (max: ${txs}), total txs bytes ${this.#waitingBytes} (max: ${bytes})`
		return new MempoolError(20, `mempool is full: ${text}`)
	}
}

function keyOf(tx: Uint8Array): string {
	return toHex(sha256(tx))
}

function gasFits(gasWanted: bigint, maxGas: bigint): boolean {
	return maxGas === -1n || (gasWanted >= 0n && gasWanted <= maxGas)
}
