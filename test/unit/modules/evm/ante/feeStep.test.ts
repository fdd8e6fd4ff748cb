import { beforeAll, describe, expect, test } from 'vitest'
import type { ContextFields } from '../../../../../src/app/AppContext.ts'
import type { EventList } from '../../../../../src/app/EventList.ts'
import type { EthereumCheck } from '../../../../../src/modules/evm/ante/EthereumStep.ts'
import { baseFeeDue, feeStep } from '../../../../../src/modules/evm/ante/feeStep.ts'
import type { EthTx } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { defaultFeeMarketParams } from '../../../../../src/modules/feemarket/feeMarketParams.ts'
import { addressOf, createEvmBench } from '../evmBench.ts'

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

// ethermint v0.14.1 app/ante/eth.go EthGasConsumeDecorator.
describe('the fees of the messages of a transaction', () => {
	const bench = createEvmBench({ accountRule: 'base', funded: [[addressOf(0x11), 10n ** 9n]] })
	beforeAll(() => bench.block())
	const plain = { type: 0, gas: 21_000n, gasPrice: 1n, data: new Uint8Array(0), to: addressOf(0x22) }
	const charged = (mode: ContextFields['mode'], txs: readonly Partial<EthTx>[], market: object = {}) => {
		const ctx = bench.context({ mode })
		bench.keeper.deps.feeMarket.setParams(ctx, { ...defaultFeeMarketParams, baseFee: 3n, ...market })
		const from = `0x${'11'.repeat(20)}`
		const messages = () => txs.map((tx) => ({ msg: { from }, tx: { ...plain, ...tx } }))
		const { gasMeter } = feeStep.run({ ctx, keeper: bench.keeper, messages } as unknown as EthereumCheck)!
		const fees = (ctx.events as EventList).events.filter(
			({ type, attributes }) => type === 'tx' && attributes[0]!.key === 'fee',
		)
		return [gasMeter.limit, fees.map(({ attributes }) => attributes.map(({ key, value }) => [key, value]))]
	}

	test('each message pays for all of its gas with an event, one without a price says so by an empty text', () => {
		const denom = bench.keeper.getParams(bench.context()).evmDenom
		expect(charged('deliver', [{ gas: 30_000n, gasPrice: 2n }, { gas: 600_000n }, { gasPrice: 0n }])).toEqual([
			651_000n,
			[[['fee', `60000${denom}`]], [['fee', `600000${denom}`]], [['fee', '']]],
		])
	})

	test('a check counts at most 500,000 of the gas of each message, a block all of it', () => {
		const limits = [{ gas: 499_999n }, { gas: 500_001n }]
		expect(['check', 'deliver'].map((mode) => charged(mode as ContextFields['mode'], limits)[0])).toEqual([
			999_999n,
			1_000_000n,
		])
	})

	test('the gas of all messages of a block goes around beyond 64 bits, as a number of Go does', () => {
		const limits = [2n ** 64n - 1n, 40_000n].map((gas) => ({ gas, gasPrice: 0n }))
		expect(charged('deliver', limits)[0]).toBe(39_999n)
	})

	test('a message with fee caps pays base fee and tip up to its cap, and the cap where there is no base fee', () => {
		const denom = bench.keeper.getParams(bench.context()).evmDenom
		const pays = (caps: readonly [tip: bigint, cap: bigint], market?: object) => {
			const [gasTipCap, gasFeeCap] = caps
			return charged('deliver', [{ type: 2, gas: 21_000n, gasPrice: gasFeeCap, gasTipCap, gasFeeCap }], market)[1]
		}
		const fee = (price: bigint) => [[['fee', `${21_000n * price}${denom}`]]]
		expect(pays([1n, 5n])).toEqual(fee(4n))
		expect(pays([3n, 5n])).toEqual(fee(5n))
		expect(pays([0n, 3n])).toEqual(fee(3n))
		expect(pays([1n, 5n], { noBaseFee: true })).toEqual(fee(5n))
		expect(() => pays([0n, 2n])).toThrow('the tx gasfeecap is lower than the tx baseFee: 2 (gasfeecap), 3 (basefee) ')
	})
})
