import type { Message } from '@bufbuild/protobuf'
import { encodeAminoPubKey } from '../codec/amino/aminoBinary.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import { PanicError } from '../errors/ChainError.ts'
import type { PubKey as Ed25519PubKey } from '../gen/cosmos/crypto/ed25519/keys_pb.js'
import type { LegacyAminoPubKey } from '../gen/cosmos/crypto/multisig/keys_pb.js'
import type { PubKey as Secp256k1PubKey } from '../gen/cosmos/crypto/secp256k1/keys_pb.js'
import type { PubKey as Secp256r1PubKey } from '../gen/cosmos/crypto/secp256r1/keys_pb.js'
import type { PubKey as EthSecp256k1PubKey } from '../gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import { concatBytes, utf8 } from '../util/bytes.ts'
import { verifyEd25519 } from './ed25519.ts'
import { ethAddressOfKey, verifyEthSecp256k1 } from './ethSecp256k1.ts'
import { ripemd160, sha256, sha256Truncated } from './hash.ts'
import { verifySecp256k1 } from './secp256k1.ts'

/** A public key message of one of the types the framework or the EVM registers. */
export type PublicKey = Secp256k1PubKey | Ed25519PubKey | LegacyAminoPubKey | Secp256r1PubKey | EthSecp256k1PubKey

/** A message that was unpacked as a public key, by its type. */
export function asPublicKey(message: Message): PublicKey {
	return message as PublicKey
}

/**
 * The raw account address of a public key (cosmos-sdk v0.44.5 crypto/keys/*, Address).
 * @throws {PanicError} for a key of the wrong length, as the framework panics.
 */
export function addressOfPublicKey(key: PublicKey, registry: Registry): Uint8Array {
	switch (key.$typeName) {
		case 'cosmos.crypto.secp256k1.PubKey':
			if (key.key.length !== 33) throw new PanicError('length of pubkey is incorrect')
			return ripemd160(sha256(key.key))
		case 'cosmos.crypto.ed25519.PubKey':
			if (key.key.length !== 32) throw new PanicError('pubkey is incorrect size')
			return sha256Truncated(key.key)
		case 'cosmos.crypto.multisig.LegacyAminoPubKey':
			return sha256Truncated(encodeAminoPubKey(key, registry))
		case 'cosmos.crypto.secp256r1.PubKey':
			return sha256(concatBytes(sha256(utf8(key.$typeName)), key.key))
		case 'ethermint.crypto.v1.ethsecp256k1.PubKey':
			return ethAddressOfKey(key.key)
	}
}

/** The raw account address of a 33-byte secp256k1 key. */
export function secp256k1Address(publicKey: Uint8Array): Uint8Array {
	return ripemd160(sha256(publicKey))
}

/**
 * Whether a signature of a message is valid under a single key.
 * @throws {PanicError} for a multisig key, as the framework panics, and for keys that no chain of this line accepts.
 */
export function verifySignature(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
	switch (key.$typeName) {
		case 'cosmos.crypto.secp256k1.PubKey':
			return verifySecp256k1(message, signature, key.key)
		case 'cosmos.crypto.ed25519.PubKey':
			return verifyEd25519(message, signature, key.key)
		case 'ethermint.crypto.v1.ethsecp256k1.PubKey':
			return verifyEthSecp256k1(message, signature, key.key)
		default:
			throw new PanicError('not implemented')
	}
}
