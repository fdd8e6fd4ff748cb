import { hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { EthBlocks } from '../../../../../src/api/eth/blocks/EthBlocks.ts'
import { oldestState } from '../../../../../src/api/eth/methods/ethConfigMethods.ts'
import { frameworkTx } from '../../../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import { sdkErrors } from '../../../../../src/errors/ChainError.ts'
import { ethTxHash, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'

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
	const state = { branch: 0, reads: 0, results: 0, isDown: false, hasResults: true, hasBlock: true }
	const chain = {
		status: async () => ({ height: 7 }),
		blockMeta: async (height: number) =>
			height === 7 ? { header: { height }, blockId: { hash: hashOf(7, state.branch) }, blockSize: 99 } : undefined,
		block: async (height: number) => {
			state.reads++
			if (!state.hasBlock) return undefined
			if (state.isDown) throw new Error('the engine does not answer')
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
			if (!state.hasResults) return undefined
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

	test('a block that could not be read, or has no results yet, is read anew', async () => {
		const { blocks, state } = blocksOf()
		state.isDown = true
		for (const read of [blocks.at(7), blocks.at(7)]) await expect(read).rejects.toThrow('the engine does not answer')
		state.isDown = false
		state.hasResults = false
		expect([await blocks.at(7), await blocks.bloomAt(7)]).toEqual([undefined, undefined])
		state.hasResults = true
		expect((await blocks.at(7))?.hash).toEqual(hashOf(7))
		expect(await blocks.bloomAt(7)).toEqual(new Uint8Array(256))
		const { reads } = state
		await blocks.at(7)
		expect(state.reads).toBe(reads)
	})

	test('a block whose parts went away while it was read is none', async () => {
		const { blocks, state } = blocksOf()
		state.hasBlock = false
		expect(await blocks.at(7)).toBeUndefined()
	})
})

describe('the transactions of a block', () => {
	const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
	const other = `0x${'22'.repeat(20)}` as const

	/** A signed transaction in the framework's bytes, and its hash. */
	async function signed(nonce: number) {
		const raw = await signer.signTransaction({
			type: 'legacy',
			chainId: 2222,
			nonce,
			gas: 21_000n,
			gasPrice: 1n,
			to: other,
		})
		const data = parseRawTx(hexToBytes(raw))
		const tx = ethTxOf(data)
		const hash = ethTxHash(tx)
		return { hash, bytes: frameworkTx({ data, tx, hash, size: raw.length, evmDenom: 'achain' }) }
	}

	/** A chain of such transactions by their heights, without an index. */
	function chainOf(
		blocks: Readonly<Record<number, readonly { readonly bytes: Uint8Array; readonly result: object }[]>>,
		latest: number,
	) {
		const chain = {
			status: async () => ({ height: latest }),
			blockMeta: async (height: number) => {
				expect(height).toBeGreaterThan(0)
				return { header: { height }, blockId: { hash: hashOf(height) }, blockSize: 1 }
			},
			block: async (height: number) => ({
				header: {
					height,
					time: { seconds: 5n },
					lastBlockId: { hash: hashOf(height - 1) },
					proposerAddress: bytes(3, 20),
				},
				txs: (blocks[height] ?? []).map((tx) => tx.bytes),
			}),
			blockResults: async (height: number) => ({
				txs: (blocks[height] ?? []).map(({ result }) => result),
				beginBlockEvents: [],
				endBlockEvents: [],
			}),
			consensusParams: async () => undefined,
			searchTxs: async () => ({ txs: [], total: 0 }),
		}
		const forks = { shanghai: true, cancun: false, prague: false }
		return new EthBlocks(chain as never, { silentBaseFee: async () => undefined, forksAt: async () => forks })
	}

	test('the transactions of a block have what their events tell, and gas that adds up through the block', async () => {
		const [first, second, third] = [await signed(0), await signed(1), await signed(2)]
		const log = { address: other, topics: [`0x${'33'.repeat(32)}`], data: 'AQI=', logIndex: 4 }
		const blocks = chainOf(
			{
				7: [
					{ bytes: first.bytes, result: { code: 5, log: '', gasUsed: 100n, events: [event('ethereum_tx', {})] } },
					{
						bytes: second.bytes,
						result: {
							code: 0,
							log: '',
							gasUsed: 30n,
							events: [
								event('message', { sender: 'somebody' }),
								event('transfer', { txType: '0', sender: 'somebody' }),
								event('ethereum_tx', { txGasUsed: '20', txIndex: '9', ethereumTxFailed: 'execution reverted' }),
								{
									type: 'tx_log',
									attributes: [log, { address: other }].map((one) => ({ key: 'txLog', value: JSON.stringify(one) })),
								},
								event('message', { txType: '0', sender: other }),
							],
						},
					},
					{
						bytes: third.bytes,
						result: { code: 0, log: '', gasUsed: 7n, events: [event('ethereum_tx', { txGasUsed: '7' })] },
					},
					{ bytes: Uint8Array.of(1, 2), result: { code: 0, log: '', gasUsed: 1n, events: [] } },
				],
			},
			7,
		)
		const block = await blocks.at(7)
		const place = { tx: { hash: second.hash, index: 9 }, block: { hash: hashOf(7), height: 7, timestamp: 5n } }
		expect(block?.gasUsed).toBe(138n)
		expect(block?.txs).toMatchObject([
			{
				hash: second.hash,
				// The event counts: an account may be impersonated.
				from: hexToBytes(other),
				index: 9,
				gasUsed: 20n,
				cumulativeGas: 120n,
				vmError: 'execution reverted',
				place: { tx: 1, message: 0 },
				logs: [
					{ address: hexToBytes(other), topics: [bytes(0x33, 32)], data: Uint8Array.of(1, 2), logIndex: 4, ...place },
					{ address: hexToBytes(other), topics: [], data: new Uint8Array(0), logIndex: 0, ...place },
				],
			},
			{
				hash: third.hash,
				from: hexToBytes(signer.address),
				index: 1,
				gasUsed: 7n,
				cumulativeGas: 137n,
				vmError: '',
				logs: [],
				place: { tx: 2, message: 0 },
			},
		])
	})

	test('transactions are found by their hashes in the two newest blocks before the index has them', async () => {
		const result = { code: 0, log: '', gasUsed: 7n, events: [event('ethereum_tx', { txGasUsed: '7' })] }
		const txs = await Promise.all([0, 1, 2].map(signed))
		const of = (at: number) => [{ bytes: txs[at]!.bytes, result }]
		const blocks = chainOf({ 1: of(0), 2: of(1), 3: of(2) }, 3)
		expect((await blocks.byTxHash(txs[2]!.hash))?.block.height).toBe(3)
		expect((await blocks.byTxHash(txs[1]!.hash))?.tx.hash).toEqual(txs[1]!.hash)
		expect(await blocks.byTxHash(txs[0]!.hash)).toBeUndefined()
		expect((await chainOf({ 1: of(0) }, 1).byTxHash(txs[0]!.hash))?.block.height).toBe(1)
		expect(await chainOf({}, 1).byTxHash(txs[0]!.hash)).toBeUndefined()
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
