import { create, type Message } from '@bufbuild/protobuf'
import { ChainError, inOtherWords, plainError } from '../../errors/ChainError.ts'
import { MsgCreateGreetSchema } from '../../gen/chain/greet/v1beta1/tx_pb.js'
import { MsgMultiSendSchema, MsgSendSchema } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { PubKeySchema as Ed25519Schema } from '../../gen/cosmos/crypto/ed25519/keys_pb.js'
import { LegacyAminoPubKeySchema } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema as Secp256k1Schema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { equalBytes, toHexUpper } from '../../util/bytes.ts'
import { goString } from '../../util/goString.ts'
import { addressToText } from '../address/address.ts'
import { AminoFields, AminoReader, readList, readNested, typ3 } from '../amino/AminoReader.ts'
import { aminoPrefix, keyPrefixes } from '../amino/aminoBinary.ts'
import { aminoNames } from '../amino/aminoNames.ts'
import { packMessage } from '../amino/decodeAminoJson.ts'
import type { AminoJsonInput } from '../amino/encodeAminoJson.ts'
import type { StdFee, StdSignature, StdTx } from '../amino/stdTx.ts'
import { parseBigInt } from '../coins/parseBigInt.ts'
import { noBytes } from '../noBytes.ts'

/** Options of reading binary transactions. */
export interface StdTx8Input extends AminoJsonInput {
	/** Bech32 prefix of the addresses, which are bytes there and text here. */
	readonly prefix: string
}

/** Reads a legacy transaction from generation 8's binary form with its length. @throws as go-amino v0.15.1 does */
export function decodeStdTx8(bytes: Uint8Array, input: StdTx8Input): StdTx {
	const body = withoutPrefix(withoutLength(bytes), aminoPrefix(aminoNames(input.brand).stdTx))
	const reader = new AminoReader(body)
	return inOtherWords(
		() => readTx(reader, input),
		(error) =>
			plainError(`unmarshal to types.StdTx failed after ${reader.pos} bytes (${error.log}): ${toHexUpper(body)}`),
	)
}

function withoutLength(bytes: Uint8Array): Uint8Array {
	if (bytes.length === 0) throw plainError('UnmarshalBinaryLengthPrefixed cannot decode empty bytes')
	const reader = new AminoReader(bytes)
	let wanted = 0n
	try {
		wanted = reader.uvarint()
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		// A number that ends too soon is 0 of no length.
		if (reader.pos > 0) throw plainError(`Error reading msg byte-length prefix: got code ${-reader.pos}`)
	}
	const { rest } = reader
	if (wanted > BigInt(rest.length)) {
		throw plainError(
			`Not enough bytes to read in UnmarshalBinaryLengthPrefixed, want ${wanted} more bytes but only have ${rest.length}`,
		)
	}
	if (wanted < BigInt(rest.length)) {
		throw plainError(
			`Bytes left over in UnmarshalBinaryLengthPrefixed, should read ${wanted} more bytes but have ${rest.length}`,
		)
	}
	return rest
}

function withoutPrefix(bytes: Uint8Array, prefix: Uint8Array): Uint8Array {
	if (equalBytes(bytes.subarray(0, 4), prefix)) return bytes.subarray(4)
	const got = bytes.length < 4 ? toHexUpper(bytes) : `${toHexUpper(bytes.subarray(0, 4))}...`
	throw plainError(
		`UnmarshalBinaryBare expected to read prefix bytes ${toHexUpper(prefix)} (since it is registered concrete) but got ${got}`,
	)
}

function readTx(reader: AminoReader, input: StdTx8Input): StdTx {
	const fields = new AminoFields(reader, 'types.StdTx')
	const msgs = readList<Message | undefined>(
		reader,
		1,
		() => readInterface(reader, (inner, prefix) => readMessage(inner, prefix, input)),
		() => undefined,
	)
	const fee = fields.read(2, typ3.byteLength, () => readNested(reader, readFee)) ?? { amount: [], gas: 0n }
	const noSignature: StdSignature = { pubKey: undefined, signature: noBytes }
	const signatures = readList<StdSignature>(
		reader,
		3,
		() => readNested(reader, (inner) => readSignature(inner, input)),
		() => noSignature,
	)
	const memo = fields.read(4, typ3.byteLength, () => goString(reader.byteSlice())) ?? ''
	fields.skipRest()
	return { msgs, fee, signatures, memo, timeoutHeight: 0n }
}

function readFee(reader: AminoReader): StdFee {
	const fields = new AminoFields(reader, 'types.StdFee')
	const amount = readCoins(reader, 1)
	const gas = fields.read(2, typ3.varint, () => reader.uvarint()) ?? 0n
	fields.skipRest()
	return { amount, gas }
}

function readSignature(reader: AminoReader, input: StdTx8Input): StdSignature {
	const fields = new AminoFields(reader, 'types.StdSignature')
	const pubKey = fields.read(1, typ3.byteLength, () =>
		readInterface(reader, (inner, prefix) => readKey(inner, prefix, input)),
	)
	const signature = fields.read(2, typ3.byteLength, () => reader.byteSlice()) ?? noBytes
	fields.skipRest()
	return { pubKey, signature }
}

