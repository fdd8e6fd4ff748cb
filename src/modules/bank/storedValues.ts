import { create } from '@bufbuild/protobuf'
import type { Coin } from '../../codec/coins/coins.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { type Metadata, MetadataSchema } from '../../gen/cosmos/bank/v1beta1/bank_pb.js'
import { CoinSchema } from '../../gen/cosmos/base/v1beta1/coin_pb.js'

/** Stored bytes of a balance: a protobuf Coin. */
export function encodeCoin({ denom, amount }: Coin): Uint8Array {
	return encodeMessage(CoinSchema, create(CoinSchema, { denom, amount: amount.toString() }))
}

/** A balance of its stored bytes. */
export function decodeCoin(bytes: Uint8Array): Coin {
	const { denom, amount } = decodeMessage(CoinSchema, bytes)
	return { denom, amount: BigInt(amount) }
}

/** Stored bytes of a denomination's metadata. */
export function encodeMetadata(metadata: Metadata): Uint8Array {
	return encodeMessage(MetadataSchema, metadata)
}

/** Metadata of its stored bytes. */
export function decodeMetadata(bytes: Uint8Array): Metadata {
	return decodeMessage(MetadataSchema, bytes)
}
