import { describe, expect, test } from 'vitest'
import {
	decodeAminoInterface,
	quotedInteger,
	readInt,
	readWrapper,
} from '../../../../src/codec/amino/decodeAminoJson.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { toBase64 } from '../../../../src/util/bytes.ts'

const input = { registry: createRegistry(), brand: 'cosmos' } as const
const keyOf = (json: string, generation: 8 | 9 = 9) =>
	decodeAminoInterface(parseJson(json), 'pubKey', { ...input, generation }) as { key?: Uint8Array } | undefined
const bytes = (length: number) => new Uint8Array(length).fill(7)
const wrapped = (name: string, value: string) => `{"type":"tendermint/PubKey${name}","value":${value}}`

// go-amino v0.16.0 json-decode.go.
describe('a value of an amino interface', () => {
	test.each([
		['[]', 'cannot parse disfix JSON wrapper: json: cannot unmarshal array into Go value of type amino.disfixWrapper'],
		['{}', 'JSON encoding of interfaces require non-empty type field.'],
		['{"type":null,"value":1}', 'JSON encoding of interfaces require non-empty type field.'],
		['{"type":"x"}', 'interface JSON wrapper should have non-empty value field'],
		['{"type":5,"value":1}', 'cannot unmarshal number into Go struct field disfixWrapper.type of type string'],
		['{"type":"x","value":1}', 'unrecognized concrete type name x'],
		['{"type":"x","type":null,"value":1}', 'unrecognized concrete type name x'],
		['{"type":"x","type":"y","value":1}', 'unrecognized concrete type name y'],
	])('the amino JSON %s has no type that is known', (json, reason) => {
		expect(() => keyOf(json)).toThrow(reason)
	})

	test('the names of a wrapper in amino JSON are read in any case, and null is no value', () => {
		expect(readWrapper(parseJson('{"TYPE":"a","Value":1}'))).toEqual({ type: 'a', value: { kind: 'number', raw: '1' } })
		expect(() => readWrapper(parseJson('null'))).toThrow('JSON encoding of interfaces require non-empty type field.')
		expect(keyOf('null')).toBeUndefined()
	})

	test.each([
		['Secp256k1', 33],
		['Ed25519', 32],
	])('a key of the kind %s has %s bytes in amino JSON', (name, length) => {
		expect(keyOf(wrapped(name, `"${toBase64(bytes(length))}"`))?.key).toEqual(bytes(length))
		for (const other of [0, length - 1, length + 1]) {
			expect(() => keyOf(wrapped(name, `"${toBase64(bytes(other))}"`))).toThrow('invalid pubkey size')
		}
		// A slice in generation 9, and an array in generation 8.
		expect(keyOf(wrapped(name, 'null'))?.key).toEqual(new Uint8Array(0))
		expect(keyOf(wrapped(name, 'null'), 8)?.key).toEqual(new Uint8Array(length))
	})

	test('a key of several in amino JSON has a threshold of 32 bits, and keys that are there', () => {
		const several = (threshold: string, keys: string) =>
			keyOf(wrapped('MultisigThreshold', `{"threshold":${threshold},"pubkeys":${keys}}`))
		expect(several('"2"', '[]')).toMatchObject({ threshold: 2, publicKeys: [] })
		expect(several('"4294967298"', 'null')).toMatchObject({ threshold: 2, publicKeys: [] })
		expect(several('null', 'null')).toMatchObject({ threshold: 0 })
		expect(() => several('"1"', '[null]')).toThrow('Expecting non nil value to create a new Any')
	})

	test('keys of several may be within each other five hundred deep in amino JSON', () => {
		const nested = (depth: number) => {
			const open = wrapped('MultisigThreshold', '{"threshold":"1","pubkeys":[').slice(0, -1)
			return `${open.repeat(depth)}${wrapped('MultisigThreshold', '{}')}${']}}'.repeat(depth)}`
		}
		expect(keyOf(nested(500))).toMatchObject({ threshold: 1 })
		expect(() => keyOf(nested(501))).toThrow('exceeded max depth')
	})

	test('the addresses of a message in amino JSON can be read in another way, and nothing else of it', () => {
		const value = { from_address: 'a', to_address: 'b', amount: [{ denom: 'c', amount: '5' }] }
		const node = parseJson(JSON.stringify({ type: 'cosmos-sdk/MsgSend', value }))
		const readAddress = (text: string) => text.toUpperCase()
		const amount = [{ denom: 'c', amount: '5' }]
		expect(decodeAminoInterface(node, 'msg', input)).toMatchObject({ fromAddress: 'a', toAddress: 'b', amount })
		expect(decodeAminoInterface(node, 'msg', { ...input, readAddress })).toMatchObject({
			...{ fromAddress: 'A', toAddress: 'B', amount },
		})
	})
})

test('an amount in amino JSON is a text of at most 256 bits, with the prefixes of Go', () => {
	const most = (2n ** 256n - 1n).toString()
	expect(['"5"', '"0x10"', '"-7"', `"${most}"`].map((json) => readInt(parseJson(json)))).toEqual([
		'5',
		'16',
		'-7',
		most,
	])
	expect(() => readInt(parseJson(`"${2n ** 256n}"`))).toThrow(`integer out of range: ${2n ** 256n}`)
	expect(() => readInt(parseJson('"x"'))).toThrow('math/big: cannot unmarshal "x" into a *big.Int')
})

test('an integer of 64 bits in amino JSON is quoted', () => {
	const read = (json: string) => quotedInteger(parseJson(json), 'uint64')
	expect([read('null'), read('"5"'), read(`"${2n ** 64n - 1n}"`)]).toEqual([0n, 5n, 2n ** 64n - 1n])
	expect(() => read('5')).toThrow(
		'invalid character -- Amino:JSON int/int64/uint/uint64 expects quoted values for javascript numeric support, got: 5.',
	)
	expect(() => read(`"${2n ** 64n}"`)).toThrow(
		'cannot unmarshal number 18446744073709551616 into Go value of type uint64',
	)
})
