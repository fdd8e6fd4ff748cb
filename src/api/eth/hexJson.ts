import { toHex } from '../../util/bytes.ts'

/** A number as the JSON-RPC writes quantities: `0x0`, `0x1f`. */
export function quantity(value: bigint | number): string {
	return `0x${value.toString(16)}`
}

/** Bytes as the JSON-RPC writes them: `0x` and two lower-case digits a byte. */
export function hexBytes(bytes: Uint8Array): string {
	return `0x${toHex(bytes)}`
}
