import type { TxResult } from '../../../abci/Application.ts'
import type { ChainReader } from '../../../chain/ChainReader.ts'
import type { TxPool } from '../../../chain/TxPool.ts'
import { sha256 } from '../../../crypto/hash.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes, toHex } from '../../../util/bytes.ts'
import { Lock } from '../../../util/Lock.ts'
import { BlockSubscription } from '../BlockSubscription.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { searchedPool } from './inMempool.ts'
import { isRaise, poolLimits } from './poolRules.ts'

/** A transaction on its way to a block. */
export interface PooledTx {
	readonly tx: EthTx
	/** 32 bytes. */
	readonly hash: Uint8Array
	/** 20 bytes. */
	readonly from: Uint8Array
	/** In the framework's form, as the chain's own mempool takes it. */
	readonly bytes: Uint8Array
}

interface Entry extends PooledTx {
	/** When it came, in milliseconds. */
	readonly since: number
	/** Whether it waits for an earlier nonce, or the chain's mempool has it. */
	place: 'queue' | 'mempool'
	/** The newest height at which it was known to be in the mempool. */
	seenAt: number
}

/** The transactions of one sender by nonce. */
interface Sender {
	readonly lock: Lock
	readonly entries: Map<bigint, Entry>
	/** Calls that are at work on it: it stays as long. */
	users: number
}

/** What the pool needs of the chain. */
export interface EthPoolParts {
	readonly pool: TxPool
	readonly chain: ChainReader
	/** The sender's nonce after the newest block. */
	readonly nonceOf: (sender: Uint8Array) => Promise<bigint>
	/** The machine's clock in milliseconds. */
	readonly now: () => number
}

/** Blocks after which one that the mempool should have is looked for there. */
const doubtAfter = 3
/**
 * The pool as Ethereum's tools expect it, before the chain's own mempool, which takes the nonces of a sender in order
 * only: a later nonce waits for the ones before it, one that pays too little waits until the base fee has fallen, and one
 * that pays 10 % more takes the place of another. It also
 * remembers what it gave to the mempool until that is in a block, and gives it again when the mempool lost it: when the
 * chain went back, or when an earlier transaction of the sender failed.
 */
export class EthPool {
	readonly #parts: EthPoolParts
	readonly #senders = new Map<string, Sender>()
	/** Entries of the mempool by the hash of their bytes. */
	readonly #given = new Map<string, Entry>()
	readonly #listeners = new Set<(hash: Uint8Array) => void>()
	#queued = 0
	#queuedBytes = 0
	#height = 0
	/** Followed while there is something to follow. */
	readonly #blocks: BlockSubscription
	#last: Promise<void> = Promise.resolve()

