import type { Message } from '@bufbuild/protobuf'
import type { Any } from '@bufbuild/protobuf/wkt'
import { sha256 } from '@noble/hashes/sha2.js'
import { plainError } from '../../errors/ChainError.ts'
import { concatBytes, utf8 } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { noBytes } from '../noBytes.ts'
import { varintBytes } from '../proto/encodeMessage.ts'
import type { Registry } from '../registry/createRegistry.ts'

/**
 * Amino prefixes of the key types: four bytes made of the names `tendermint/PubKey...`. They are part of multisig
 * addresses, so they stay the same whatever brand of names JSON has.
 */
export const keyPrefixes = {
	secp256k1: Uint8Array.of(0xeb, 0x5a, 0xe9, 0x87),
	ed25519: Uint8Array.of(0x16, 0x24, 0xde, 0x64),
	/** Prefix of `ethermint/PubKeyEthSecp256k1`. */
	ethSecp256k1: Uint8Array.of(0xf3, 0xb3, 0xcd, 0x03),
	multisig: Uint8Array.of(0x22, 0xc1, 0xf7, 0xe2),
}

/**
 * A public key in amino binary, with its prefix: what multisig addresses and old account keys are made of.
 * Source: cosmos-sdk v0.44.5 crypto/keys/multisig/multisig.go Bytes, go-amino v0.16.0 binary-encode.go.
 * Throws a plain error for a key type amino does not know.
 */
export function encodeAminoPubKey(key: Message, registry: Registry): Uint8Array {
	switch (key.$typeName) {
		case 'cosmos.crypto.secp256k1.PubKey':
			return prefixedKey(keyPrefixes.secp256k1, key)
		case 'cosmos.crypto.ed25519.PubKey':
			return prefixedKey(keyPrefixes.ed25519, key)
		case 'ethermint.crypto.v1.ethsecp256k1.PubKey':
			return prefixedKey(keyPrefixes.ethSecp256k1, key)
		case 'cosmos.crypto.multisig.LegacyAminoPubKey': {
			const { threshold, publicKeys } = key as unknown as { threshold: number; publicKeys: readonly Any[] }
			const parts: Uint8Array[] = [keyPrefixes.multisig]
			if (threshold !== 0) parts.push(Uint8Array.of(0x08), varintBytes(BigInt(threshold)))
			for (const any of publicKeys) {
				const inner = encodeAminoPubKey(registry.unpack(any, 'pubKey'), registry)
				parts.push(delimited(0x12, inner))
			}
			return concatBytes(...parts)
		}
		default:
			throw plainError(`Cannot encode unregistered concrete type ${key.$typeName}.`)
	}
}

function prefixedKey(prefix: Uint8Array, key: Message): Uint8Array {
	const bytes = (key as unknown as { readonly key: Uint8Array }).key
	return concatBytes(prefix, varintBytes(BigInt(bytes.length)), bytes)
}

/** A multisignature as amino writes it: which members signed, and their signatures in key order. */
export interface AminoMultisignature {
	/** A compact bit array: bits of the last byte (0: all eight), and the bytes. Undefined: a nil pointer. */
	readonly bits: { readonly extraBitsStored: number; readonly elems: Uint8Array } | undefined
	readonly signatures: readonly Uint8Array[]
}

/** The bytes of a multisignature in a legacy transaction (framework: crypto/types/multisig AminoMultisignature). */
export function encodeAminoMultisignature({ bits, signatures }: AminoMultisignature): Uint8Array {
	const marks = bits === undefined ? noBytes : delimited(0x0a, encodeBits(bits))
	return concatBytes(marks, ...signatures.map((signature) => delimited(0x12, signature)))
}

function encodeBits({ extraBitsStored, elems }: NonNullable<AminoMultisignature['bits']>): Uint8Array {
	return concatBytes(
		extraBitsStored === 0 ? noBytes : concatBytes(Uint8Array.of(0x08), varintBytes(BigInt(extraBitsStored))),
		elems.length === 0 ? noBytes : delimited(0x12, elems),
	)
}

function delimited(tag: number, bytes: Uint8Array): Uint8Array {
	return concatBytes(Uint8Array.of(tag), varintBytes(BigInt(bytes.length)), bytes)
}

const known = new Map<string, Uint8Array>()

/** The four prefix bytes of a registered type (go-amino v0.15.1 codec.go nameToDisfix). */
export function aminoPrefix(name: string): Uint8Array {
	return getOrInsert(known, name, () => {
		const hash = sha256(utf8(name))
		const disambiguation = skipZeros(hash, 0)
		const start = skipZeros(hash, disambiguation + 3)
		return hash.slice(start, start + 4)
	})
}

function skipZeros(bytes: Uint8Array, from: number): number {
	let at = from
	while (bytes[at] === 0) at++
	return at
}
