import { beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { key } from '../../../modules/evm/tx/signedTxs.ts'
import { beforeLondon, createEthBench } from '../ethBench.ts'

type Chain = Awaited<ReturnType<typeof createEthBench>>

const from = key.address.toLowerCase()
const contract = `0x${'aa'.repeat(20)}` as const
/** Answers with the price of gas. */
const codes = { 170: '3a 6000 52 6020 6000 f3' }

describe('a chain without a base fee', () => {
	test('a chain without a base fee suggests the usual tip alone', async () => {
		const { ask } = await createEthBench({ feeMarket: { noBaseFee: true } })
		expect(await ask('eth_gasPrice')).toBe('0x3b9aca00')
		expect(await ask('eth_maxPriorityFeePerGas')).toBe('0x3b9aca00')
		expect(await ask('eth_baseFee')).toBeNull()
		const { tx } = await ask('eth_fillTransaction', { from, to: contract })
		expect([tx.maxFeePerGas, tx.maxPriorityFeePerGas, tx.gasPrice]).toEqual(['0x3b9aca00', '0x3b9aca00', null])
		const [block] = await ask('eth_simulateV1', { validation: true, blockStateCalls: [{}] }, 'latest')
		expect(block.baseFeePerGas).toBe('0x0')
	})

	test('the base fee of the first simulated block that has one is nothing', async () => {
		const london = { ...beforeLondon, blocks: { ...beforeLondon.blocks, london: 2n } }
		const { ask } = await createEthBench({ evm: { chainConfig: london }, feeMarket: { enableHeight: 9n } })
		const [block] = await ask('eth_simulateV1', { validation: true, blockStateCalls: [{}] }, 'latest')
		expect(block).toMatchObject({ number: '0x2', baseFeePerGas: '0x0' })
	})
})

describe('a chain before London', () => {
	const [inBlock, waiting] = [2_000_000_000n, 0n]
	const chains: Partial<Record<'geth' | 'ethermint', Chain>> = {}
	beforeAll(async () => {
		for (const dialect of ['geth', 'ethermint'] as const) {
			const chain = await createEthBench({
				dialect,
				codes,
				evm: { chainConfig: beforeLondon },
				feeMarket: { noBaseFee: true },
				funded: [[fromHex(from.slice(2))!, 1_000_000n]],
			})
			for (const [nonce, gasPrice] of [inBlock, waiting].entries()) {
				const to = `0x${'bb'.repeat(20)}` as const
				const tx = { type: 'legacy', chainId: 2222, nonce, gas: 50_000n, gasPrice, to } as const
				expect(await chain.ask('eth_sendRawTransaction', await key.signTransaction(tx))).toMatch(/^0x/)
				if (nonce === 0) await chain.mine(...chain.waiting())
			}
			chains[dialect] = chain
		}
	})

	test('a history of fees before London has the whole prices as rewards', async () => {
		expect(await chains.geth!.ask('eth_gasPrice')).toBe('0x3b9aca00')
		const history = ['0x1', 'latest', [0, 50]] as const
		expect(await chains.geth!.ask('eth_feeHistory', ...history)).toEqual({
			oldestBlock: '0x2',
			baseFeePerGas: ['0x0', '0x0'],
			gasUsedRatio: [21_000 / (2 ** 32 - 1)],
			baseFeePerBlobGas: ['0x0', '0x0'],
			blobGasUsedRatio: [0],
			reward: [['0x77359400', '0x77359400']],
		})
		await chains.ethermint!.mine()
		expect(await chains.ethermint!.ask('eth_feeHistory', '0x2', '0x3', [0, 50])).toEqual({
			oldestBlock: '0x1',
			baseFeePerGas: [null, null],
			gasUsedRatio: [0, 21_000 / (2 ** 32 - 1)],
			reward: [
				['0x0', '0x0'],
				['0x77359400', '0x77359400'],
			],
		})
	})

	test('prices of ethermint before London are its usual price, no tip, and no fee caps', async () => {
		const { ask } = chains.ethermint!
		expect(await ask('eth_gasPrice')).toBe('0x14')
		expect(await ask('eth_maxPriorityFeePerGas')).toBe('0x0')
		const call = { from, to: contract, gas: '0x5208' }
		const { tx } = await ask('eth_fillTransaction', call)
		expect([tx.type, tx.gasPrice, tx.maxFeePerGas, tx.maxPriorityFeePerGas]).toEqual(['0x0', '0x0', null, null])
		const refused = 'maxFeePerGas or maxPriorityFeePerGas specified but london is not active yet'
		for (const price of ['maxFeePerGas', 'maxPriorityFeePerGas']) {
			expect(await ask('eth_fillTransaction', { ...call, [price]: '0x1' })).toBe(refused)
		}
	})

	test('a pending block before London has what pays nothing, and neither base fee nor randomness', async () => {
		const pending = await chains.geth!.ask('eth_getBlockByNumber', 'pending', true)
		expect(pending).toMatchObject({ gasUsed: '0x5208', mixHash: `0x${'00'.repeat(32)}` })
		expect(pending).not.toHaveProperty('baseFeePerGas')
		expect(pending.transactions).toMatchObject([{ nonce: '0x1', gasPrice: '0x0' }])
	})

	test('geth fills a transaction before London with a price, and refuses one cap without the other', async () => {
		const { ask } = chains.geth!
		const filled = async (prices: object) =>
			(await ask('eth_fillTransaction', { from, to: contract, gas: '0xc350', ...prices })).tx
		expect(await filled({})).toMatchObject({ type: '0x0', gasPrice: '0x3b9aca00' })
		expect(await filled({ gasPrice: '0x7' })).toMatchObject({ type: '0x0', gasPrice: '0x7' })
		expect(await filled({ maxFeePerGas: '0x7', maxPriorityFeePerGas: '0x7' })).toMatchObject({
			type: '0x2',
			maxFeePerGas: '0x7',
		})
		for (const cap of ['maxFeePerGas', 'maxPriorityFeePerGas']) {
			expect(await ask('eth_fillTransaction', { from, to: contract, gas: '0xc350', [cap]: '0x7' })).toBe(
				'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active',
			)
		}
	})

	test('a call before London sees the price that it gives, and nothing of its fee caps', async () => {
		const { ask } = chains.geth!
		const seen = async (prices: object) =>
			Number(await ask('eth_call', { from, to: contract, gas: '0xc350', ...prices }))
		expect(await seen({ gasPrice: '0x7' })).toBe(7)
		expect(await seen({ maxFeePerGas: '0x7', maxPriorityFeePerGas: '0x7' })).toBe(0)
	})

	test('simulated calls before London are legacy transactions with their price', async () => {
		const calls = [
			{ to: contract, from },
			{ to: contract, from, gasPrice: '0x7' },
		]
		const call = { returnFullTransactions: true, blockStateCalls: [{ calls }] }
		const [block] = await chains.geth!.ask('eth_simulateV1', call, 'latest')
		const prices = ['0x0', '0x7']
		expect(block.transactions).toMatchObject(prices.map((gasPrice) => ({ type: '0x0', gasPrice })))
		for (const tx of block.transactions) expect(tx).not.toHaveProperty('chainId')
		expect(block.calls.map(({ returnData }: { returnData: string }) => Number(returnData))).toEqual([0, 7])
	})
})
