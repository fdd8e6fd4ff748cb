import { itemOf } from '../../errors/ChainError.ts'

/** Bits packed into bytes, highest first, as multisignatures mark who signed (framework: crypto/types CompactBitArray). */
export interface CompactBitArray {
	/** Used bits of the last byte; 0 means all eight. */
	readonly extraBitsStored: number
	readonly elems: Uint8Array
}

/** Number of bits; an absent array has none. */
export function bitCount(bits: CompactBitArray | undefined): number {
	if (bits === undefined) return 0
	if (bits.extraBitsStored === 0) return bits.elems.length * 8
	return (bits.elems.length - 1) * 8 + bits.extraBitsStored
}

/** Whether a bit is set; false out of range. @throws {PanicError} where the framework reads past its bytes. */
export function bitAt(bits: CompactBitArray | undefined, index: number): boolean {
	if (bits === undefined || index < 0 || index >= bitCount(bits)) return false
	return (byteAt(bits, index >> 3) & (1 << (7 - (index % 8)))) !== 0
}

/**
 * Number of bits set before an index.
 * @throws {PanicError} where the framework reads past its bytes: also for a whole number of bytes asked for in full
 * (cosmos-sdk v0.44.5 NumTrueBitsBefore).
 */
export function trueBitsBefore(bits: CompactBitArray | undefined, index: number): number {
	const end = Math.min(index, bitCount(bits))
	let count = 0
	for (let i = 0; ; i++) {
		const byte = byteAt(bits, i)
		if (i * 8 + 7 >= end) return count + ones(byte >> (7 - (end % 8) + 1))
		count += ones(byte)
	}
}

function byteAt(bits: CompactBitArray | undefined, index: number): number {
	return itemOf(bits?.elems ?? [], index)
}

function ones(byte: number): number {
	let rest = byte
	let count = 0
	for (; rest > 0; rest >>= 1) count += rest & 1
	return count
}
