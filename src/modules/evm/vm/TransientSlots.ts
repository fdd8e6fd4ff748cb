import type { Address } from '@ethereumjs/util'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { numberOfBytes } from './instructions/FrameMemory.ts'
import { addressHex, wordBytes } from './wordBytes.ts'

interface Entry {
	value: bigint
	/** Place of its last change in the list. */
	notedAt: number
}

const noEntries = (): Map<string, Entry> => new Map()
const newEntry = (): Entry => ({ value: 0n, notedAt: -1 })

/**
 * Slots that live as long as a transaction (EIP-1153). It takes the place of the library's, which keeps a record of each write,
 * also of a thousand to one slot between two calls: a block made it keep 300,000.
 */
export class TransientSlots {
	readonly #contracts = new Map<string, Map<string, Entry>>()
	readonly #changes: { readonly entry: Entry; readonly value: bigint; readonly notedAt: number }[] = []
	readonly #checkpoints: number[] = []

	load(address: Address, slot: bigint): bigint {
		return this.#contracts.get(addressHex(address.bytes))?.get(slot.toString(16))?.value ?? 0n
	}

	store(address: Address, slot: bigint, value: bigint): void {
		const entries = getOrInsert(this.#contracts, addressHex(address.bytes), noEntries)
		const entry = getOrInsert(entries, slot.toString(16), newEntry)
		if (entry.notedAt < (this.#checkpoints.at(-1) ?? 0)) {
			this.#changes.push({ entry, value: entry.value, notedAt: entry.notedAt })
			entry.notedAt = this.#changes.length - 1
		}
		entry.value = value
	}

	/** The library's form of `load`. */
	get(address: Address, slot: Uint8Array): Uint8Array {
		return wordBytes(this.load(address, numberOfBytes(slot)))
	}

	/** The library's form of `store`. */
	put(address: Address, slot: Uint8Array, value: Uint8Array): void {
		this.store(address, numberOfBytes(slot), numberOfBytes(value))
	}

	checkpoint(): void {
		this.#checkpoints.push(this.#changes.length)
	}

	commit(): void {
		this.#checkpoints.pop()
	}

	revert(): void {
		const from = this.#checkpoints.pop()!
		while (this.#changes.length > from) {
			const { entry, value, notedAt } = this.#changes.pop()!
			entry.value = value
			entry.notedAt = notedAt
		}
	}

	/** Forgets everything: a transaction is over. */
	clear(): void {
		this.#contracts.clear()
		this.#changes.length = 0
	}
}
