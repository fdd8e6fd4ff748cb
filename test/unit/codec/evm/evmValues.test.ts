import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, parseAbiParameter } from 'viem'
import { expect, test } from 'vitest'
import { evmValues, signatureOf } from '../../../../src/codec/evm/evmValues.ts'

const parsed = (text: string): AbiParameter => parseAbiParameter(text as never)

test.each([
	['uint256 amount', 1_000_000n, { name: 'amount', type: 'uint256', text: '1000000' }],
	['string', 'a "b"', { name: '', type: 'string', text: 'a "b"' }],
	['string[2] names', ['a "b"', 'c'], { name: 'names', type: 'string[2]', text: '["a \\"b\\"", "c"]' }],
	['uint8[2][] grid', [[1, 2]], { name: 'grid', type: 'uint8[2][]', text: '[[1, 2]]' }],
	['bool[]', [], { name: '', type: 'bool[]', text: '[]' }],
	['(uint8 a, string b) pair', { a: 1, b: 'x, y' }, { name: 'pair', type: '(uint8,string)', text: '(1, "x, y")' }],
	['(uint8, string)[]', [[1, 'x']], { name: '', type: '(uint8,string)[]', text: '[(1, "x")]' }],
	[
		'((bytes2 a, bool b)[] list, string c) all',
		{ list: [{ a: '0x0102', b: true }], c: '' },
		{ name: 'all', type: '((bytes2,bool)[],string)', text: '([(0x0102, true)], "")' },
	],
])('a value of %s that viem decoded is told in words', (type, value, told) => {
	const parameter = parsed(type)
	const [decoded] = decodeAbiParameters([parameter], encodeAbiParameters([parameter], [value]))
	expect(evmValues([parameter], [decoded])).toEqual([told])
})

test('a signature names the types of its parameters, those of tuples in brackets', () => {
	const inputs = ['address to', '(uint8 a, bool)[2] list'].map(parsed)
	expect(signatureOf({ name: 'f', inputs })).toBe('f(address,(uint8,bool)[2])')
	expect(signatureOf({ name: 'g', inputs: [{ type: 'tuple', name: 't' }] })).toBe('g(())')
})

test('what an event has only the hash of is shown by its hash, whatever its type', () => {
	const hash = `0x${'ab'.repeat(32)}`
	const members = [{ name: 'a', type: 'uint256' }]
	for (const parameter of [
		{ name: 'list', type: 'uint256[]', indexed: true },
		{ name: 'pair', type: 'tuple', components: members, indexed: true },
		{ name: 'pairs', type: 'tuple[2]', components: members, indexed: true },
		{ name: 'text', type: 'string', indexed: true },
	]) {
		expect(evmValues([parameter], [hash])[0]?.text, parameter.name).toBe(hash)
	}
})
