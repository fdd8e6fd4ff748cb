import { toHex } from '../../../util/bytes.ts'

const scratch = new Uint8Array(32)
const view = new DataView(scratch.buffer)

/** The 32 bytes of a word of the EVM, big-endian; of a negative number its two's complement. */
export function wordBytes(word: bigint): Uint8Array<ArrayBuffer> {
	write(word)
	return scratch.slice()
}

/** The address in a word: its last 20 bytes. One that was asked for a moment ago has the same bytes. */
export function addressOfWord(word: bigint): Uint8Array {
	const place = Number(BigInt.asUintN(8, word))
	const known = addresses[place]
	if (known !== undefined && known.word === word) return known.bytes
	write(word)
	const bytes = scratch.slice(12)
	hexes.set(bytes, toHex(bytes))
	addresses[place] = { word, bytes }
	return bytes
}

/** A key of a contract's storage, in both forms that stores use. */
export interface Slot {
	/** 32 bytes. */
	readonly bytes: Uint8Array
	readonly hex: string
}

/** The key in a word. */
export function slotAt(word: bigint): Slot {
	const place = Number(BigInt.asUintN(8, word))
	const known = slots[place]
	if (known !== undefined && known.word === word) return known
	const bytes = wordBytes(word)
	const slot = { word, bytes, hex: toHex(bytes) }
	slots[place] = slot
	return slot
}

/** The key in 32 bytes. */
export function slotOfBytes(bytes: Uint8Array): Slot {
	return { bytes, hex: toHex(bytes) }
}

/** Hex of an address whose bytes stay as they are: found once for those of `addressOfWord`. */
export function addressHex(bytes: Uint8Array): string {
	return hexes.get(bytes) ?? toHex(bytes)
}

/** What instructions named last, by the lowest byte of the word: code works on few addresses and slots at a time. */
const addresses: ({ readonly word: bigint; readonly bytes: Uint8Array } | undefined)[] = new Array(256)
const slots: ((Slot & { readonly word: bigint }) | undefined)[] = new Array(256)
const hexes = new WeakMap<Uint8Array, string>()

function write(word: bigint): void {
	view.setBigUint64(24, word)
	view.setBigUint64(16, word >> 64n)
	view.setBigUint64(8, word >> 128n)
	view.setBigUint64(0, word >> 192n)
}
