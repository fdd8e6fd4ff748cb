import { create } from '@bufbuild/protobuf'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import type { Tx } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { AuthInfoSchema, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { decodeProtoJson } from '../gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson } from '../gatewayJson/encodeProtoJson.ts'
import type { Registry } from '../registry/createRegistry.ts'
import type { DecodedTx } from '../tx/decodeTx.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../tx/encodeTx.ts'

/** A transaction in protobuf JSON as the command line has it (framework: TxJSONEncoder). */
export function txToJson(tx: DecodedTx | Tx, registry: Registry): string {
	return encodeProtoJson(protoTxOf(tx), TxSchema, { registry })
}

/** The protobuf Tx of a decoded transaction. */
export function protoTxOf(tx: DecodedTx | Tx): Tx {
	if ('$typeName' in tx) return tx
	return create(TxSchema, { body: tx.body, authInfo: tx.authInfo, signatures: [...tx.signatures] })
}

/** Reads a transaction in protobuf JSON. @throws {ChainError} code 2 (x/auth/tx/decoder.go DefaultJSONTxDecoder). */
export function txFromJson(json: Uint8Array | string, registry: Registry): Tx {
	try {
		const tx = decodeProtoJson(TxSchema, json, { registry })
		for (const any of tx.body?.messages ?? []) if (any.typeUrl !== '') registry.unpack(any, 'msg')
		for (const { publicKey } of tx.authInfo?.signerInfos ?? []) {
			if (publicKey !== undefined && publicKey.typeUrl !== '') registry.unpack(publicKey, 'pubKey')
		}
		return tx
	} catch (error) {
		if (error instanceof ChainError) throw sdkErrors.txDecode.wrap(error.log)
		throw error
	}
}

/** The TxRaw bytes of a protobuf Tx, as the framework encodes it for broadcasting. */
export function txBytesOf(tx: Tx): Uint8Array {
	return encodeTxRaw(
		encodeTxBody(tx.body ?? create(TxBodySchema)),
		encodeAuthInfo(tx.authInfo ?? create(AuthInfoSchema)),
		tx.signatures,
	)
}
