import { describe, expect, test } from 'vitest'
import type { EthBlock, EthLog } from '../../../../../src/api/eth/blocks/EthBlock.ts'
import { gethDialect } from '../../../../../src/api/eth/dialect/gethDialect.ts'
import {
	isWanted,
	type LogBounds,
	type LogFilter,
	logsOfBlock,
	readLogFilter,
	removedLogs,
} from '../../../../../src/api/eth/filters/LogFilter.ts'
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

/** 20 or 32 bytes of one value. */
const place = (byte: number) => new Uint8Array(20).fill(byte)
const topic = (byte: number) => new Uint8Array(32).fill(byte)

const filterOf = (addresses: readonly number[], topics: readonly (readonly number[])[]): LogFilter => ({
	blockHash: undefined,
	fromBlock: undefined,
	toBlock: undefined,
	addresses: addresses.map(place),
	topics: topics.map((of) => of.map(topic)),
})

function logOf(from: number, topics: readonly number[], logIndex = 0): EthLog {
	return {
		address: place(from),
		topics: topics.map(topic),
		data: Uint8Array.of(logIndex),
		logIndex,
		tx: { hash: topic(7), index: 1 },
		block: { hash: topic(8), height: 9, timestamp: 10n },
	}
}

describe('the logs that a filter wants', () => {
	test.each<[readonly number[], readonly (readonly number[])[], boolean]>([
		[[], [], true],
		[[1], [], true],
		[[9, 1], [], true],
		[[9], [], false],
		[[], [[2]], true],
		[[], [[3]], false],
		[[], [[9, 2]], true],
		[[], [[], [3]], true],
		[[], [[], [2]], false],
		[[], [[2], [3]], true],
		[[], [[], []], true],
		[[], [[], [], []], false],
		[[1], [[9]], false],
		[[9], [[2]], false],
	])('a log of contract 1 with topics 2 and 3 is wanted by contracts %j and topics %j: %s', (from, topics, wanted) => {
		expect(isWanted(logOf(1, [2, 3]), filterOf(from, topics))).toBe(wanted)
	})

	/** Two messages of one transaction of the engine, and one of another. */
	const block = {
		txs: [
			{ place: { tx: 0, message: 0 }, logs: [logOf(1, [], 0), logOf(2, [], 1)] },
			{ place: { tx: 0, message: 1 }, logs: [logOf(1, [], 2)] },
			{ place: { tx: 1, message: 0 }, logs: [logOf(1, [], 3)] },
		],
	} as unknown as EthBlock
	const indices = (logs: readonly EthLog[]) => logs.map(({ logIndex }) => logIndex)

	test('the logs of all messages of a block are found, or those of first messages alone', () => {
		expect(indices(logsOfBlock(block, filterOf([1], [])))).toEqual([0, 2, 3])
		expect(indices(logsOfBlock(block, filterOf([], []), true))).toEqual([0, 1, 3])
	})

	test('the logs of a block that is gone are told as removed, the last one first, with the time of their block', () => {
		const removed = removedLogs(block, filterOf([1], []))
		expect(removed).toMatchObject([{ logIndex: '0x3' }, { logIndex: '0x2' }, { logIndex: '0x0' }])
		expect(removed).toMatchObject(list(3, { removed: true, blockTimestamp: '0xa', blockNumber: '0x9' }))
	})
})
