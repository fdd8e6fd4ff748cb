import { describe, expect, test } from 'vitest'
import { type BlockRef, readBlockNumber, readBlockNumberOrHash } from '../../../../../src/api/eth/args/blockRef.ts'
import {
	readEthermintNumberOrHash,
	readLaxNumber,
	readOldNumber,
} from '../../../../../src/api/eth/args/ethermintBlockRef.ts'
import { parseJson } from '../../../../../src/codec/goJson/parseJson.ts'

const hash = `0x${'ab'.repeat(32)}`
const isHash: BlockRef = { hash: new Uint8Array(32).fill(0xab) }
const most = 2n ** 63n - 1n
const mostHex = '0x7fffffffffffffff'
const tooMany = '0x8000000000000000'
const place = '[tharsis/ethermint@v0.14.1/types/validation.go:47]'
const both = 'cannot specify both BlockHash and BlockNumber, choose one or the other'

type Row = readonly [json: unknown, read: BlockRef | string]

function check(read: (node: ReturnType<typeof parseJson>) => BlockRef, [json, expected]: Row): void {
	const node = parseJson(JSON.stringify(json))
	if (typeof expected === 'string') expect(() => read(node)).toThrow(expected)
	else expect(read(node)).toEqual(expected)
}

/** What all readers of numbers read alike. */
const alike: readonly Row[] = [
	['latest', { tag: 'latest' }],
	['pending', { tag: 'pending' }],
	['earliest', { tag: 'earliest' }],
	['0x0', { height: 0n }],
	['0xfF', { height: 255n }],
	[mostHex, { height: most }],
	['0x', 'hex string "0x"'],
	['', 'empty hex string'],
	['0x01', 'hex number with leading zero digits'],
	['0xg', 'invalid hex string'],
	['0x10000000000000000', 'hex number > 64 bits'],
]

describe('a block by its number, as geth reads it', () => {
	test.each<Row>([
		...alike,
		['safe', { tag: 'safe' }],
		['finalized', { tag: 'finalized' }],
		[tooMany, 'block number larger than int64'],
		['5', 'hex string without 0x prefix'],
		[5, 'hex string without 0x prefix'],
		['Latest', 'hex string without 0x prefix'],
		[null, 'hex string without 0x prefix'],
	])('a block by its number is read as geth does: %j', (...row) => check(readBlockNumber, row))
})

describe('a block by its number or hash, as geth reads it', () => {
	test.each<Row>([
		...alike,
		[hash, isHash],
		[`${hash.slice(0, -1)}g`, 'invalid hex string'],
		[`${hash}ab`, 'hex number > 64 bits'],
		[{ blockNumber: '0x5' }, { height: 5n }],
		[{ blockNumber: 'safe', blockHash: null }, { tag: 'safe' }],
		[{ blockHash: hash, requireCanonical: true }, isHash],
		[{ blockHash: '0xabab' }, 'hex string has length 4, want 64 for common.Hash'],
		[{ blockHash: hash, blockNumber: '0x5' }, both],
		[{}, 'invalid arguments; neither block nor hash specified'],
	])('a block by its number or hash is read as geth does: %j', (...row) => check(readBlockNumberOrHash, row))
})

describe('a block by its number, as ethermint reads it', () => {
	test.each<Row>([
		...alike,
		[tooMany, 'block number larger than int64'],
		['12', { height: 12n }],
		[12, { height: 12n }],
		['0', { height: 0n }],
		['010', { height: 8n }],
		['00', { height: 0n }],
		['08', { height: 0n }],
		['1_0', { height: 0n }],
		['-1', { height: 0n }],
		['safe', { height: 0n }],
		[String(most), { height: most }],
		[String(most + 1n), 'block number larger than int64'],
		[String(2n ** 64n - 1n), 'block number larger than int64'],
		[String(2n ** 64n), { height: 0n }],
		['9'.repeat(50_000), { height: 0n }],
		['01777777777777777777777', 'block number larger than int64'],
		['02000000000000000000000', { height: 0n }],
		[`${'0'.repeat(50)}17`, { height: 15n }],
		[null, { height: 0n }],
	])('a block by its number is read as ethermint does: %j', (...row) => check(readLaxNumber, row))
})

describe('a block of a log filter, as ethermint reads it', () => {
	test.each<Row>([
		...alike,
		[tooMany, 'block number larger than int64'],
		['12', 'hex string without 0x prefix'],
		['safe', 'hex string without 0x prefix'],
	])('a block of a log filter is read as ethermint does: %j', (...row) => check(readOldNumber, row))
})

describe('a block by its number or hash, as ethermint reads it', () => {
	test.each<Row>([
		...alike,
		[hash, isHash],
		[`${hash.slice(0, -1)}g`, 'invalid hex string'],
		[tooMany, `uint64 value ${most + 1n} cannot exceed ${most}: invalid height ${place}`],
		['12', 'hex string without 0x prefix'],
		[null, 'types BlockHash and BlockNumber cannot be both nil'],
		[{}, 'types BlockHash and BlockNumber cannot be both nil'],
		[{ blockNumber: null, blockHash: null }, 'types BlockHash and BlockNumber cannot be both nil'],
		[12, 'json: cannot unmarshal number into Go value of type string'],
		[['0x1'], 'json: cannot unmarshal array into Go value of type string'],
		[{ blockNumber: '12' }, { height: 12n }],
		[{ blockNumber: 'pending' }, { tag: 'pending' }],
		[{ blockHash: hash }, isHash],
		[{ blockNumber: '0x5', blockHash: hash }, both],
		[{ blockHash: '0xabab' }, 'json: cannot unmarshal object into Go value of type string'],
		[{ blockHash: 5 }, 'json: cannot unmarshal object into Go value of type string'],
		[{ blockNumber: '0xg' }, 'json: cannot unmarshal object into Go value of type string'],
	])('a block by its number or hash is read as ethermint does: %j', (...row) => check(readEthermintNumberOrHash, row))
})
