import { describe, expect, test } from 'vitest'
import { EthBlocks } from '../../../../../src/api/eth/blocks/EthBlocks.ts'
import { oldestState } from '../../../../../src/api/eth/methods/ethConfigMethods.ts'
import { sdkErrors } from '../../../../../src/errors/ChainError.ts'

const hashOf = (height: number, branch = 0): Uint8Array => new Uint8Array(32).fill(height).fill(branch, 31)
const bytes = (digit: number, length: number): Uint8Array => new Uint8Array(length).fill(digit)
const event = (type: string, attributes: Readonly<Record<string, string>>) => ({
	type,
	attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
})

interface Draft {
	readonly txs?: readonly object[]
	readonly begin?: readonly object[]
	readonly end?: readonly object[]
	readonly maxGas?: bigint | undefined
	readonly shanghai?: boolean
	readonly lastHash?: Uint8Array
}

/** The blocks of a chain of one, in Ethereum's form. */
function blocksOf({ txs = [], begin = [], end = [], maxGas, shanghai = true, lastHash = hashOf(6) }: Draft = {}) {
	const state = { branch: 0, reads: 0, results: 0 }
	const chain = {
		status: async () => ({ height: 7 }),
		blockMeta: async (height: number) =>
			height === 7 ? { header: { height }, blockId: { hash: hashOf(7, state.branch) }, blockSize: 99 } : undefined,
		block: async (height: number) => {
			state.reads++
			const header = {
				height,
				time: { seconds: 5n, nanos: 6 },
				lastBlockId: { hash: lastHash },
				proposerAddress: bytes(3, 20),
			}
			return { header, txs: txs.map((_, at) => Uint8Array.of(at)) }
		},
		blockResults: async () => {
			state.results++
			return { txs, beginBlockEvents: begin, endBlockEvents: end }
		},
		consensusParams: async () => (maxGas === undefined ? undefined : { block: { maxGas } }),
		searchTxs: async () => ({ txs: [], total: 0 }),
	}
	const forks = { shanghai, cancun: false, prague: false }
	const rules = { silentBaseFee: async () => 77n, forksAt: async () => forks }
	return { blocks: new EthBlocks(chain as never, rules), state }
}

describe('a block in Ethereum’s form', () => {
	test('a block has the parts of the engine’s block, and none that is not there', async () => {
		const { blocks } = blocksOf({ maxGas: 30n })
		expect(await blocks.at(7)).toMatchObject({
			height: 7,
			hash: hashOf(7),
			size: 99,
			timestamp: 5n,
			baseFee: 77n,
			gasLimit: 30n,
			gasUsed: 0n,
			bloom: new Uint8Array(256),
			coinbase: bytes(3, 20),
			random: hashOf(6),
			txs: [],
		})
		expect(await blocks.at(8)).toBeUndefined()
		expect(await blocks.latestHeight()).toBe(7)
		expect(await blocks.byTxHash(bytes(1, 32))).toBeUndefined()
	})

	test.each([
		[undefined, 2n ** 32n - 1n],
		[-1n, 2n ** 32n - 1n],
		[0n, 0n],
		[1n, 1n],
	])('the gas limit of consensus parameters of %s is %s', async (maxGas, gasLimit) => {
		expect((await blocksOf({ maxGas }).blocks.at(7))?.gasLimit).toBe(gasLimit)
	})

	test.each([
		['the one of its event', [event('fee_market', { base_fee: '5' })], 5n],
		['the chain’s where the event has none', [event('fee_market', {})], 77n],
		['the chain’s where the event’s is no number', [event('fee_market', { base_fee: '-5' })], 77n],
		['the chain’s without the event', [event('other', { base_fee: '5' })], 77n],
	])('the base fee of a block is %s', async (_, begin, baseFee) => {
		expect((await blocksOf({ begin }).blocks.at(7))?.baseFee).toBe(baseFee)
	})

	test('the gas of what was refused for want of gas in the block does not count', async () => {
		const full = 'no block gas left to run tx: out of gas'
		const txs = [
			{ code: 0, log: '', gasUsed: 1n, events: [] },
			{ code: 11, log: 'out of gas in location: ReadFlat', gasUsed: 10n, events: [] },
			{ code: 5, log: full, gasUsed: 100n, events: [] },
			{ code: 11, log: full, gasUsed: 1_000n, events: [] },
		]
		expect((await blocksOf({ txs }).blocks.at(7))?.gasUsed).toBe(111n)
	})

	test('PREVRANDAO is the hash of the block before, from Shanghai on, and zeros for the first block', async () => {
		const random = async (draft: Draft) => (await blocksOf(draft).blocks.at(7))?.random
		expect(await random({})).toEqual(hashOf(6))
		expect(await random({ shanghai: false })).toEqual(bytes(0, 32))
		expect(await random({ lastHash: new Uint8Array(0) })).toEqual(bytes(0, 32))
	})

	test('the bloom of a block is that of its event, also without its transactions', async () => {
		const bloom = '01'.repeat(256)
		const { blocks, state } = blocksOf({ end: [event('block_bloom', { bloom })] })
		expect(await blocks.bloomAt(7)).toEqual(bytes(1, 256))
		expect(state.reads).toBe(0)
		expect((await blocks.at(7))?.bloom).toEqual(bytes(1, 256))
		expect(await blocks.bloomAt(8)).toBeUndefined()
	})

	test('a block is read once, and again when the chain has another one at its height', async () => {
		const { blocks, state } = blocksOf()
		await blocks.at(7)
		await blocks.at(7)
		await blocks.bloomAt(7)
		await blocks.bloomAt(7)
		expect(state).toMatchObject({ reads: 1, results: 2 })
		state.branch = 1
		expect((await blocks.at(7))?.hash).toEqual(hashOf(7, 1))
		await blocks.bloomAt(7)
		expect(state).toMatchObject({ reads: 2, results: 4 })
	})
})

describe('the lowest height whose state is kept', () => {
	const evmFrom = (oldest: number) =>
		({
			at: async (height: number) => {
				if (height < oldest) throw sdkErrors.invalidRequest.wrap('pruned')
			},
		}) as never

	test.each([1, 2, 3, 7, 8, 9, 10])('the lowest height whose state is kept is found: %d', async (oldest) => {
		expect(await oldestState(evmFrom(oldest), 1, 10)).toBe(oldest)
	})

	test('the lowest state is at the lowest height that is asked for where all are kept, and another fault is no answer', async () => {
		expect(await oldestState(evmFrom(1), 4, 10)).toBe(4)
		expect(await oldestState(evmFrom(1), 4, 4)).toBe(4)
		const broken = { at: async () => Promise.reject(new Error('the disk is gone')) } as never
		await expect(oldestState(broken, 1, 10)).rejects.toThrow('the disk is gone')
	})
})
