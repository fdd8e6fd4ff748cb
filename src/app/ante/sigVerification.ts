import type { Message } from '@bufbuild/protobuf'
import { type AminoSignOptions, aminoSignBytesOfTx, type SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { directSignBytes } from '../../codec/signDoc/directSignBytes.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { plainError } from '../../errors/plainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import type { AppTx } from '../AppTx.ts'
import { bitArrayCount, bitArrayGet, bitArrayTrueBefore } from '../compactBitArray.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import { isMultisigKey, keyBytes, type MemberKeys, type UnpackKey, verifyWithKey } from '../publicKeys.ts'
import type { SignatureData } from '../signatureData.ts'
import type { AnteStep } from './createAnteHandler.ts'
import { signerAccount, signerAt } from './signerAccount.ts'
import { VerifiedSignatures } from './VerifiedSignatures.ts'

/** What the verification of signatures is made of. */
export interface SigVerificationDeps {
	readonly accounts: AccountKeeper
	readonly unpackKey: UnpackKey
	readonly memberKeys: MemberKeys
	/** How amino sign documents are written. */
	readonly amino: AminoSignOptions
}

/**
 * Compares each signer's sequence and verifies the signature with the key of the account; only the first in a
 * simulation, neither in a recheck. Source: cosmos-sdk v0.44.5 x/auth/ante/sigverify.go.
 */
export function sigVerification(deps: SigVerificationDeps): AnteStep {
	const { accounts, unpackKey } = deps
	const verified = new VerifiedSignatures(20_000)
	const check: Verify = (key, message, signature) => {
		const good = verifyWithKey(key, message, signature)
		if (good) verified.add(keyBytes(key), message, signature)
		return good
	}
	const deliver: Verify = (key, message, signature) =>
		verified.take(keyBytes(key), message, signature) || verifyWithKey(key, message, signature)
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
				const { base } = signerAccount(ctx, accounts, tx, signerAt(tx, index))
				const simulate = ctx.mode === 'simulate'
				if (!simulate && base.pubKey === undefined) {
					throw sdkErrors.invalidPubKey.wrap('pubkey on account is not set')
				}
				if (sequence !== base.sequence) {
					throw sdkErrors.wrongSequence.wrap(`account sequence mismatch, expected ${base.sequence}, got ${sequence}`)
				}
				if (simulate || base.pubKey === undefined) return
				const accountNumber = ctx.header.height === 0 ? 0n : base.accountNumber
				const signer = { chainId: ctx.chainId, accountNumber, sequence: base.sequence }
				if (isVerified(deps, tx, signer, unpackKey(base.pubKey), data, ctx.mode === 'check' ? check : deliver)) return
				const named = isAminoOnly(data) ? `(${accountNumber}), sequence (${base.sequence})` : `(${accountNumber})`
				throw sdkErrors.unauthorized.wrap(
					`signature verification failed; please verify account number ${named} and chain-id (${ctx.chainId})`,
				)
			})
		},
	}
}

/** Whether a signature verifies; errors on the way count as no, panics pass. */
function isVerified(
	deps: SigVerificationDeps,
	tx: AppTx,
	signer: SignerData,
	key: Message,
	data: SignatureData | undefined,
	isGood: Verify,
): boolean {
	const documents = new Map<number, Uint8Array>()
	const signBytes = (mode: number): Uint8Array => {
		let bytes = documents.get(mode)
		if (bytes === undefined) {
			bytes = documentOf(tx, mode, signer, deps.amino)
			documents.set(mode, bytes)
		}
		return bytes
	}
	try {
		return verify(key, data, signBytes, deps.memberKeys, isGood)
	} catch (error) {
		if (error instanceof ChainError) return false
		throw error
	}
}

function documentOf(tx: AppTx, mode: number, signer: SignerData, amino: AminoSignOptions): Uint8Array {
	switch (mode) {
		case SignMode.DIRECT:
			return directSignBytes({ ...tx.decoded, ...signer })
		case SignMode.LEGACY_AMINO_JSON:
			return aminoSignBytesOfTx(tx.decoded, signer, amino)
		default:
			throw plainError(`can't verify sign mode ${mode}`)
	}
}

type SignBytes = (mode: number) => Uint8Array

type Verify = (key: Message, message: Uint8Array, signature: Uint8Array) => boolean

function verify(
	key: Message,
	data: SignatureData | undefined,
	signBytes: SignBytes,
	memberKeys: MemberKeys,
	isGood: Verify,
): boolean {
	if (data === undefined) throw plainError('unexpected SignatureData <nil>')
	if (data.kind === 'single') return isGood(key, signBytes(data.mode), data.signature)
	if (!isMultisigKey(key)) throw plainError('the key of a multi-signature is not a threshold key')
	const members = memberKeys(key)
	const { bitArray, signatures } = data
	const size = bitArrayCount(bitArray)
	if (members.length !== size) throw plainError(`bit array size is incorrect, expecting: ${members.length}`)
	if (signatures.length < key.threshold || signatures.length > size) {
		throw plainError(`signature size is incorrect ${signatures.length}`)
	}
	if (bitArrayTrueBefore(bitArray, size) < key.threshold) throw plainError('not enough signatures set')
	let next = 0
	for (const [index, member] of members.entries()) {
		if (!bitArrayGet(bitArray, index)) continue
		if (!verify(member, signatures[next], signBytes, memberKeys, isGood)) return false
		next++
	}
	return true
}

/** Whether every signature in it is over an amino document, which has the sequence in it. */
function isAminoOnly(data: SignatureData | undefined): boolean {
	if (data === undefined) return false
	if (data.kind === 'single') return data.mode === SignMode.LEGACY_AMINO_JSON
	return data.signatures.every(isAminoOnly)
}
