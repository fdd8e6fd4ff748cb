import type { Message } from '@bufbuild/protobuf'
import { attempt } from '../../errors/attempt.ts'
import { ChainError, inOtherWords, plainError, sdkErrors } from '../../errors/ChainError.ts'
import type { AuthInfo, TxBody } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { decodeMessage } from '../proto/decodeMessage.ts'
import { rejectUnknownFields } from '../proto/rejectUnknownFields.ts'
import { consumeFieldValue, consumeTag, consumeVarint, lastTag, lastVarint, wireFaultText } from '../proto/wire.ts'
import type { Registry } from '../registry/createRegistry.ts'

/** A decoded transaction: its parts, and the bytes they were signed as. */
export interface DecodedTx {
	/** The whole TxRaw as received. */
	readonly bytes: Uint8Array
	readonly bodyBytes: Uint8Array
	readonly authInfoBytes: Uint8Array
	readonly signatures: readonly Uint8Array[]
	readonly body: TxBody
	readonly authInfo: AuthInfo
	/** The messages out of `body.messages`, in order. */
	readonly messages: readonly Message[]
	/** The public key out of each signer info, undefined where it was left out. */
	readonly publicKeys: readonly (Message | undefined)[]
	/** Whether the body has unknown fields that a reader may ignore; amino signatures do not cover them. */
	readonly hasUnknownNonCriticals: boolean
}

/**
 * Decodes and checks a transaction as cosmos-sdk v0.44.5 x/auth/tx/decoder.go does: fields in order and with shortest
 * lengths (ADR-027), no unknown fields (non-critical ones pass in the body), known messages and keys.
 * @throws {ChainError} with code 2 (`...: tx parse error`).
 */
export function decodeTx(bytes: Uint8Array, registry: Registry): DecodedTx {
	const resolve = registry.resolve
	const raw = asTxDecode(() => {
		rejectLooseTxRaw(bytes)
		rejectUnknownFields(TxRawSchema, bytes, false, resolve)
		return decodeMessage(TxRawSchema, bytes)
	})
	return asTxDecode(() => {
		const hasUnknownNonCriticals = rejectUnknownFields(TxBodySchema, raw.bodyBytes, true, resolve)
		const body = decodeMessage(TxBodySchema, raw.bodyBytes)
		const messages = body.messages.map((any) => registry.unpack(any, 'msg'))
		rejectUnknownFields(AuthInfoSchema, raw.authInfoBytes, false, resolve)
		const authInfo = decodeMessage(AuthInfoSchema, raw.authInfoBytes)
		const publicKeys = authInfo.signerInfos.map(({ publicKey }) =>
			publicKey === undefined || publicKey.typeUrl === '' ? undefined : registry.unpack(publicKey, 'pubKey'),
		)
		return {
			bytes,
			bodyBytes: raw.bodyBytes,
			authInfoBytes: raw.authInfoBytes,
			signatures: raw.signatures,
			body,
			authInfo,
			messages,
			publicKeys,
			hasUnknownNonCriticals,
		}
	})
}

/** The same, where the bytes may be no transaction: the error says why, and is not thrown. */
export function tryDecodeTx(bytes: Uint8Array, registry: Registry): DecodedTx | ChainError {
	return attempt(
		() => decodeTx(bytes, registry),
		ChainError,
		(error) => error,
	)
}

function asTxDecode<T>(run: () => T): T {
	return inOtherWords(run, (error) => sdkErrors.txDecode.wrap(error.log))
}

/** ADR-027: TxRaw fields ascend and their lengths are as short as they can be (rejectNonADR027TxRaw). */
function rejectLooseTxRaw(bytes: Uint8Array): void {
	let pos = 0
	let previous = 0
	while (pos < bytes.length) {
		const tagLength = consumeTag(bytes, pos, bytes.length)
		if (tagLength < 0) throw plainError(`invalid length; ${wireFaultText(tagLength)}`)
		const { number, wireType } = lastTag
		if (wireType !== 2) throw plainError(`expected 2 wire type, got ${wireType}`)
		if (number < previous) {
			throw plainError(`txRaw must follow ADR-027, got tagNum ${number} after tagNum ${previous}`)
		}
		previous = number
		const prefix = consumeVarint(bytes, pos + tagLength, bytes.length)
		if (prefix < 0) throw plainError(`invalid length; ${wireFaultText(prefix)}`)
		const shortest = shortestVarint(lastVarint.lo, lastVarint.hi)
		if (prefix !== shortest) {
			throw plainError(
				`length prefix varint for tagNum ${number} is not as short as possible, read ${prefix}, only need ${shortest}`,
			)
		}
		const length = consumeFieldValue(number, wireType, bytes, pos + tagLength, bytes.length)
		if (length < 0) throw plainError(`invalid length; ${wireFaultText(length)}`)
		pos += tagLength + length
	}
}

function shortestVarint(lo: number, hi: number): number {
	if (hi === 0) return lo < 0x80 ? 1 : lo < 0x4000 ? 2 : lo < 0x200000 ? 3 : lo < 0x10000000 ? 4 : 5
	const bits = 64 - Math.clz32(hi)
	return Math.ceil(bits / 7)
}
