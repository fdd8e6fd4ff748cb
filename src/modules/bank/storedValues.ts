import type { Coin } from '../../codec/coins/coins.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { type Metadata, MetadataSchema } from '../../gen/cosmos/bank/v1beta1/bank_pb.js'
import { CoinSchema } from '../../gen/cosmos/base/v1beta1/coin_pb.js'

/**
 * Stored bytes of a balance: a protobuf Coin of a valid denomination (ASCII, at most 128 bytes). Every transaction
 * writes and reads several of them, so the two fields are written here and not by the general encoder.
 */
export function encodeCoin({ denom, amount }: Coin): Uint8Array {
	const digits = amount.toString()
	const lengthBytes = denom.length < 0x80 ? 1 : 2
	const bytes = new Uint8Array(3 + lengthBytes + denom.length + digits.length)
	bytes[0] = denomTag
	bytes[1] = lengthBytes === 1 ? denom.length : denom.length | 0x80
	if (lengthBytes === 2) bytes[2] = denom.length >> 7
	let at = putAscii(bytes, 1 + lengthBytes, denom)
	bytes[at++] = amountTag
	bytes[at++] = digits.length
	putAscii(bytes, at, digits)
	return bytes
}

/** Writes a text, and gives the place behind it. */
function putAscii(bytes: Uint8Array, start: number, text: string): number {
	let at = start
	for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i)
	return at
}

/** A balance of its stored bytes. */
export function decodeCoin(bytes: Uint8Array): Coin {
	const denomLength = bytes[1] ?? 0
	const amountAt = 2 + denomLength
	if (denomLength >= 0x80 || bytes[amountAt + 1] !== bytes.length - amountAt - 2) {
		const { denom, amount } = decodeMessage(CoinSchema, bytes)
		return { denom, amount: BigInt(amount) }
	}
	return {
		denom: asciiText(bytes, 2, amountAt),
		amount: BigInt(asciiText(bytes, amountAt + 2, bytes.length)),
	}
}

const denomTag = 0x0a
const amountTag = 0x12

function asciiText(bytes: Uint8Array, start: number, end: number): string {
	let text = ''
	for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number)
	return text
}

/** Stored bytes of a denomination's metadata. */
export function encodeMetadata(metadata: Metadata): Uint8Array {
	return encodeMessage(MetadataSchema, metadata)
}

/** Metadata of its stored bytes. */
export function decodeMetadata(bytes: Uint8Array): Metadata {
	return decodeMessage(MetadataSchema, bytes)
}
