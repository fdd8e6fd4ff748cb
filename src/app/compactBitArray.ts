import { PanicError } from '../errors/PanicError.ts'
import type { CompactBitArray } from '../gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'

/** Number of bits; can be negative for a malformed array (framework: crypto/types/compact_bit_array.go Count). */
export function bitArrayCount(array: CompactBitArray | undefined): number {
	if (array === undefined) return 0
	if (array.extraBitsStored === 0) return array.elems.length * 8
	return (array.elems.length - 1) * 8 + array.extraBitsStored
}

/** Whether a bit is set; false outside of the array. Panics when the array claims more bits than it has bytes for. */
export function bitArrayGet(array: CompactBitArray | undefined, index: number): boolean {
	if (array === undefined || index < 0 || index >= bitArrayCount(array)) return false
	return (elementAt(array, index >> 3) & (1 << (7 - (index % 8)))) > 0
}

/**
 * Number of set bits before an index. Panics at the end of an array whose bits fill its bytes, as the framework does:
 * there threshold keys of 8, 16, ... members cannot sign.
 */
export function bitArrayTrueBefore(array: CompactBitArray | undefined, index: number): number {
	const limit = Math.min(index, bitArrayCount(array))
	let ones = 0
	for (let element = 0; ; element++) {
		const byte = elementAt(array, element)
		if (element * 8 + 7 >= limit) return ones + onesIn(byte >> (8 - (limit % 8)))
		ones += onesIn(byte)
	}
}

function elementAt(array: CompactBitArray | undefined, index: number): number {
	if (array === undefined) throw new PanicError('runtime error: invalid memory address or nil pointer dereference')
	const byte = array.elems[index]
	if (byte === undefined) {
		throw new PanicError(`runtime error: index out of range [${index}] with length ${array.elems.length}`)
	}
	return byte
}

function onesIn(byte: number): number {
	let ones = 0
	for (let rest = byte; rest > 0; rest &= rest - 1) ones++
	return ones
}
