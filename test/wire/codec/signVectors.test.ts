import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addressToText } from '../../../src/codec/address/address.ts'
import { encodeAminoMultisignature } from '../../../src/codec/amino/aminoBinary.ts'
import { decodeStdTx } from '../../../src/codec/amino/decodeAminoJson.ts'
import { encodeStdTx } from '../../../src/codec/amino/stdTx.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { aminoSignBytesOfTx } from '../../../src/codec/signDoc/aminoSignBytes.ts'
import { directSignBytes } from '../../../src/codec/signDoc/directSignBytes.ts'
import { decodeMultisignature } from '../../../src/codec/tx/decodeMultisignature.ts'
import { decodeTx } from '../../../src/codec/tx/decodeTx.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../../src/codec/tx/encodeTx.ts'
import { txBytesOf, txFromJson, txToJson } from '../../../src/codec/txJson/txJson.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { privateKeyFromMnemonic } from '../../../src/crypto/hdKey.ts'
import { signatureDataOf, verifyMultisignature } from '../../../src/crypto/multisig.ts'
import { addressOfPublicKey, asPublicKey } from '../../../src/crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1, verifySecp256k1 } from '../../../src/crypto/secp256k1.ts'
import type { LegacyAminoPubKey } from '../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { fromBase64, fromHex, toBase64, toHexUpper } from '../../../src/util/bytes.ts'

interface Key {
	readonly privkey?: string
	readonly mnemonic?: string
	readonly path?: string
	readonly mode?: string
	readonly account_number?: string
	readonly sequence?: string
	readonly multisig?: object
}

interface Vector {
	readonly name: string
	readonly request: Key & { readonly chain_id?: string; readonly signers?: readonly Key[] }
	readonly result: {
		readonly tx: string
		readonly hash: string
		readonly std_tx?: object
		readonly signers: readonly {
			readonly address: string
			readonly pubkey?: string
			readonly sign_bytes: string
			readonly signature: string
		}[]
	}
}

const file = new URL('../../golden/codec/signVectors.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as readonly Vector[]
const registry = createRegistry()
const options = { registry, brand: 'cosmos' } as const
const bytes = (base64: string): Uint8Array => fromBase64(base64) ?? new Uint8Array(0)

describe('signing, against recordings of the framework', () => {
	it('the recordings of signing have every vector', () => {
		expect(vectors.length).toBe(103)
	})

	it.each(vectors.map((vector) => [vector.name, vector] as const))(
		'%s is signed as recorded',
		(_, { request, result }) => {
			const tx = decodeTx(bytes(result.tx), registry)
			expect(toHexUpper(sha256(bytes(result.tx)))).toBe(result.hash)
			if (!tx.hasUnknownNonCriticals) {
				expect(toBase64(encodeTxRaw(encodeTxBody(tx.body), encodeAuthInfo(tx.authInfo), tx.signatures))).toBe(result.tx)
				expect(toBase64(txBytesOf(txFromJson(txToJson(tx, registry), registry)))).toBe(result.tx)
			}
			const keys = request.signers ?? [request]
			result.signers.forEach((signer, index) => {
				const key = keys[index]
				if (key === undefined) throw new Error('a signer without a key')
				const signing = {
					chainId: request.chain_id ?? '',
					accountNumber: BigInt(key.account_number ?? '0'),
					sequence: BigInt(key.sequence ?? '0'),
				}
				const document =
					(key.mode ?? 'direct') === 'direct'
						? directSignBytes({ ...tx, ...signing })
						: aminoSignBytesOfTx(tx, signing, options)
				expect(toBase64(document)).toBe(signer.sign_bytes)
				const publicKey = tx.publicKeys[index]
				if (publicKey !== undefined) {
					expect(addressToText(addressOfPublicKey(asPublicKey(publicKey), registry), 'chain')).toBe(signer.address)
				}
				if (key.multisig !== undefined) return
				const privateKey =
					key.mnemonic === undefined
						? (fromHex(key.privkey ?? '') ?? new Uint8Array(0))
						: privateKeyFromMnemonic(key.mnemonic, key.path ?? "m/44'/118'/0'/0/0")
				expect(toBase64(secp256k1PublicKey(privateKey))).toBe(signer.pubkey)
				expect(toBase64(signSecp256k1(document, privateKey))).toBe(signer.signature)
				expect(verifySecp256k1(document, bytes(signer.signature), secp256k1PublicKey(privateKey))).toBe(true)
			})
		},
	)

	const legacy = vectors.filter(({ result }) => result.std_tx !== undefined)
	it.each(legacy.map((vector) => [vector.name, vector] as const))('the legacy transaction of %s', (_, { result }) => {
		const text = JSON.stringify(result.std_tx)
		const std = decodeStdTx(parseJson(text), options)
		expect(JSON.parse(encodeStdTx(std, options))).toEqual(JSON.parse(text.replaceAll(/\\ud83d(?!\\u)/g, '\ufffd')))
		const again = decodeStdTx(parseJson(encodeStdTx(std, options)), options)
		expect(again).toEqual(std)
	})

	const multi = vectors.filter(({ request }) => request.mode === 'multisig')
	it.each(multi.map((vector) => [vector.name, vector] as const))('%s verifies', (_, { result, request }) => {
		const tx = decodeTx(bytes(result.tx), registry)
		const key = tx.publicKeys[0] as LegacyAminoPubKey
		const data = signatureDataOf(tx.authInfo.signerInfos[0]?.modeInfo, tx.signatures[0] ?? new Uint8Array(0))
		if (data.kind !== 'multi') throw new Error('not a multisignature')
		const signing = {
			chainId: request.chain_id ?? '',
			accountNumber: BigInt(request.account_number ?? '0'),
			sequence: BigInt(request.sequence ?? '0'),
		}
		verifyMultisignature(key, data, () => [aminoSignBytesOfTx(tx, signing, options)], registry)
		const wrong = { ...signing, sequence: signing.sequence + 1n }
		expect(() => verifyMultisignature(key, data, () => [aminoSignBytesOfTx(tx, wrong, options)], registry)).toThrow(
			/^unable to verify signature at index [01]$/,
		)
		// The same signatures in the form legacy transactions have.
		const std = decodeStdTx(parseJson(JSON.stringify(result.std_tx)), options)
		const amino = encodeAminoMultisignature({
			bits: data.bitArray,
			signatures: decodeMultisignature(tx.signatures[0] ?? new Uint8Array(0)),
		})
		expect(toBase64(amino)).toBe(toBase64(std.signatures[0]?.signature ?? new Uint8Array(0)))
	})
})
