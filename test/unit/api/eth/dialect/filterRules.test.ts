import { bytesToHex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { NumberRef } from '../../../../../src/api/eth/args/blockRef.ts'
import { anvilDialect } from '../../../../../src/api/eth/dialect/anvilDialect.ts'
import { ethermintDialect } from '../../../../../src/api/eth/dialect/ethermintDialect.ts'
import { gethDialect } from '../../../../../src/api/eth/dialect/gethDialect.ts'
import type { LogFilter } from '../../../../../src/api/eth/filters/LogFilter.ts'

/** What a test names a block by: a tag, a height, or nothing. */
type Named = string | number | undefined

const refOf = (name: Named): NumberRef | undefined =>
	name === undefined ? undefined : ((typeof name === 'number' ? { height: BigInt(name) } : { tag: name }) as NumberRef)

const filterOf = (from: Named, to: Named): LogFilter => ({
	blockHash: undefined,
	fromBlock: refOf(from),
	toBlock: refOf(to),
	addresses: [],
	topics: [],
})

const latest = 20_000

describe('the blocks that ethermint searches for logs', () => {
	test.each<[Named, Named, number, number]>([
		[undefined, undefined, latest, latest],
		['latest', 'pending', latest, latest],
		[10_000, undefined, 10_000, latest],
		['earliest', 1, 1, 1],
		[0, 10_001, 1, 10_001],
		[5, 4, 5, 4],
		[latest, latest + 600, latest, latest + 600],
		[latest, latest + 601, latest, latest + 600],
	])('ethermint searches for logs from %s to %s', async (from, to, first, last) => {
		expect(await ethermintDialect.logs.range(filterOf(from, to), latest)).toEqual({ from: first, to: last })
	})

	test('a search that begins beyond the newest block finds nothing', async () => {
		expect(await ethermintDialect.logs.range(filterOf(latest + 1, latest + 2), latest)).toBeUndefined()
	})

	test('a search of more than ten thousand blocks is refused', async () => {
		await expect(ethermintDialect.logs.range(filterOf(1, 10_002), latest)).rejects.toThrow(
			'maximum [from, to] blocks distance: 10000',
		)
	})

	test('a hash of no block and a height that is not there are told', () => {
		expect(ethermintDialect.logs.unknownHash(Uint8Array.of(1, 2)).message).toBe(
			'failed to fetch header by hash: block not found for hash 0x0102',
		)
		expect(ethermintDialect.logs.missingBlock(9, 8).message).toBe(
			'height 9 must be less than or equal to the current blockchain height 8',
		)
	})
})

describe('a log filter of ethermint', () => {
	const check = (from: Named, to: Named) => () => ethermintDialect.filters.check(filterOf(from, to))

	test.each<[Named, Named]>([
		[undefined, undefined],
		['latest', 'latest'],
		[0, 0],
		['earliest', 5],
		['earliest', 0],
		[5, 5],
		[5, 6],
		[5, undefined],
		[0, 'latest'],
	])('a log filter of ethermint may be from %s to %s', (from, to) => {
		expect(check(from, to)).not.toThrow()
	})

	test.each<[Named, Named, string]>([
		[6, 5, '6 > 5'],
		[undefined, 5, '-1 > 5'],
		['latest', 0, '-1 > 0'],
		['pending', 'latest', '-2 > -1'],
		['latest', 'pending', '-1 > -2'],
		['pending', 'pending', '-2 > -2'],
		[5, 'pending', '5 > -2'],
		['pending', 5, '-2 > 5'],
	])('a log filter of ethermint may not be from %s to %s', (from, to, numbers) => {
		expect(check(from, to)).toThrow(`invalid from and to block combination: from > to (${numbers})`)
	})

	test.each<[Named, Named, number, boolean]>([
		[undefined, undefined, 7, true],
		[7, undefined, 7, true],
		[8, undefined, 7, false],
		[0, undefined, 1, true],
		[5, 7, 7, true],
		[5, 6, 7, false],
		[5, 'latest', 7, true],
		['earliest', 0, 1, false],
	])(
		'a log filter of ethermint from %s to %s delivers the logs of the height %s: %s',
		(from, to, height, delivered) => {
			expect(ethermintDialect.filters.delivers(filterOf(from, to), height)).toBe(delivered)
		},
	)

	test('filters of another kind, unknown ones, and too many are refused with their kind', () => {
		const { filters } = ethermintDialect
		expect(filters.noLogFilter('0x1', 'blocks').message).toBe("filter 0x1 doesn't have a LogsSubscription type: got 5")
		expect(filters.noLogFilter('0x1', 'pending').message).toBe("filter 0x1 doesn't have a LogsSubscription type: got 4")
		expect(filters.unknown('0x2').message).toBe('filter 0x2 not found')
		expect(filters.refuse('blocks')).toBe('error creating block filter: max limit reached')
		expect(filters.refuse('pending')).toBe('error creating pending tx filter: max limit reached')
		expect(() => filters.refuse('logs')).toThrow('error creating filter: max limit reached')
	})
})

describe('the blocks that geth searches for logs', () => {
	test.each<[Named, Named, number, number]>([
		[undefined, undefined, latest, latest],
		['earliest', 10_000, 1, 10_000],
		[0, 5, 1, 5],
		[latest, latest, latest, latest],
		[10_001, 'pending', 10_001, latest],
		['latest', undefined, latest, latest],
		['safe', 'finalized', latest, latest],
	])('geth searches for logs from %s to %s', async (from, to, first, last) => {
		expect(await gethDialect.logs.range(filterOf(from, to), latest)).toEqual({ from: first, to: last })
	})

	test.each<[Named, Named, string]>([
		[6, 5, 'invalid block range params'],
		[latest + 1, undefined, 'invalid block range params'],
		[latest + 1, latest + 1, 'block range extends beyond current head block'],
		[latest, latest + 1, 'block range extends beyond current head block'],
		[1, 10_001, 'query exceeds max block range 10000'],
	])('geth refuses to search for logs from %s to %s', async (from, to, text) => {
		await expect(gethDialect.logs.range(filterOf(from, to), latest)).rejects.toThrow(text)
	})
})

describe('the blocks that a developer’s node searches for logs', () => {
	test('a search ends with the newest block, wherever it is to end', async () => {
		for (const to of [latest, latest + 1, latest + 99, undefined]) {
			expect(await anvilDialect.logs.range(filterOf(latest - 1, to), latest)).toEqual({
				from: latest - 1,
				to: latest,
			})
		}
		expect(await anvilDialect.logs.range(filterOf(undefined, undefined), latest)).toEqual({
			from: latest,
			to: latest,
		})
		expect(await anvilDialect.logs.range(filterOf(3, 4), latest)).toEqual({ from: 3, to: 4 })
	})

	test('a search that begins beyond the newest block is refused', async () => {
		const search = anvilDialect.logs.range(filterOf(latest + 1, undefined), latest)
		await expect(search).rejects.toMatchObject({
			message: `BlockOutOfRangeError: block height is ${latest} but requested was ${latest + 1}`,
			code: -32602,
		})
	})
})

test('ethermint signs 32 bytes as they are, and of anything else the hash', () => {
	const digest = new Uint8Array(32).fill(7)
	expect(ethermintDialect.keys.signDigest(digest)).toBe(digest)
	expect(bytesToHex(ethermintDialect.keys.signDigest(new Uint8Array(31)))).toBe(keccak256(new Uint8Array(31)))
	expect(ethermintDialect.keys.unknownKey(Uint8Array.of(0xab, 1)).message).toBe(
		'no key for given address or file; key with addressAB01not found: key not found',
	)
})
