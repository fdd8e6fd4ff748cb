import { BoundedCache } from '../util/BoundedCache.ts'

/** Bytes of a SHA-256 hash, of r||s, and of a compressed key, as they lie behind each other in a slot. */
const [hashSize, signatureSize, keySize] = [32, 64, 33]
const slotSize = 132
const slotCount = 4096

const [empty, handed, claimed, good, bad] = [0, 1, 2, 3, 4]
/** Places in the control words: how many were handed over, and whether that is all. The slots' states follow. */
const [headWord, closedWord, firstState] = [0, 1, 2]

/** Looks at a slot before its owner stops waiting for a thread that may not have a processor: about 0.1 ms. */
const patience = 20_000

/**
 * Signatures in memory that two threads share: one hands them over, the other verifies them in that order. The first
 * never waits for long: what is not verified when it is asked for, it verifies itself.
 */
export class SignatureSlots {
	/** For `workerData`. */
	readonly memory: SharedArrayBuffer
	readonly #words: Int32Array
	readonly #bytes: Uint8Array
	/** The ticket each slot was given for, so that one that was given again does not answer for the one before. */
	readonly #tickets = new Int32Array(slotCount).fill(-1)

	/** @param memory of another thread's slots; new memory unless given */
	constructor(memory?: SharedArrayBuffer) {
		const words = firstState + slotCount
		this.memory = memory ?? new SharedArrayBuffer(words * 4 + slotCount * slotSize)
		this.#words = new Int32Array(this.memory, 0, words)
		this.#bytes = new Uint8Array(this.memory, words * 4)
	}

	/** Hands a signature over. Gives the ticket to ask by; undefined for unusual lengths, and while the slot is in use. */
	hand(hash: Uint8Array, signature: Uint8Array, key: Uint8Array): number | undefined {
		if (hash.length !== hashSize || signature.length !== signatureSize || key.length !== keySize) return undefined
		const words = this.#words
		const ticket = Atomics.load(words, headWord)
		const slot = ticket % slotCount
		const state = firstState + slot
		if (Atomics.compareExchange(words, state, handed, empty) === claimed) return undefined
		const at = slot * slotSize
		this.#bytes.set(hash, at)
		this.#bytes.set(signature, at + hashSize)
		this.#bytes.set(key, at + hashSize + signatureSize)
		this.#tickets[slot] = ticket
		Atomics.store(words, state, handed)
		Atomics.store(words, headWord, (ticket + 1) & 0x7fffffff)
		Atomics.notify(words, headWord)
		return ticket
	}

	/** Whether the other thread found a signature right. False also says that it has not come to it: it will not now. */
	isGood(ticket: number): boolean {
		const slot = ticket % slotCount
		if (this.#tickets[slot] !== ticket) return false
		const words = this.#words
		const state = firstState + slot
		if (Atomics.compareExchange(words, state, handed, empty) === handed) return false
		for (let look = 0; look < patience; look++) {
			const now = Atomics.load(words, state)
			if (now !== claimed) return now === good
		}
		return false
	}

	/** Says to the other thread that nothing more comes. */
	close(): void {
		Atomics.store(this.#words, closedWord, 1)
		Atomics.notify(this.#words, headWord)
	}

	/** Verifies what the other thread hands over, in order, until that closes; blocks this thread. */
	work(verify: (hash: Uint8Array, signature: Uint8Array, key: Uint8Array) => boolean): void {
		const words = this.#words
		const hash = new Uint8Array(hashSize)
		const signature = new Uint8Array(signatureSize)
		/** One object for each key: the native library remembers by it what it has worked out of a key. */
		const keys = new BoundedCache<Uint8Array>(5_000)
		for (let next = 0; ; ) {
			if (Atomics.load(words, closedWord) === 1) return
			if (Atomics.load(words, headWord) === next) {
				Atomics.wait(words, headWord, next)
				continue
			}
			const slot = next % slotCount
			next = (next + 1) & 0x7fffffff
			const state = firstState + slot
			if (Atomics.compareExchange(words, state, handed, claimed) !== handed) continue
			const at = slot * slotSize
			hash.set(this.#bytes.subarray(at, at + hashSize))
			signature.set(this.#bytes.subarray(at + hashSize, at + hashSize + signatureSize))
			const shared = this.#bytes.subarray(at + hashSize + signatureSize, at + hashSize + signatureSize + keySize)
			const key = keys.get(String.fromCharCode(...shared), () => shared.slice())
			Atomics.store(words, state, verify(hash, signature, key) ? good : bad)
		}
	}
}
