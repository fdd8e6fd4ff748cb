import { concatBytes } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import { varintBytes } from '../proto/encodeMessage.ts'

/** Content of a SIGN_MODE_DIRECT signature besides the transaction's bytes. */
export interface DirectSignInput {
	readonly bodyBytes: Uint8Array
	readonly authInfoBytes: Uint8Array
	readonly chainId: string
	readonly accountNumber: bigint
}

/** The bytes to hash and sign in mode direct: a protobuf SignDoc (cosmos-sdk v0.44.5 x/auth/tx/direct.go). */
export function directSignBytes(input: DirectSignInput): Uint8Array {
	const { accountNumber } = input
	return concatBytes(
		...field(1, input.bodyBytes),
		...field(2, input.authInfoBytes),
		...field(3, goStringBytes(input.chainId)),
		...(accountNumber === 0n ? [] : [Uint8Array.of(4 << 3), varintBytes(BigInt.asUintN(64, accountNumber))]),
	)
}

/** A field of bytes with its tag and length; empty ones are left out. */
function field(number: number, bytes: Uint8Array): readonly Uint8Array[] {
	return bytes.length === 0 ? [] : [Uint8Array.of((number << 3) | 2), varintBytes(BigInt(bytes.length)), bytes]
}
