import type { Message } from '@bufbuild/protobuf'
import { ChainError, inOtherWords, plainError } from '../../errors/ChainError.ts'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import type { ModeInfo } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { encodeAminoMultisignature } from '../amino/aminoBinary.ts'
import { aminoNames } from '../amino/aminoNames.ts'
import type { StdSignature, StdTx } from '../amino/stdTx.ts'
import type { AminoBrand } from '../ChainSettings.ts'
import { noBytes } from '../noBytes.ts'
import { decodeMultisignature } from '../tx/decodeMultisignature.ts'
import type { DecodedTx } from '../tx/decodeTx.ts'

/** A protobuf transaction as legacy clients see it. */
export interface LegacyForm {
	readonly tx: StdTx
	/** The reason the signatures are missing: one is not of mode legacy amino JSON. Undefined if all are present. */
	readonly unsigned: string | undefined
}

/**
 * The legacy form of a transaction. If a signature has no legacy form, all are left out.
 * @throws plain errors for a malformed multisignature (cosmos-sdk v0.44.5 client/tx/legacy.go ConvertTxToStdTx).
 */
export function protoToStdTx(tx: DecodedTx): LegacyForm {
	const { body, authInfo, messages } = tx
	const parts = {
		msgs: messages,
		fee: { amount: authInfo.fee?.amount ?? [], gas: authInfo.fee?.gasLimit ?? 0n },
		memo: body.memo,
		timeoutHeight: body.timeoutHeight,
	}
	checkMultisignatures(tx)
	try {
		return {
			tx: { ...parts, signatures: tx.authInfo.signerInfos.map((_, index) => legacySignature(tx, index)) },
			unsigned: undefined,
		}
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		return { tx: { ...parts, signatures: [] }, unsigned: error.log }
	}
}

/** The reason a transaction has no amino JSON: one of its types has no amino name. Undefined if it has. */
export function withoutAminoName(tx: StdTx, brand: AminoBrand): string | undefined {
	const names = aminoNames(brand)
	const types = [...tx.msgs, ...tx.signatures.map(({ pubKey }) => pubKey)].map((message) => message?.$typeName)
	return types.find((type) => type !== undefined && names.nameOf(type) === undefined)
}

function checkMultisignatures({ authInfo, signatures }: DecodedTx): void {
	authInfo.signerInfos.forEach(({ modeInfo }, index) => {
		if (modeInfo?.sum.case === 'multi') decodeMultisignature(signatures[index] ?? noBytes)
	})
}

function legacySignature({ authInfo, signatures, publicKeys }: DecodedTx, index: number): StdSignature {
	const pubKey: Message | undefined = publicKeys[index]
	const signature = toLegacySignature(authInfo.signerInfos[index]?.modeInfo, signatures[index] ?? noBytes)
	return { pubKey, signature }
}

/** The legacy bytes of a signature. Throws a plain error when its mode has none. */
function toLegacySignature(modeInfo: ModeInfo | undefined, signature: Uint8Array): Uint8Array {
	const sum = modeInfo?.sum
	if (sum?.case === 'single') {
		if (sum.value.mode === SignMode.LEGACY_AMINO_JSON) return signature
		throw plainError(
			`wrong SignMode. Expected ${modeName(SignMode.LEGACY_AMINO_JSON)}, got ${modeName(sum.value.mode)}`,
		)
	}
	if (sum?.case !== 'multi') throw plainError('unexpected signature data <nil>')
	const { bitarray, modeInfos } = sum.value
	const members = decodeMultisignature(signature)
	const signatures = members.map((member, index) => {
		return inOtherWords(
			() => toLegacySignature(modeInfos[index], member),
			(error) => error.wrap(`Unable to convert Signature Data to signature ${index}`),
		)
	})
	return encodeAminoMultisignature({
		bits: bitarray,
		signatures,
	})
}

function modeName(mode: number): string {
	const name = SignMode[mode]
	return name === undefined ? String(mode) : `SIGN_MODE_${name}`
}
