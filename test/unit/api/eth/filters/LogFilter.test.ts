import { describe, expect, test } from 'vitest'
import { gethDialect } from '../../../../../src/api/eth/dialect/gethDialect.ts'
import { type LogBounds, readLogFilter } from '../../../../../src/api/eth/filters/LogFilter.ts'
import { address, addressBytes, list, node, word, wordBytes } from '../argumentParts.ts'

describe('a filter of logs', () => {
	const rules: LogBounds = gethDialect
	const none = { blockHash: undefined, fromBlock: undefined, toBlock: undefined, addresses: [], topics: [] }
	test.each<[object | null, object]>([
		[null, none],
		[{}, none],
		[
			{ fromBlock: 'earliest', toBlock: '0x5' },
			{ ...none, fromBlock: { tag: 'earliest' }, toBlock: { height: 5n } },
		],
		[
			{ blockHash: word, fromBlock: null },
			{ ...none, blockHash: wordBytes },
		],
		[{ address }, { ...none, addresses: [addressBytes] }],
		[{ address: [address, address] }, { ...none, addresses: [addressBytes, addressBytes] }],
		[
			{ topics: [null, word, [], [word, word], [word, null]].slice(0, 4) },
			{ ...none, topics: [[], [wordBytes], [], [wordBytes, wordBytes]] },
		],
		[{ topics: [[word, null]] }, { ...none, topics: [[]] }],
	])('a filter of logs is read: %j', (json, read) => {
		expect(readLogFilter(node(json), rules)).toEqual(read)
	})

	const both = 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other'
	test.each([
		[[], 'json: cannot unmarshal array into Go value of type filters.input'],
		[{ blockHash: word, fromBlock: 'latest' }, both],
		[{ blockHash: word, toBlock: 'latest' }, both],
		[{ blockHash: '0x01' }, 'hex string has length 2, want 64 for common.Hash'],
		[{ address: 5 }, 'invalid addresses in query'],
		[{ address: [address, 5] }, 'non-string address at index 1'],
		[{ address: '0xab' }, 'invalid address: hex has invalid length 1 after decoding; expected 20 for address'],
		[{ address: [address, 'ab'] }, 'invalid address at index 1: hex string without 0x prefix'],
		[{ topics: {} }, 'json: cannot unmarshal object into Go struct field input.topics of type []interface {}'],
		[{ topics: list(5, null) }, 'exceed max topics'],
		[{ topics: [5] }, 'invalid topic(s)'],
		[{ topics: [[5]] }, 'invalid topic(s)'],
		[{ topics: ['0xcd'] }, 'hex has invalid length 1 after decoding; expected 32 for topic'],
		[{ topics: [[word, '0xcd']] }, 'hex has invalid length 1 after decoding; expected 32 for topic'],
	])('a filter of logs is refused: %j', (json, message) => {
		expect(() => readLogFilter(node(json), rules)).toThrow(expect.objectContaining({ message }))
	})

	test('a filter of logs may have a thousand addresses, four topics, and a thousand alternatives of each', () => {
		const full = { address: list(1_000, address), topics: list(4, list(1_000, word)) }
		expect(readLogFilter(node(full), rules).topics.map(({ length }) => length)).toEqual(list(4, 1_000))
		expect(() => readLogFilter(node({ topics: [list(1_001, word)] }), rules)).toThrow('exceed max topics')
		expect(() => readLogFilter(node({ address: list(1_001, address) }), rules)).toThrow(
			'exceed max addresses or topics per search position',
		)
	})
})
