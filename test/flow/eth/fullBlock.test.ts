import { type Address, type Hex, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, evmTools, postEth } from './evmTools.ts'

const dave = '0x00000000000000000000000000000000000000d1'
const senders = [account(0), account(1), account(2), account(0)]
const tips = ['2', '4', '1', '3'].map((text) => parseGwei(text))

let chain: Chain
/** Four transfers of one block to dave, in their order. */
let hashes: Hex[]
/** The height of their block. */
let height: bigint

// biome-ignore lint/suspicious/noExplicitAny: each method's result has a shape of its own, which the tests compare
const ask = async (method: string, ...params: readonly unknown[]): Promise<any> => {
	const { result, error } = await askEth(chain.ethUrl!, method, params)
	if (error !== undefined) throw new Error(error.message)
	return result
}
const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`

/** Sends to dave with a tip, in a block that another call makes. */
const send = (from: ReturnType<typeof account>, tip: bigint, to: Address = dave): Promise<Hex> =>
	evmTools(chain.ethUrl!, { from }).writer.sendTransaction({
		to,
		value: 1n,
		gas: 50_000n,
		maxPriorityFeePerGas: tip,
		maxFeePerGas: parseGwei('100'),
	})

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	const { anvil, reader } = evmTools(chain.ethUrl!)
	await anvil.setAutomine(false)
	hashes = []
	for (const [at, from] of senders.entries()) hashes.push(await send(from, tips[at]!))
	await anvil.mine({ blocks: 1 })
	height = await reader.getBlockNumber()
})

afterAll(async () => {
	await chain.stop()
})

describe('the fees of a block of several transactions', () => {
	test('the tips at percentiles of its gas are told, from the lowest tip on', async () => {
		// Each has a quarter of the gas; percentiles count in thousandths, and the gas up to one is cut to a whole number.
		const percentiles = [0, 25, 25.001, 25.002, 50, 75, 75.002, 100]
		const { reward, gasUsedRatio, ...history } = await ask('eth_feeHistory', 1, hex(height), percentiles)
		expect(reward).toEqual([['1', '1', '1', '2', '2', '3', '4', '4'].map((text) => hex(parseGwei(text)))])
		const block = await ask('eth_getBlockByNumber', hex(height), false)
		expect(gasUsedRatio).toEqual([84_000 / Number(block.gasLimit)])
		expect(history).toEqual({
			oldestBlock: hex(height),
			baseFeePerGas: [block.baseFeePerGas, await ask('eth_baseFee')],
			baseFeePerBlobGas: ['0x0', '0x0'],
			blobGasUsedRatio: [0],
		})
	})

	test('a history ends with the base fee of the block after it, and begins with the first block at most', async () => {
		const feeOf = async (at: bigint) => (await ask('eth_getBlockByNumber', hex(at), false)).baseFeePerGas
		const [before, own] = [await feeOf(height - 1n), await feeOf(height)]
		expect(own).not.toBe(before)
		const one = await ask('eth_feeHistory', '1', hex(height - 1n))
		expect([one.oldestBlock, one.baseFeePerGas, one.reward]).toEqual([hex(height - 1n), [before, own], undefined])
		const all = await ask('eth_feeHistory', '0x400', 'latest', [50])
		expect(all.oldestBlock).toBe('0x1')
		expect(all.baseFeePerGas.slice(-3)).toEqual([before, own, await ask('eth_baseFee')])
		expect(all.baseFeePerGas).toHaveLength(Number(height) + 1)
		// A block without transactions has no tip.
		expect(all.reward.slice(-2)).toEqual([['0x0'], [hex(parseGwei('2'))]])
		expect(all.gasUsedRatio.at(-2)).toBe(0)
	})

	test.each([
		['percentiles below 0', [1, 'latest', [-0.5]], 'invalid reward percentile: -0.500000'],
		['percentiles above 100', [1, 'latest', [50, 100.5]], 'invalid reward percentile: 100.500000'],
		['equal percentiles', [1, 'latest', [1, 50, 50]], 'invalid reward percentile: #1:50.000000 >= #2:50.000000'],
		[
			'more than a hundred percentiles',
			[1, 'latest', Array.from({ length: 101 }, (_, at) => at / 2)],
			'invalid reward percentile: over the query limit 100',
		],
		['a block beyond the newest', [1, '0x999'], /request beyond head block: requested 2457, head \d+$/],
		['a number of blocks that is none', ['-1', 'latest'], 'invalid argument 0: invalid hex or decimal integer "-1"'],
		[
			'a number of blocks of 20 digits',
			['1'.repeat(20), 'latest'],
			`invalid argument 0: invalid hex or decimal integer "${'1'.repeat(20)}"`,
		],
	])('a history with %s is refused', async (_, params, text) => {
		await expect(ask('eth_feeHistory', ...params)).rejects.toThrow(text)
	})

	test('a history of no blocks is empty', async () => {
		expect(await ask('eth_feeHistory', 0, 'latest', [-1])).toEqual({ oldestBlock: '0x0', gasUsedRatio: null })
	})
})

describe('the pages that Otterscan asks for', () => {
	const hashesOf = (list: readonly { readonly hash: Hex }[]) => list.map(({ hash }) => hash)

	test('a block is told in pages of its transactions, with their receipts', async () => {
		const { baseFeePerGas } = await ask('eth_getBlockByNumber', hex(height), false)
		const pages = await Promise.all([0, 1, 2].map((page) => ask('ots_getBlockTransactions', hex(height), page, 3)))
		expect(pages.map(({ fullblock }) => hashesOf(fullblock.transactions))).toEqual([
			hashes.slice(0, 3),
			hashes.slice(3),
			[],
		])
		expect(pages[1].receipts).toEqual([
			{ ...(await ask('eth_getTransactionReceipt', hashes[3])), logs: null, logsBloom: null },
		])
		expect(pages[1].fullblock).toMatchObject({ transactionCount: 4, logsBloom: null, baseFeePerGas })
		expect(await ask('ots_getBlockTransactions', '0x999', 0, 3)).toBeNull()
		const details = await ask('ots_getBlockDetails', Number(height))
		const fees = tips.reduce((sum, tip) => sum + 21_000n * (tip + BigInt(baseFeePerGas)), 0n)
		expect(details).toMatchObject({
			block: { number: hex(height), transactionCount: 4 },
			issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
			totalFees: hex(fees),
		})
		expect(await ask('ots_getBlockDetailsByHash', details.block.hash)).toEqual(details)
		expect(await ask('ots_getBlockDetailsByHash', hashes[0])).toBeNull()
		expect(await ask('ots_getBlockDetails', '0x999')).toBeNull()
		expect(await ask('erigon_getHeaderByNumber', '0x999')).toBeNull()
	})

	test('a page of the transactions of an address ends with a block, and the last one says that it is', async () => {
		const { anvil } = evmTools(chain.ethUrl!)
		const [alice, bob] = [account(0), account(1)]
		const more: Hex[] = []
		for (const [from, to] of [
			[alice, bob.address],
			[bob, bob.address],
			[alice, dave],
		] as const) {
			more.push(await send(from, 1n, to))
			await anvil.mine({ blocks: 1 })
		}
		/** What a page tells, and its places in the order of sending. */
		const page = async (kind: 'Before' | 'After', who: Address, at: number, size: number) => {
			const { txs, receipts, ...ends } = await ask(`ots_searchTransactions${kind}`, who, at, size)
			expect(receipts.map(({ transactionHash }: { transactionHash: Hex }) => transactionHash)).toEqual(hashesOf(txs))
			return [hashesOf(txs).map((hash) => [...hashes, ...more].indexOf(hash)), ends.firstPage, ends.lastPage]
		}
		const first = Number(height)
		// What dave got: four in the first block, one in the last.
		expect(await page('Before', dave, 0, 25)).toEqual([[6, 3, 2, 1, 0], true, true])
		expect(await page('Before', dave, 0, 1)).toEqual([[6], true, false])
		expect(await page('Before', dave, 0, 2)).toEqual([[6, 3, 2, 1, 0], true, true])
		expect(await page('Before', dave, first + 3, 2)).toEqual([[3, 2, 1, 0], false, true])
		expect(await page('Before', dave, first, 2)).toEqual([[], false, true])
		expect(await page('After', dave, 0, 1)).toEqual([[3, 2, 1, 0], false, true])
		expect(await page('After', dave, first, 1)).toEqual([[6], true, false])
		expect(await page('After', dave, first + 3, 1)).toEqual([[], true, false])
		// What bob sent and got; what he sent himself is there once.
		expect(await page('Before', bob.address, 0, 25)).toEqual([[5, 4, 1], true, true])
		expect(await page('Before', bob.address, 0, 2)).toEqual([[5, 4], true, false])
		expect(await page('After', bob.address, 0, 2)).toEqual([[4, 1], false, true])
		expect(await page('After', bob.address, first + 1, 0)).toEqual([[5], true, false])
	})

	test('a transaction of a sender of hundreds is found by its nonce', async () => {
		const { anvil } = evmTools(chain.ethUrl!)
		const who = '0x00000000000000000000000000000000000000e1'
		await anvil.impersonateAccount({ address: who })
		await anvil.setBalance({ address: who, value: 10n ** 20n })
		const body = Array.from({ length: 201 }, (_, nonce) => ({
			jsonrpc: '2.0',
			id: nonce,
			method: 'eth_sendTransaction',
			params: [{ from: who, to: dave, nonce: hex(nonce), gas: '0x5208', gasPrice: hex(parseGwei('10')) }],
		}))
		const sent = (await (await postEth(chain.ethUrl!, JSON.stringify(body))).json()) as { readonly result: Hex }[]
		await anvil.mine({ blocks: 1 })
		await send(account(0), 1n)
		await anvil.mine({ blocks: 1 })
		for (const nonce of [0, 99, 100, 150, 199, 200]) {
			expect(await ask('ots_getTransactionBySenderAndNonce', who, nonce)).toBe(sent[nonce]?.result)
		}
		expect(await ask('ots_getTransactionBySenderAndNonce', who, 201)).toBeNull()
	})
})

test('each transaction of a block is traced behind those before it', async () => {
	const { anvil, reader } = evmTools(chain.ethUrl!)
	const counter = '0x00000000000000000000000000000000000000c1'
	/** Counts its calls in slot 0, tells the new count in a log and returns the old one. */
	await anvil.setCode({ address: counter, bytecode: '0x6000548060010180600055600052600160206000a160005260206000f3' })
	const sent: Hex[] = []
	for (const index of [0, 1, 2]) sent.push(await send(account(index), 1n, counter))
	await anvil.mine({ blocks: 1 })
	const word = (count: number): Hex => `0x${count.toString(16).padStart(64, '0')}`
	const receipts = await Promise.all(sent.map((hash) => reader.getTransactionReceipt({ hash })))
	expect(receipts.map(({ transactionIndex }) => transactionIndex)).toEqual([0, 1, 2])
	expect(receipts.map(({ logs }) => logs.map(({ logIndex, data }) => [logIndex, data]))).toEqual(
		[0, 1, 2].map((index) => [[index, word(index + 1)]]),
	)
	let sum = 0n
	for (const { gasUsed, cumulativeGasUsed } of receipts) {
		sum += gasUsed
		expect(cumulativeGasUsed).toBe(sum)
	}
	const outputs = await Promise.all(
		sent.map(async (hash) => (await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })).output),
	)
	expect(outputs).toEqual([0, 1, 2].map(word))
	const at = hex(receipts[0]!.blockNumber)
	const block = await ask('debug_traceBlockByNumber', at, { tracer: 'callTracer' })
	expect(block.map(({ txHash, result }: { txHash: Hex; result: { output: Hex } }) => [txHash, result.output])).toEqual(
		sent.map((hash, index) => [hash, word(index)]),
	)
	const flat = await ask('trace_block', at)
	expect(flat.map((one: { result: { output: Hex } }) => one.result.output)).toEqual([0, 1, 2].map(word))
	expect((await ask('trace_replayTransaction', sent[2], ['trace'])).output).toBe(word(2))
})
