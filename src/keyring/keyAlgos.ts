import { ethAddressOfKey, signEthSecp256k1, verifyEthSecp256k1 } from '../crypto/ethSecp256k1.ts'
import { secp256k1Address } from '../crypto/publicKey.ts'
import { signSecp256k1, verifySecp256k1 } from '../crypto/secp256k1.ts'
import type { KeyAlgo } from './KeyRecord.ts'

/** The differences between kinds of keys. The curve is the same. */
interface KeyAlgorithm {
	/** SLIP-44 coin type of the usual path; undefined if the chain's settings define it. */
	readonly coinType: number | undefined
	/** Name of the public key in amino documents. */
	readonly aminoType: string
	/** The 20-byte address of a 33-byte public key. */
	address(pubKey: Uint8Array): Uint8Array
	/** Signs a message with the hash of this kind. Returns 64 bytes, or 65 with the recovery number. */
	sign(message: Uint8Array, secret: Uint8Array): Uint8Array
	verify(message: Uint8Array, signature: Uint8Array, pubKey: Uint8Array): boolean
}

/** The kinds of keys (cosmos-sdk v0.44.5 crypto/keys/secp256k1, ethermint v0.14.1 crypto/ethsecp256k1). */
export const keyAlgos: Readonly<Record<KeyAlgo, KeyAlgorithm>> = {
	secp256k1: {
		coinType: undefined,
		aminoType: 'tendermint/PubKeySecp256k1',
		address: secp256k1Address,
		sign: signSecp256k1,
		verify: verifySecp256k1,
	},
	eth_secp256k1: {
		coinType: 60,
		aminoType: 'ethermint/PubKeyEthSecp256k1',
		address: ethAddressOfKey,
		sign: signEthSecp256k1,
		verify: verifyEthSecp256k1,
	},
}