/** A value of an interface: bytes behind their length, with the type's prefix in front. */
function readInterface<T>(outer: AminoReader, read: (inner: AminoReader, prefix: Uint8Array) => T): T {
	return readNested(outer, (inner) => {
		if (inner.bytes.length < 4) throw plainError('EOF while reading prefix bytes.')
		const prefix = inner.bytes.subarray(0, 4)
		inner.pos = 4
		const value = read(inner, prefix)
		if (!inner.isAtEnd) throw plainError('bytes left over after reading interface contents')
		return value
	})
}

const messageTypes = [MsgCreateGreetSchema, MsgSendSchema, MsgMultiSendSchema]

function readMessage(reader: AminoReader, prefix: Uint8Array, { brand, prefix: hrp }: StdTx8Input): Message {
	const names = aminoNames(brand)
	const schema = messageTypes.find(({ typeName }) => equalBytes(aminoPrefix(names.nameOf(typeName) ?? ''), prefix))
	if (schema === undefined) throw plainError(`unrecognized prefix bytes ${toHexUpper(prefix)}`)
	const goPackage = schema === MsgCreateGreetSchema ? 'greet' : 'types'
	const fields = new AminoFields(reader, `${goPackage}.${schema.name}`)
	const address = (number: number): string =>
		fields.read(number, typ3.byteLength, () => addressToText(reader.byteSlice(), hrp)) ?? ''
	let message: Message
	if (schema === MsgCreateGreetSchema) {
		const text = fields.read(1, typ3.byteLength, () => goString(reader.byteSlice())) ?? ''
		message = create(MsgCreateGreetSchema, { message: text, owner: address(2) })
	} else if (schema === MsgSendSchema) {
		const [fromAddress, toAddress] = [address(1), address(2)]
		message = create(MsgSendSchema, { fromAddress, toAddress, amount: [...readCoins(reader, 3)] })
	} else {
		const [inputs, outputs] = [readSides(reader, 1, 'Input', hrp), readSides(reader, 2, 'Output', hrp)]
		message = create(MsgMultiSendSchema, { inputs, outputs })
	}
	fields.skipRest()
	return message
}

function readSides(reader: AminoReader, number: number, name: string, hrp: string) {
	const side = () =>
		readNested(reader, (inner) => {
			const fields = new AminoFields(inner, `types.${name}`)
			const address = fields.read(1, typ3.byteLength, () => addressToText(inner.byteSlice(), hrp)) ?? ''
			const coins = [...readCoins(inner, 2)]
			fields.skipRest()
			return { address, coins }
		})
	return [...readList(reader, number, side, () => ({ address: '', coins: [] }))]
}

function readCoins(reader: AminoReader, number: number): StdFee['amount'] {
	const coin = () =>
		readNested(reader, (inner) => {
			const fields = new AminoFields(inner, 'types.Coin')
			const denom = fields.read(1, typ3.byteLength, () => goString(inner.byteSlice())) ?? ''
			const amount = fields.read(2, typ3.byteLength, () => amountOf(goString(inner.byteSlice()))) ?? ''
			fields.skipRest()
			return { denom, amount }
		})
	return readList(reader, number, coin, () => ({ denom: '', amount: '' }))
}

function amountOf(text: string): string {
	const value = parseBigInt(text)
	if (value === undefined) throw plainError(`math/big: cannot unmarshal ${JSON.stringify(text)} into a *big.Int`)
	return value.toString()
}

function readKey(reader: AminoReader, prefix: Uint8Array, input: StdTx8Input): Message {
	if (equalBytes(prefix, keyPrefixes.secp256k1)) {
		return create(Secp256k1Schema, { key: readArray(reader, 33) })
	}
	if (equalBytes(prefix, keyPrefixes.ed25519)) return create(Ed25519Schema, { key: readArray(reader, 32) })
	if (!equalBytes(prefix, keyPrefixes.multisig)) throw plainError(`unrecognized prefix bytes ${toHexUpper(prefix)}`)
	const fields = new AminoFields(reader, 'multisig.PubKeyMultisigThreshold')
	const threshold = fields.read(1, typ3.varint, () => Number(BigInt.asUintN(32, reader.uvarint()))) ?? 0
	const keys = readList(reader, 2, () => readInterface(reader, (inner, of) => readKey(inner, of, input)))
	fields.skipRest()
	return create(LegacyAminoPubKeySchema, {
		threshold,
		publicKeys: keys.map((key) => packMessage(key, input.registry)),
	})
}

/** Bytes of a fixed number, behind their length all the same. */
function readArray(reader: AminoReader, length: number): Uint8Array {
	if (reader.rest.length < length) throw plainError(`Insufficient bytes to decode [${length}]byte.`)
	const bytes = reader.byteSlice()
	if (bytes.length === length) return bytes
	throw plainError(`Mismatched byte array length: Expected ${length}, got ${bytes.length}`)
}
