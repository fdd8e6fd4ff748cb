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

	test.each([
		['no JSON', '{', 'This file holds no JSON.'],
		['another JSON', '{"a":1}', 'There is no compiled contract in this file.'],
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
