import { describe, expect, test } from 'vitest'
import type { ContextFields } from '../../../../../src/app/AppContext.ts'
import type { EthereumCheck } from '../../../../../src/modules/evm/ante/EthereumStep.ts'
import { baseFeeDue } from '../../../../../src/modules/evm/ante/feeStep.ts'
import { defaultFeeMarketParams } from '../../../../../src/modules/feemarket/feeMarketParams.ts'
import { createEvmBench } from '../evmBench.ts'

describe('the base fee that a transaction has to pay', () => {
	const { keeper, context } = createEvmBench()
	const due = (
		mode: ContextFields['mode'],
		change: { enableHeight?: bigint; checksNextFee?: boolean | undefined; own?: bigint | undefined } = {},
	) => {
		const { enableHeight, checksNextFee, own } = { enableHeight: 0n, checksNextFee: true, own: 800n, ...change }
		const ctx = context({ mode, consensusParams: { block: { maxBytes: 1n, maxGas: 2n } } })
		keeper.deps.feeMarket.setParams(ctx, { ...defaultFeeMarketParams, baseFee: 800n, enableHeight })
		// Half of the limit was used, by which alone the fee would stay.
		keeper.deps.feeMarket.setBlockGas(ctx, 1n)
		const before = ctx.gasMeter.consumed
		const fee = baseFeeDue({ ctx, keeper, checksNextFee } as EthereumCheck, own)
		expect(ctx.gasMeter.consumed).toBe(before)
		return fee
	}

	test('the mempool of a node that asks for it has the next base fee, found without the limit of blocks', () => {
		expect([due('check'), due('recheck')]).toEqual([701n, 701n])
	})

	test('a block, a simulation and the mempool of other nodes have the base fee of the newest block', () => {
		expect([due('deliver'), due('simulate')]).toEqual([800n, 800n])
		expect([due('check', { checksNextFee: false }), due('check', { checksNextFee: undefined })]).toEqual([800n, 800n])
		expect(due('check', { own: undefined })).toBeUndefined()
	})

	test('the base fee stays where the next block looks for none', () => {
		// The context is that of block 1; at its first height the fee is what it was.
		expect([1n, 2n, 3n].map((enableHeight) => due('check', { enableHeight }))).toEqual([701n, 800n, 800n])
	})
})
