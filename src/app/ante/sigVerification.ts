import { createPublicKey, ECDH, verify } from 'node:crypto'
import { signedBrands } from '../../codec/amino/aminoNames.ts'
import type { AminoSignOptions, SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { type SignatureData, verifyMultisignature } from '../../crypto/multisig.ts'
import { type PublicKey, verifySignature } from '../../crypto/publicKey.ts'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { toHex } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import type { AppTx } from '../tx/AppTx.ts'
import { isMultisigKey, type KeyReader } from '../tx/publicKeys.ts'
import type { ActingAccounts } from './ActingAccounts.ts'
import type { AnteStep } from './createAnteHandler.ts'
import { type SignaturesAhead, signDocument } from './SignaturesAhead.ts'
import { signerAccount, signerAt } from './signerSteps.ts'
import { VerifiedSignatures } from './VerifiedSignatures.ts'

/** Dependencies of signature verification. */
export interface SigVerificationDeps {
	readonly accounts: AccountKeeper
	readonly keys: KeyReader
	/** Options of amino sign documents. */
	readonly amino: AminoSignOptions
	/** What verifies signatures before they are asked for, if anything does. */
	readonly ahead?: SignaturesAhead
	/** Accounts whose signatures are not verified; never given under a real engine. */
	readonly acting?: ActingAccounts | undefined
}

/**
 * Compares each signer's sequence and verifies the signature with the key of the account; only the first in a
 * simulation, neither in a recheck. Source: cosmos-sdk v0.44.5 x/auth/ante/sigverify.go.
 */
export function sigVerification({ accounts, keys, amino, ahead, acting }: SigVerificationDeps): AnteStep {
	const verified = ahead?.verified ?? new VerifiedSignatures()
	return {
		name: 'SigVerification',
		run(ctx, tx) {
			if (ctx.mode === 'recheck') return
			const { signatures, signers } = tx
			if (signatures.length !== signers.length) {
				throw sdkErrors.unauthorized.wrap(
					`invalid number of signer;  expected: ${signers.length}, got ${signatures.length}`,
				)
			}
			signatures.forEach(({ data, sequence }, index) => {
				const address = signerAt(tx, index)
				const { base } = signerAccount(ctx, accounts, tx, address)
				if (sequence !== base.sequence) {
					throw sdkErrors.wrongSequence.wrap(`account sequence mismatch, expected ${base.sequence}, got ${sequence}`)
				}
				if (ctx.mode === 'simulate' || acting?.has(address) === true) return
				const { accountNumber } = base
				const signer = { chainId: ctx.chainId, accountNumber, sequence: base.sequence }
				// The steps before have refused an account without a key and a signature without a mode.
				const key = keys.unpack(base.pubKey!)
				if (ahead !== undefined && !isMultisigKey(key) && ahead.isGood(tx, index, key.key, accountNumber, ctx.chainId))
					return
				const memory = ctx.mode === 'check' ? 'fill' : 'use'
				if (isGood(key, data!, signDocuments(tx, signer, amino), keys, verified, memory)) return
				const named = isAminoOnly(data) ? `(${accountNumber}), sequence (${base.sequence})` : `(${accountNumber})`
				throw sdkErrors.unauthorized.wrap(
					`signature verification failed; please verify account number ${named} and chain-id (${ctx.chainId})`,
				)
			})
		},
	}
}

type Documents = (mode: number) => readonly Uint8Array[]

/** The documents of each mode, made once: in amino JSON one for each brand of names that counts. */
function signDocuments(tx: AppTx, signer: SignerData, amino: AminoSignOptions): Documents {
	const documents = new Map<number, readonly Uint8Array[]>()
	return (mode) =>
		getOrInsert(documents, mode, () => {
			const brands = mode === SignMode.LEGACY_AMINO_JSON ? signedBrands(amino.brand) : [amino.brand]
			return brands.map((brand) => signDocument(tx, mode, signer, { ...amino, brand }))
		})
}

/** Whether a signature is valid. Errors count as invalid; panics propagate. */
function isGood(
	key: PublicKey,
	data: SignatureData,
	documents: Documents,
	keys: KeyReader,
	verified: VerifiedSignatures,
	memory: 'fill' | 'use',
): boolean {
	try {
		if (data.kind === 'multi') {
			if (!isMultisigKey(key)) return false
			verifyMultisignature(key, data, documents, keys.registry)
			return true
		}
		if (isMultisigKey(key)) return false
		const messages = documents(data.mode)
		if (memory === 'use' && messages.some((message) => verified.take(key.key, message, data.signature))) return true
		const signed = messages.find((message) =>
			key.$typeName === 'cosmos.crypto.secp256r1.PubKey'
				? verifySecp256r1(message, data.signature, key.key)
				: verifySignature(key, message, data.signature),
		)
		if (signed !== undefined && memory === 'fill') verified.add(key.key, signed, data.signature)
		return signed !== undefined
	} catch (error) {
		if (error instanceof ChainError) return false
		throw error
	}
}

/** Whether every signature in it is over an amino document, which has the sequence in it. */
function isAminoOnly(data: SignatureData | undefined): boolean {
	if (data?.kind === 'multi') return data.signatures.every(isAminoOnly)
	return data?.mode === SignMode.LEGACY_AMINO_JSON
}

/** Half the order of the curve P-256. */
const halfOrder = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n

/**
 * Whether a 64-byte r||s with low S signs SHA-256 of a message under a P-256 key, which decoding has checked.
 * Source: cosmos-sdk v0.44.5 crypto/keys/internal/ecdsa/pubkey.go.
 */
function verifySecp256r1(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
	if (signature.length !== 64) return false
	if (BigInt(`0x${toHex(signature.subarray(32))}`) > halfOrder) return false
	const point = ECDH.convertKey(publicKey, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer
	const jwk = {
		kty: 'EC',
		crv: 'P-256',
		x: point.toString('base64url', 1, 33),
		y: point.toString('base64url', 33),
	}
	const key = createPublicKey({ key: jwk, format: 'jwk' })
	return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
