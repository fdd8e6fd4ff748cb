import { describe, expect, test } from 'vitest'
import {
	address as addressParam,
	bytes,
	flag,
	floats,
	index,
	number,
	quantity64,
	quantity256,
	text,
	texts,
	word,
} from '../../../../../src/api/eth/args/valueParams.ts'
import { parseJson } from '../../../../../src/codec/goJson/parseJson.ts'

const address = `0x${'Ab'.repeat(20)}`
const params = { address: addressParam, bytes, flag, floats, index, number, quantity64, quantity256, text, texts, word }
const nonString = (type: string) => new Error(`json: cannot unmarshal non-string into Go value of type ${type}`)
const unfit = (fault: string, type: string) =>
	new Error(`json: cannot unmarshal ${fault} into Go value of type ${type}`)

/** The values that are read, or the refusals, by the kind of the parameter. Texts of go-ethereum and encoding/json. */
const table: readonly (readonly [kind: keyof typeof params, json: unknown, read: unknown])[] = [
	['address', address, new Uint8Array(20).fill(0xab)],
	['address', '0xabab', new Error('hex string has length 4, want 40 for common.Address')],
	['address', `${address}ab`, new Error('hex string has length 42, want 40 for common.Address')],
	['address', '', new Error('hex string has length 0, want 40 for common.Address')],
	['address', address.slice(2), unfit('hex string without 0x prefix', 'common.Address')],
	['address', 5, nonString('common.Address')],
	['word', `0X${'00'.repeat(32)}`, new Uint8Array(32)],
	['word', address, new Error('hex string has length 40, want 64 for common.Hash')],
	['bytes', '', new Uint8Array(0)],
	['bytes', '0x', new Uint8Array(0)],
	['bytes', '0x0aFf', Uint8Array.of(10, 255)],
	['bytes', '0x0', unfit('hex string of odd length', 'hexutil.Bytes')],
	['bytes', '0x0g', unfit('invalid hex string', 'hexutil.Bytes')],
	['bytes', null, nonString('hexutil.Bytes')],
	['index', '0x10', 16n],
	['index', '', 0n],
	['index', '0x00', unfit('hex number with leading zero digits', 'hexutil.Uint')],
	['quantity64', '0xffffffffffffffff', 2n ** 64n - 1n],
	['quantity64', '0x10000000000000000', unfit('hex number > 64 bits', 'hexutil.Uint64')],
	['quantity256', `0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
	['quantity256', `0x1${'0'.repeat(64)}`, unfit('hex number > 256 bits', '*hexutil.Big')],
	['quantity256', '0x', unfit('hex string "0x"', '*hexutil.Big')],
	['number', '0x1F', 31n],
	['number', '031', 31n],
	['number', 7, 7n],
	['number', '9'.repeat(78), BigInt('9'.repeat(78))],
	['number', '9'.repeat(79), new Error(`${'9'.repeat(79)} is not a number`)],
	['number', 'x'.repeat(90), new Error(`${'x'.repeat(80)} is not a number`)],
	['number', -1, new Error('-1 is not a number')],
	['number', '0x01', new Error('hex number with leading zero digits')],
	['text', 'a', 'a'],
	['text', null, ''],
	['text', 5, new Error('json: cannot unmarshal number into Go value of type string')],
	['texts', null, []],
	['texts', ['a', null], ['a', '']],
	['texts', 'a', new Error('json: cannot unmarshal string into Go value of type []string')],
	['flag', true, true],
	['flag', null, false],
	['flag', 'true', new Error('json: cannot unmarshal string into Go value of type bool')],
	['floats', [1, 2.5e1], [1, 25]],
	['floats', null, []],
	['floats', {}, new Error('json: cannot unmarshal object into Go value of type []float64')],
	['floats', ['1'], new Error('json: cannot unmarshal string into Go value of type float64')],
]

describe('a value of a request', () => {
	test.each(table)('the parameter %s is read as go-ethereum does: %j', (kind, json, expected) => {
		const { read } = params[kind]
		const node = parseJson(JSON.stringify(json))
		if (expected instanceof Error)
			expect(() => read(node)).toThrow(expect.objectContaining({ message: expected.message }))
		else expect(read(node)).toEqual(expected)
	})
})
