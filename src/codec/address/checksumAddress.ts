import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex, utf8 } from '../../util/bytes.ts'

const texts = new Map<string, string>()
const maxTexts = 20_000

/** The 0x text of 20 bytes with the case of EIP-55. */
export function checksumAddress(address: Uint8Array): string {
	const lower = toHex(address)
	let text = texts.get(lower)
	if (text === undefined) {
		const digest = toHex(keccak_256(utf8(lower)))
		text = `0x${[...lower].map((digit, at) => (Number.parseInt(digest[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
		if (texts.size >= maxTexts) texts.clear()
		texts.set(lower, text)
	}
	return text
}
