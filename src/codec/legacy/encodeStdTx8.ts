import type { Message } from '@bufbuild/protobuf'
import { plainError } from '../../errors/ChainError.ts'
import type { MsgCreateGreet } from '../../gen/chain/greet/v1beta1/tx_pb.js'
import type { MsgMultiSend, MsgSend } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { concatBytes, joinBytes } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import { decodeBech32 } from '../address/bech32.ts'
import { aminoPrefix, encodeAminoPubKey } from '../amino/aminoBinary.ts'
import { aminoNames } from '../amino/aminoNames.ts'
import type { AminoJsonInput } from '../amino/encodeAminoJson.ts'
import { encodeStdTx, type StdFee, type StdSignature, type StdTx } from '../amino/stdTx.ts'
import { noBytes } from '../noBytes.ts'
import { varintBytes } from '../proto/encodeMessage.ts'

type CoinTexts = StdFee['amount']

/**
 * A legacy transaction in the binary form of generation 8, behind its length: its bytes on that chain, whose SHA-256 is
 * its id. They hang on the transaction alone, not on the state (cosmos-sdk v0.39.2 x/auth/types/stdtx.go, go-amino
 * v0.15.1 binary-encode.go). There is no timeout height in it.
 * @throws plain errors for an address that is no bech32, and for a type amino has no name for
 */
export function encodeStdTx8(tx: StdTx, input: AminoJsonInput): Uint8Array {
	const names = aminoNames(input.brand)
	const bytes = concatBytes(
		aminoPrefix(names.stdTx),
		joinBytes(tx.msgs.map((message) => field(1, message === undefined ? noBytes : messageBytes(message, input)))),
		part(2, concatBytes(coins(1, tx.fee.amount), number(2, tx.fee.gas))),
		joinBytes(tx.signatures.map((signature) => field(3, signatureBytes(signature, input)))),
		part(4, goStringBytes(tx.memo)),
	)
	return concatBytes(varintBytes(BigInt(bytes.length)), bytes)
}

function signatureBytes({ pubKey, signature }: StdSignature, { registry }: AminoJsonInput): Uint8Array {
	const key = pubKey === undefined ? noBytes : encodeAminoPubKey(pubKey, registry)
	return concatBytes(part(1, key), part(2, signature))
}

function messageBytes(message: Message, { brand }: AminoJsonInput): Uint8Array {
	const name = aminoNames(brand).nameOf(message.$typeName)
	if (name === undefined) throw plainError(`Cannot encode unregistered concrete type ${message.$typeName}.`)
	return concatBytes(aminoPrefix(name), fieldsOf(message))
}

function fieldsOf(message: Message): Uint8Array {
	switch (message.$typeName) {
		case 'chain.greet.v1beta1.MsgCreateGreet': {
			const { message: text, owner } = message as MsgCreateGreet
			return concatBytes(part(1, goStringBytes(text)), part(2, addressBytes(owner)))
		}
		case 'cosmos.bank.v1beta1.MsgSend': {
			const { fromAddress, toAddress, amount } = message as MsgSend
			return concatBytes(part(1, addressBytes(fromAddress)), part(2, addressBytes(toAddress)), coins(3, amount))
		}
		case 'cosmos.bank.v1beta1.MsgMultiSend': {
			const { inputs, outputs } = message as MsgMultiSend
			const side = (one: { readonly address: string; readonly coins: CoinTexts }): Uint8Array =>
				concatBytes(part(1, addressBytes(one.address)), coins(2, one.coins))
			return concatBytes(
				joinBytes(inputs.map((one) => field(1, side(one)))),
				...outputs.map((one) => field(2, side(one))),
			)
		}
		default:
			throw plainError(`Cannot encode unregistered concrete type ${message.$typeName}.`)
	}
}

/** An address as bytes; the empty text has none. */
function addressBytes(text: string): Uint8Array {
	return text === '' ? noBytes : decodeBech32(text).bytes
}

function coins(position: number, list: CoinTexts): Uint8Array {
	return joinBytes(
		list.map(({ denom, amount }) =>
			field(position, concatBytes(part(1, goStringBytes(denom)), part(2, goStringBytes(amount || '0')))),
		),
	)
}

/** A field of bytes, empty ones included. */
function field(position: number, bytes: Uint8Array): Uint8Array {
	return concatBytes(Uint8Array.of((position << 3) | 2), varintBytes(BigInt(bytes.length)), bytes)
}

/** A field of bytes that is left out when it is empty. */
function part(position: number, bytes: Uint8Array): Uint8Array {
	return bytes.length === 0 ? noBytes : field(position, bytes)
}

function number(position: number, value: bigint): Uint8Array {
	return value === 0n ? noBytes : concatBytes(Uint8Array.of(position << 3), varintBytes(value))
}

/** A bare StdTx in the JSON of generation 8, which had no timeout height. */
export function stdTx8Json(tx: StdTx, options: AminoJsonInput): string {
	return encodeStdTx(tx, { ...options, generation: 8 }).replace(/,"timeout_height":"\d+"\}$/, '}')
}
