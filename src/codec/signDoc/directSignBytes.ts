import { create } from '@bufbuild/protobuf'
import { SignDocSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { encodeMessage } from '../proto/encodeMessage.ts'

/** What a SIGN_MODE_DIRECT signature covers besides the transaction's own bytes. */
export interface DirectSignInput {
	readonly bodyBytes: Uint8Array
	readonly authInfoBytes: Uint8Array
	readonly chainId: string
	readonly accountNumber: bigint
}

/** The bytes to hash and sign in mode direct: a protobuf SignDoc (cosmos-sdk v0.44.5 x/auth/tx/direct.go). */
export function directSignBytes(input: DirectSignInput): Uint8Array {
	return encodeMessage(SignDocSchema, create(SignDocSchema, input))
}
