import { keccak_256 } from '@noble/hashes/sha3.js'
import { BoundedCache } from '../../util/BoundedCache.ts'
import { toHex, utf8 } from '../../util/bytes.ts'

const texts = new BoundedCache<string>(10_000)

/** The 0x text of 20 bytes with the case of EIP-55. */
export function checksumAddress(address: Uint8Array): string {
	return texts.get(toHex(address), checksummed)
}

function checksummed(lower: string): string {
	const digest = toHex(keccak_256(utf8(lower)))
	return `0x${[...lower].map((digit, at) => (Number.parseInt(digest[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
