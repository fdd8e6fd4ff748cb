import { sha256Truncated } from '../crypto/hash.ts'
import { concatBytes } from '../util/bytes.ts'

/** Amino prefixes of a threshold key and of a secp256k1 key (cosmos-sdk v0.44.5 crypto/codec/amino.go). */
const thresholdPrefix = Uint8Array.of(0x22, 0xc1, 0xf7, 0xe2)
const memberPrefix = Uint8Array.of(0xeb, 0x5a, 0xe9, 0x87, 0x21)

/** Address of a threshold key: the first 20 bytes of SHA-256 over its amino form. Members are 33 bytes each. */
export function multisigAddress(threshold: number, members: readonly Uint8Array[]): Uint8Array {
	const parts = members.map((member) => concatBytes(Uint8Array.of(0x12, 5 + member.length), memberPrefix, member))
	return sha256Truncated(concatBytes(thresholdPrefix, Uint8Array.of(0x08, threshold), ...parts))
}
