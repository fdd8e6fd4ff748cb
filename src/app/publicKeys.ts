import type { DescMessage, Message } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { encodeMessage } from '../codec/proto/encodeMessage.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import { ripemd160, sha256, sha256Truncated } from '../crypto/hash.ts'
import { verifySecp256k1 } from '../crypto/secp256k1.ts'
import { PanicError } from '../errors/PanicError.ts'
import { type PubKey as Ed25519PubKey, PubKeySchema as Ed25519Schema } from '../gen/cosmos/crypto/ed25519/keys_pb.js'
import { type LegacyAminoPubKey, LegacyAminoPubKeySchema } from '../gen/cosmos/crypto/multisig/keys_pb.js'
import {
	type PubKey as Secp256k1PubKey,
	PubKeySchema as Secp256k1Schema,
} from '../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { PubKeySchema as Secp256r1Schema } from '../gen/cosmos/crypto/secp256r1/keys_pb.js'
import { concatBytes, fromHex } from '../util/bytes.ts'
import type { AnyPubKey } from './expectedKeepers.ts'

/** The key message in a stored key. */
export type UnpackKey = (key: AnyPubKey) => Message

/** The members of a threshold key, in order. */
export type MemberKeys = (key: LegacyAminoPubKey) => readonly Message[]

/** The key a simulation charges for where none is known (framework: x/auth/ante simSecp256k1Pubkey). */
export const simulationKey: Message = create(Secp256k1Schema, {
	key: fromHex('035ad6810a47f073553ff30d2fcc7e0d3b1c0b74b61a1aaa2582344037151e143a') ?? new Uint8Array(0),
})

/** Whether a key is a threshold key. */
export function isMultisigKey(key: Message | undefined): key is LegacyAminoPubKey {
	return key?.$typeName === LegacyAminoPubKeySchema.typeName
}

/** Readers of stored and nested keys over a registry; each stored key is decoded once. */
export function readKeys(registry: Registry): { readonly unpackKey: UnpackKey; readonly memberKeys: MemberKeys } {
	const known = new WeakMap<AnyPubKey, Message>()
	const unpackKey: UnpackKey = (stored) => {
		let key = known.get(stored)
		if (key === undefined) {
			key = registry.unpack(create(AnySchema, stored), 'pubKey')
			known.set(stored, key)
		}
		return key
	}
	return { unpackKey, memberKeys: (key) => key.publicKeys.map((member) => registry.unpack(member, 'pubKey')) }
}

/** A key as accounts store it. */
export function packPublicKey(key: Message): AnyPubKey {
	const schema = schemas.find(({ typeName }) => typeName === key.$typeName)
	if (schema === undefined) throw new PanicError(`${key.$typeName} is no public key`)
	return { typeUrl: `/${schema.typeName}`, value: encodeMessage(schema, key) }
}

const schemas: readonly DescMessage[] = [Secp256k1Schema, LegacyAminoPubKeySchema, Ed25519Schema, Secp256r1Schema]

/**
 * The address of a public key. Panics on a secp256k1 or ed25519 key of another length than the framework takes.
 * Source: cosmos-sdk v0.44.5 crypto/keys.
 */
export function publicKeyAddress(key: Message, memberKeys: MemberKeys): Uint8Array {
	switch (key.$typeName) {
		case Secp256k1Schema.typeName: {
			const bytes = (key as Secp256k1PubKey).key
			if (bytes.length !== 33) throw new PanicError('length of pubkey is incorrect')
			return secp256k1Address(bytes)
		}
		case Ed25519Schema.typeName: {
			const bytes = (key as Ed25519PubKey).key
			if (bytes.length !== 32) throw new PanicError('pubkey is incorrect size')
			return sha256Truncated(bytes)
		}
		case Secp256r1Schema.typeName:
			return sha256(concatBytes(sha256(new TextEncoder().encode(key.$typeName)), (key as Secp256k1PubKey).key))
		default:
			return sha256Truncated(aminoPublicKey(key, memberKeys))
	}
}

const addresses = new Map<string, Uint8Array>()
const maxAddresses = 60_000

/** RIPEMD-160 of SHA-256, remembered: the same keys sign again and again. */
function secp256k1Address(key: Uint8Array): Uint8Array {
	const text = String.fromCharCode(...key)
	let address = addresses.get(text)
	if (address === undefined) {
		address = ripemd160(sha256(key))
		if (addresses.size >= maxAddresses) addresses.clear()
		addresses.set(text, address)
	}
	return address
}

const aminoPrefixes: Readonly<Record<string, readonly number[]>> = {
	[Secp256k1Schema.typeName]: [0xeb, 0x5a, 0xe9, 0x87],
	[Ed25519Schema.typeName]: [0x16, 0x24, 0xde, 0x64],
	[LegacyAminoPubKeySchema.typeName]: [0x22, 0xc1, 0xf7, 0xe2],
}

/** A key in binary amino, prefix first (cosmos-sdk v0.44.5 crypto/codec/amino.go). Panics for a kind amino does not know. */
export function aminoPublicKey(key: Message, memberKeys: MemberKeys): Uint8Array {
	const prefix = aminoPrefixes[key.$typeName]
	if (prefix === undefined) throw new PanicError(`Cannot encode unregistered concrete type ${key.$typeName}`)
	if (!isMultisigKey(key)) {
		const bytes = (key as Secp256k1PubKey).key
		return Uint8Array.from([...prefix, ...varint(bytes.length), ...bytes])
	}
	const out = [...prefix]
	if (key.threshold !== 0) out.push(0x08, ...varint(key.threshold))
	for (const member of memberKeys(key)) {
		const bytes = aminoPublicKey(member, memberKeys)
		out.push(0x12, ...varint(bytes.length), ...bytes)
	}
	return Uint8Array.from(out)
}

function varint(value: number): readonly number[] {
	const out: number[] = []
	let rest = value
	for (; rest >= 0x80; rest = Math.floor(rest / 128)) out.push((rest % 128) | 0x80)
	out.push(rest)
	return out
}

/** The bytes of a single key; none for a threshold key. */
export function keyBytes(key: Message): Uint8Array {
	return isMultisigKey(key) ? new Uint8Array(0) : (key as Secp256k1PubKey).key
}

/** Whether a key made a signature over a message. Panics on a threshold key, whose signatures are of another kind. */
export function verifyWithKey(key: Message, message: Uint8Array, signature: Uint8Array): boolean {
	if (key.$typeName === Secp256k1Schema.typeName) {
		return verifySecp256k1(message, signature, (key as Secp256k1PubKey).key)
	}
	if (isMultisigKey(key)) throw new PanicError('not implemented')
	return false
}
