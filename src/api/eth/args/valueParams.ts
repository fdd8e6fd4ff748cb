import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { boolValue, cannotUnmarshal, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { plainError } from '../../../errors/ChainError.ts'
import type { ValueParam } from '../rpc/EthMethod.ts'

/** 20 bytes as 40 digits of either case. */
export const address = required((node) => readFixedBytes(node, 20, 'common.Address'))

/** 32 bytes as 64 digits that are no hash of a block or transaction. */
export const word = required((node) => readFixedBytes(node, 32, 'common.Hash'))

/** Bytes of any length. */
export const bytes = required((node) => readBytes(node, 'Go value of type hexutil.Bytes'))

/** Index of a transaction in its block. */
export const index = required((node) => readQuantity(node, 64, 'Go value of type hexutil.Uint'))

/** A quantity of up to 64 bits. */
export const quantity64 = required((node) => readQuantity(node, 64, 'Go value of type hexutil.Uint64'))

/** A quantity of up to 256 bits. */
export const quantity256 = required((node) => readQuantity(node, 256, 'Go value of type *hexutil.Big'))

/** A number as tools write it: hex, decimal text or a JSON number. */
export const number: ValueParam<bigint> = {
	read: (node: JsonNode) => {
		const written = textOf(node)
		if (/^0x/i.test(written)) return parseQuantity(written, 256)
		if (!/^\d{1,78}$/.test(written)) throw plainError(`${written.slice(0, 80)} is not a number`)
		return BigInt(written)
	},
}

/** Any text. */
export const text = required(stringValue)

/** A list of texts; null is empty. */
export const texts = required((node): readonly string[] => {
	if (node.kind === 'null') return []
	if (node.kind !== 'array') throw cannotUnmarshal(node, '[]string')
	return node.items.map(stringValue)
})

/** True or false. */
export const flag = required(boolValue)

/** Any JSON value. */
export const anything = required((node) => node)

/** A list of floating-point numbers, such as percentiles. */
export const floats = required((node): readonly number[] => {
	if (node.kind === 'null') return []
	if (node.kind !== 'array') throw cannotUnmarshal(node, '[]float64')
	return node.items.map((item) => {
		if (item.kind !== 'number') throw cannotUnmarshal(item, 'float64')
		return Number(item.raw)
	})
})

/**
 * Bytes of any length. `place` is Go's description of the target in error texts: `Go value of type hexutil.Bytes`, `Go
 * struct field TransactionArgs.data of type hexutil.Bytes`.
 * @throws plain errors with encoding/json's texts.
 */
export function readBytes(node: JsonNode, place: string): Uint8Array {
	return readText(node, place, parseHexBytes)
}

/** Bytes of a fixed length. @throws plain errors with encoding/json's texts. */
export function readFixedBytes(
	node: JsonNode,
	length: number,
	type: string,
	place = `Go value of type ${type}`,
): Uint8Array {
	const value = readText(node, place, parseHexBytes)
	if (value.length === length) return value
	throw plainError(`hex string has length ${value.length * 2}, want ${length * 2} for ${type}`)
}

/** A quantity; an empty text is 0. @throws plain errors with encoding/json's texts. */
export function readQuantity(node: JsonNode, bits: 64 | 256, place: string): bigint {
	return readText(node, place, (value) => (value === '' ? 0n : parseQuantity(value, bits)))
}

/** A parameter that must be there. */
export function required<Value>(read: (node: JsonNode) => Value): ValueParam<Value> {
	return { read }
}

/** The text of a JSON string, or the source text of another value, as geth reads it. */
export function textOf(node: JsonNode): string {
	return node.kind === 'string' ? node.value : node.raw
}

function readText<Value>(node: JsonNode, place: string, parse: (text: string) => Value): Value {
	if (node.kind !== 'string') throw plainError(`json: cannot unmarshal non-string into ${place}`)
	try {
		return parse(node.value)
	} catch (fault) {
		if (fault instanceof HexFault) throw plainError(`json: cannot unmarshal ${fault.message} into ${place}`)
		throw fault
	}
}

const digits = /^[0-9a-fA-F]*$/

/** Malformed hex, with the text of go-ethereum v1.10.16 common/hexutil. */
export class HexFault extends Error {
	override readonly name = 'HexFault'
}

/** Parses a quantity: `0x0`, `0x1f`, no leading zeros. @throws {HexFault} for any other text. */
export function parseQuantity(text: string, bits: 64 | 256): bigint {
	if (text === '') throw new HexFault('empty hex string')
	const number = withoutPrefix(text)
	if (number === '') throw new HexFault('hex string "0x"')
	if (number.length > 1 && number.startsWith('0')) throw new HexFault('hex number with leading zero digits')
	if (number.length > bits / 4) throw new HexFault(`hex number > ${bits} bits`)
	if (!digits.test(number)) throw new HexFault('invalid hex string')
	return BigInt(`0x${number}`)
}

/** Parses bytes: `0x` and two digits per byte. An empty text is no bytes. @throws {HexFault} for any other text. */
export function parseHexBytes(text: string): Uint8Array {
	if (text === '') return noBytes
	const body = withoutPrefix(text)
	if (body.length % 2 === 1) throw new HexFault('hex string of odd length')
	if (!digits.test(body)) throw new HexFault('invalid hex string')
	return new Uint8Array(Buffer.from(body, 'hex'))
}

function withoutPrefix(text: string): string {
	if (!/^0[xX]/.test(text)) throw new HexFault('hex string without 0x prefix')
	return text.slice(2)
}
