import { describe, expect, test } from 'vitest'
import { readArtifacts } from '../../../../src/client/evm/readArtifacts.ts'

const abi = [{ type: 'function', name: 'f', inputs: [], outputs: [], stateMutability: 'view' }]

describe('compiled contracts are read from what', () => {
	test.each([
		['hardhat writes', { contractName: 'A', abi, bytecode: '0x6001' }],
		['foundry writes', { abi, bytecode: { object: '0x6001', linkReferences: {} } }],
		['solc writes as standard JSON', { contracts: { 'A.sol': { A: { abi, evm: { bytecode: { object: '6001' } } } } } }],
		['solc writes as combined JSON', { contracts: { 'src/A.sol:A': { abi, bin: '6001' } }, version: '0.8' }],
		['solc of old wrote as combined JSON', { contracts: { 'A.sol:A': { abi: JSON.stringify(abi), bin: '6001' } } }],
	])('%s', (_, json) => {
		expect(readArtifacts(JSON.stringify(json), 'A')).toEqual([{ name: 'A', abi, bytecode: '0x6001' }])
	})

	test('an ABI alone has no code', () => {
		expect(readArtifacts(JSON.stringify(abi), 'A')).toEqual([{ name: 'A', abi, bytecode: '0x' }])
	})

	test('several contracts of a file keep their names', () => {
		const one = { abi, evm: { bytecode: { object: '6001' } } }
		const names = readArtifacts(JSON.stringify({ contracts: { x: { A: one, B: one } } })).map(({ name }) => name)
		expect(names).toEqual(['A', 'B'])
	})

	test('what of an output of solc is no contract is passed over', () => {
		const contracts = { a: 7, 'b.sol': { A: { abi, evm: { bytecode: { object: '6001' } } }, B: 'no', C: { abi } } }
		expect(readArtifacts(JSON.stringify({ contracts }))).toEqual([
			{ name: 'A', abi, bytecode: '0x6001' },
			{ name: 'C', abi, bytecode: '0x' },
		])
		const old = { contracts: { 'c.sol:C': { abi, bytecode: '0x6002' } } }
		expect(readArtifacts(JSON.stringify(old))).toEqual([{ name: 'C', abi, bytecode: '0x6002' }])
	})

	test('one without a name has the name it is given, or one for all', () => {
		expect(readArtifacts(JSON.stringify({ abi }), 'Wall')[0]?.name).toBe('Wall')
		expect(readArtifacts(JSON.stringify({ abi }))[0]?.name).toBe('Contract')
	})

	test.each([
		['no JSON', '{', 'This file holds no JSON.'],
		['a text alone', '"abi"', 'There is no compiled contract in this file.'],
		['an ABI with an entry that is none', '[{"type":"function"},{"name":"f"}]', 'There is no compiled contract'],
		['code that is no hex', JSON.stringify({ abi, bytecode: '0x6' }), 'There is no compiled contract in this file.'],
		[
			'an ABI in a text that is no JSON',
			JSON.stringify({ contracts: { 'A.sol:A': { abi: '[{', bin: '6001' } } }),
			'There is no compiled contract in this file.',
		],
		['another JSON', '{"a":1}', 'There is no compiled contract in this file.'],
		['a list of nothing', '[null]', 'There is no compiled contract in this file.'],
		['a list of something else', '[1]', 'There is no compiled contract in this file.'],
		[
			'code that is not linked',
			JSON.stringify({ contractName: 'A', abi, bytecode: '0x60__$aabbcc$__01' }),
			'The contract A is not linked.',
		],
	])('%s is refused', (_, text, message) => {
		expect(() => readArtifacts(text)).toThrow(message)
	})
})