	constructor(parts: EthPoolParts) {
		this.#parts = parts
		this.#blocks = new BlockSubscription(parts.chain, ({ header, txs }) => {
			this.#last = this.#last.then(() => this.#onBlock(header.height, txs)).catch(() => undefined)
		})
	}

	/** Those that wait for an earlier nonce, or until the base fee has fallen. */
	get queued(): readonly PooledTx[] {
		this.#forgetOld()
		return this.#entries().filter(({ place }) => place === 'queue')
	}

	/** Calls the listener with the hash of each transaction that can be in the next block. */
	onPending(listener: (hash: Uint8Array) => void): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	/**
	 * Takes a transaction. Resolves with the answer of CheckTx, or undefined when it waits.
	 * @param waitsForFee whether one below the base fee waits too
	 * @throws {EthFault} if the pool refuses it; {MempoolError} if the chain's mempool does.
	 */
	async add(item: PooledTx, waitsForFee: boolean): Promise<TxResult | undefined> {
		const key = toHex(item.from)
		const sender = this.#senderOf(key)
		return this.#atWork(sender, key, () => this.#addTo(sender, item, waitsForFee))
	}

	/** The first nonce from one on that nothing here has. */
	nonceAfter(sender: Uint8Array, from: bigint): bigint {
		const entries = this.#senders.get(toHex(sender))?.entries
		let next = from
		while (entries?.has(next)) next++
		return next
	}

	/** Takes transactions out. Resolves with how many of them waited for an earlier nonce. */
	drop(isUnwanted: (item: PooledTx) => boolean): number {
		const unwanted = this.#entries().filter(isUnwanted)
		for (const entry of unwanted) this.#remove(entry)
		return unwanted.filter(({ place }) => place === 'queue').length
	}

	/** Gives what waits to the mempool again, after the chain went back. */
	afterRewind(): Promise<void> {
		this.#last = this.#last.then(async () => {
			const { height } = await this.#parts.chain.status()
			this.#goBack(height)
			await this.#promoteAll()
		})
		return this.#last
	}

	#senderOf(key: string): Sender {
		const sender = this.#senders.get(key) ?? { lock: new Lock(), entries: new Map(), users: 0 }
		this.#senders.set(key, sender)
		return sender
	}

	async #atWork<T>(sender: Sender, key: string, task: () => Promise<T>): Promise<T> {
		sender.users++
		try {
			return await sender.lock.run(task)
		} finally {
			sender.users--
			this.#leave(sender, key)
		}
	}

	/** Forgets a sender of nothing. */
	#leave({ entries, users }: Sender, key: string): void {
		if (entries.size === 0 && users === 0) this.#senders.delete(key)
	}

	async #addTo(sender: Sender, item: PooledTx, waitsForFee: boolean): Promise<TxResult | undefined> {
		const { nonce } = item.tx
		const before = sender.entries.get(nonce)
		if (before !== undefined && equalBytes(before.hash, item.hash)) throw new EthFault('already known')
		if (before !== undefined) return this.#replace(sender, before, item)
		const result = await this.#give(sender, item)
		if (result.code === 0) {
			await this.#promote(sender)
			return result
		}
		const gap = nonceIn(result)
		const isEarly = gap === undefined ? waitsForFee && isBelowBaseFee(result) : gap.got > gap.expected
		if (!isEarly) return result
		this.#enqueue(item)
		// The ones before it may have come meanwhile.
		await this.#promote(sender)
		return undefined
	}

	/** Puts a transaction in the place of one with the same nonce. */
	async #replace(sender: Sender, before: Entry, item: PooledTx): Promise<TxResult | undefined> {
		if (!isRaise(item.tx, before.tx)) throw new EthFault('replacement transaction underpriced')
		if (before.place === 'queue') {
			this.#remove(before)
			try {
				this.#enqueue(item)
			} catch (fault) {
				this.#wait(before)
				throw fault
			}
			// The one before it may have waited for its price alone.
			await this.#promote(sender)
			return undefined
		}
		const { takeBack } = this.#parts.pool
		if (takeBack === undefined) {
			throw new EthFault(
				`the transaction with nonce ${item.tx.nonce} is with the chain's engine already, which cannot replace it`,
			)
		}
		// Those after it fail without it, so they are given again behind it.
		const later = [...sender.entries.values()].filter(
			({ place, tx }) => place === 'mempool' && tx.nonce >= before.tx.nonce,
		)
		await takeBack(later.map(({ bytes }) => keyOf(bytes)))
		for (const entry of later) this.#remove(entry)
		let result: TxResult | undefined
		try {
			result = await this.#give(sender, item)
			return result
		} finally {
			for (const entry of later) if (entry !== before || result?.code !== 0) await this.#giveAgain(sender, entry)
			await this.#promote(sender)
		}
	}

	/** Gives the mempool what it had; what it does not take waits. */
	async #giveAgain(sender: Sender, entry: Entry): Promise<void> {
		const result = await this.#give(sender, entry).catch(notNow)
		if (result?.code !== 0) this.#wait(entry)
	}

	/** Gives a transaction to the chain's mempool. */
	async #give(sender: Sender, item: PooledTx): Promise<TxResult> {
		const key = keyOf(item.bytes)
		const entry: Entry = { ...item, since: this.#parts.now(), place: 'mempool', seenAt: this.#height }
		sender.entries.set(item.tx.nonce, entry)
		this.#given.set(key, entry)
		const watching = this.#blocks.open()
		let result: TxResult | undefined
		try {
			await watching
			result = await this.#parts.pool.broadcastTxSettled(item.bytes)
		} finally {
			if (result?.code !== 0) this.#remove(entry)
		}
		if (result.code === 0) for (const listener of this.#listeners) listener(item.hash)
		return result
	}

	#enqueue(item: PooledTx | Entry): void {
		const waiting = this.queued.filter(({ from }) => equalBytes(from, item.from)).length
		const { perSender, txs, bytes, txBytes } = poolLimits
		if (item.bytes.length > txBytes) {
			throw new EthFault(`oversized data: transaction size ${item.bytes.length}, limit ${txBytes}`)
		}
		if (waiting >= perSender) throw new EthFault(`account limit exceeded: pooled ${waiting} txs`)
		if (this.#queued >= txs || this.#queuedBytes + item.bytes.length > bytes) throw new EthFault('txpool is full')
		this.#queued++
		this.#queuedBytes += item.bytes.length
		const since = 'since' in item ? item.since : this.#parts.now()
		const entry: Entry = { ...item, since, place: 'queue', seenAt: this.#height }
		this.#senderOf(toHex(item.from)).entries.set(item.tx.nonce, entry)
	}

	/** Gives the mempool what has no gap before it any more. The sender's lock is held. */
	async #promote(sender: Sender): Promise<void> {
		const first = [...sender.entries.values()].find(({ place }) => place === 'queue')
		if (first === undefined) return
		let next = await this.#parts.nonceOf(first.from)
		for (const [nonce, entry] of sender.entries) if (nonce < next && entry.place === 'queue') this.#remove(entry)
		for (;;) {
			const entry = sender.entries.get(next)
			if (entry === undefined) return
			next++
			if (entry.place === 'mempool') continue
			this.#remove(entry)
			const result = await this.#give(sender, entry).catch(notNow)
			if (result?.code === 0) continue
			const nonce = nonceIn(result)
			// One that a transaction from elsewhere came before is over; others are tried again.
			if (nonce === undefined || nonce.got > nonce.expected) return this.#wait(entry)
		}
	}

	async #promoteAll(): Promise<void> {
		if (this.#queued === 0) return
		for (const [key, sender] of [...this.#senders]) await this.#atWork(sender, key, () => this.#promote(sender))
	}

	async #onBlock(height: number, txs: readonly Uint8Array[]): Promise<void> {
		if (height <= this.#height) this.#goBack(height)
		this.#height = height
		for (const bytes of txs) {
			const entry = this.#given.get(keyOf(bytes))
			if (entry !== undefined) this.#remove(entry)
		}
		await this.#lookForLost(height)
		await this.#promoteAll()
		if (this.#senders.size > 0) return
		await this.#blocks.close()
	}

	/** What the mempool had is gone. A chain that begins again has no place for what was signed for it before. */
	#goBack(height: number): void {
		this.#height = height
		const entries = [...this.#given.values()]
		if (height <= 1) for (const entry of this.#entries()) this.#remove(entry)
		else for (const entry of entries) this.#wait(entry)
	}

	async #lookForLost(height: number): Promise<void> {
		const doubted = [...this.#given.values()].filter(({ seenAt }) => height - seenAt >= doubtAfter)
		if (doubted.length === 0) return
		const waiting = new Set((await this.#parts.pool.mempoolTxs(searchedPool)).map(keyOf))
		for (const entry of doubted) {
			if (waiting.has(keyOf(entry.bytes))) entry.seenAt = height
			else this.#wait(entry)
		}
	}

	/** Lets an entry wait again like one that just came, if there is room. */
	#wait(entry: Entry): void {
		this.#remove(entry)
		try {
			this.#enqueue(entry)
		} catch (fault) {
			if (!(fault instanceof EthFault)) throw fault
		}
	}

	#remove(entry: Entry): void {
		const key = toHex(entry.from)
		const sender = this.#senders.get(key)
		if (sender?.entries.get(entry.tx.nonce) !== entry) return
		sender.entries.delete(entry.tx.nonce)
		if (entry.place === 'mempool') this.#given.delete(keyOf(entry.bytes))
		else {
			this.#queued--
			this.#queuedBytes -= entry.bytes.length
		}
		this.#leave(sender, key)
	}

	#forgetOld(): void {
		const oldest = this.#parts.now() - poolLimits.lifetimeMs
		for (const entry of this.#entries()) if (entry.place === 'queue' && entry.since < oldest) this.#remove(entry)
	}

	#entries(): Entry[] {
		return [...this.#senders.values()].flatMap(({ entries }) => [...entries.values()])
	}
}

/** A mempool that is full, and an engine that does not answer, take a transaction another time. */
const notNow = (): undefined => undefined

/** The nonce of a refused transaction and the one that its sender has, if they differ. */
function nonceIn(result: TxResult | undefined): { readonly got: bigint; readonly expected: bigint } | undefined {
	const found = /invalid nonce; got (\d+), expected (\d+)/.exec(result?.log ?? '')
	return found === null ? undefined : { got: BigInt(found[1]!), expected: BigInt(found[2]!) }
}

/** CheckTx tells it in two ways, by the kind of the transaction. */
function isBelowBaseFee({ log }: TxResult): boolean {
	return /max fee per gas less than block base fee|the tx gasfeecap is lower than the tx baseFee/.test(log)
}

function keyOf(bytes: Uint8Array): string {
	return toHex(sha256(bytes))
}
