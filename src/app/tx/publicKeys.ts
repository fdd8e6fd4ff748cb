import { create, type DescMessage, type Message } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { addressOfPublicKey, asPublicKey, type PublicKey } from '../../crypto/publicKey.ts'
import { PanicError } from '../../errors/ChainError.ts'
import { PubKeySchema as Ed25519Schema } from '../../gen/cosmos/crypto/ed25519/keys_pb.js'
import { type LegacyAminoPubKey, LegacyAminoPubKeySchema } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema as Secp256k1Schema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { PubKeySchema as Secp256r1Schema } from '../../gen/cosmos/crypto/secp256r1/keys_pb.js'
import { PubKeySchema as EthSecp256k1Schema } from '../../gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import { byteString } from '../../store/keyBytes.ts'
import { BoundedCache } from '../../util/BoundedCache.ts'
import { fromHex } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import type { AnyPubKey } from '../expectedKeepers.ts'

/** The key a simulation charges for where none is known (framework: x/auth/ante simSecp256k1Pubkey). */
export const simulationKey: PublicKey = create(Secp256k1Schema, {
	key: fromHex('035ad6810a47f073553ff30d2fcc7e0d3b1c0b74b61a1aaa2582344037151e143a')!,
})

/** Whether a key is a multisig key. */
export function isMultisigKey(key: Message | undefined): key is LegacyAminoPubKey {
	return key?.$typeName === LegacyAminoPubKeySchema.typeName
}

/** Reads and names public keys over one registry. */
export interface KeyReader {
	readonly registry: Registry
	/** The key message in a stored key; each is decoded once. */
	unpack(stored: AnyPubKey): PublicKey
	/** The raw account address of a key. Panics on one of a wrong length. */
	addressOf(key: PublicKey): Uint8Array
}

/** Kinds of keys that sign every day, with a letter for each. */
const cachedKinds: Readonly<Record<string, string>> = {
	'cosmos.crypto.secp256k1.PubKey': '',
	'ethermint.crypto.v1.ethsecp256k1.PubKey': 'e',
}

/** A reader of keys that remembers what it has seen: the same keys sign again and again. */
export function createKeyReader(registry: Registry): KeyReader {
	const unpacked = new WeakMap<AnyPubKey, PublicKey>()
	const addresses = new BoundedCache<Uint8Array>(30_000)
	return {
		registry,
		unpack(stored) {
			return getOrInsert(unpacked, stored, () => asPublicKey(registry.unpack(create(AnySchema, stored), 'pubKey')))
		},
		addressOf(key) {
			if (key.$typeName === 'cosmos.crypto.secp256r1.PubKey' && key.key.length === 0) {
				throw new PanicError('runtime error: invalid memory address or nil pointer dereference')
			}
			const prefix = cachedKinds[key.$typeName]
			if (prefix === undefined) return addressOfPublicKey(key, registry)
			const text = prefix + byteString((key as { readonly key: Uint8Array }).key)
			return addresses.get(text, () => addressOfPublicKey(key, registry))
		},
	}
}

const schemas: readonly DescMessage[] = [
	Secp256k1Schema,
	LegacyAminoPubKeySchema,
	Ed25519Schema,
	Secp256r1Schema,
	EthSecp256k1Schema,
]

/** A key as accounts store it. */
export function packPublicKey(key: Message): AnyPubKey {
	const schema = schemas.find(({ typeName }) => typeName === key.$typeName)
	if (schema === undefined) throw new PanicError(`${key.$typeName} is no public key`)
	return { typeUrl: `/${schema.typeName}`, value: encodeMessage(schema, key) }
}
