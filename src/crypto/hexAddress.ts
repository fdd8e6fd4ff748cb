import { fromHex, toHex, utf8 } from '../util/bytes.ts'
import { keccak256 } from './keccak256.ts'

const texts = new Map<string, string>()
const maxTexts = 20_000

/** The 0x text of 20 bytes with the case of EIP-55. */
export function checksumAddress(address: Uint8Array): string {
	const lower = toHex(address)
	let text = texts.get(lower)
	if (text === undefined) {
		const digest = toHex(keccak256(utf8(lower)))
		text = `0x${[...lower].map((digit, at) => (Number.parseInt(digest[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
		if (texts.size >= maxTexts) texts.clear()
		texts.set(lower, text)
	}
	return text
}

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
	const valid = /^([0-9a-fA-F]{2})*/.exec(even)?.[0] ?? ''
	const bytes = (fromHex(valid) ?? new Uint8Array(0)).slice(-length)
	const out = new Uint8Array(length)
	out.set(bytes, length - bytes.length)
	return out
}
