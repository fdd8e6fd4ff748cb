import { fromHex } from '../util/bytes.ts'

/** Whether a text is 20 bytes of hex, with or without 0x (go-ethereum v1.10.16 common.IsHexAddress). */
export function isHexAddress(text: string): boolean {
	return /^(0[xX])?[0-9a-fA-F]{40}$/.test(text)
}

/** The last 20 bytes of a hex text, zeros in front; what is not hex ends it (go-ethereum v1.10.16 common.HexToAddress). */
export function hexToAddress(text: string): Uint8Array {
	return lastBytes(text, 20)
}

/** As `hexToAddress`, of 32 bytes (go-ethereum v1.10.16 common.HexToHash). */
export function hexToHash(text: string): Uint8Array {
	return lastBytes(text, 32)
}

function lastBytes(text: string, length: number): Uint8Array {
	const digits = text.replace(/^0[xX]/, '')
	const even = digits.length % 2 === 1 ? `0${digits}` : digits
	const [valid] = /^([0-9a-fA-F]{2})*/.exec(even)!
	const bytes = fromHex(valid)!.slice(-length)
	const out = new Uint8Array(length)
	out.set(bytes, length - bytes.length)
	return out
}
