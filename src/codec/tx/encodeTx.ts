import { create } from '@bufbuild/protobuf'
import type { AuthInfo, TxBody } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { encodeMessage } from '../proto/encodeMessage.ts'

/** Bytes of a TxRaw of given body and auth info bytes and signatures, in the signers' order. */
export function encodeTxRaw(
	bodyBytes: Uint8Array,
	authInfoBytes: Uint8Array,
	signatures: readonly Uint8Array[],
): Uint8Array {
	return encodeMessage(TxRawSchema, create(TxRawSchema, { bodyBytes, authInfoBytes, signatures: [...signatures] }))
}

/** Bytes of a transaction body as the framework writes them. */
export function encodeTxBody(body: TxBody): Uint8Array {
	return encodeMessage(TxBodySchema, body)
}

/** Bytes of an auth info as the framework writes them. */
export function encodeAuthInfo(authInfo: AuthInfo): Uint8Array {
	return encodeMessage(AuthInfoSchema, authInfo)
}
