import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../../crypto/keccak256.ts'

/** The address of a contract that a sender deploys with a nonce: the last 20 bytes of the hash of both. */
export function createAddress(sender: Uint8Array, nonce: bigint): Uint8Array {
	return keccak256(RLP.encode([sender, nonce])).slice(12)
}
