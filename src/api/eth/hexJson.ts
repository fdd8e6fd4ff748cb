import { toHex } from '../../util/bytes.ts'

/** Formats a quantity: `0x0`, `0x1f`. */
export function quantity(value: bigint | number): string {
	return `0x${value.toString(16)}`
}

/** Formats bytes: `0x` and two lower-case digits per byte. */
export function hexBytes(bytes: Uint8Array): string {
	return `0x${toHex(bytes)}`
}

/** A 32-byte word of zeros. */
export const zeroWord = hexBytes(new Uint8Array(32))
