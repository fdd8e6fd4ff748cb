import { beforeAll, describe, expect, test } from 'vitest'
import type { AppContext, ContextFields } from '../../../../../src/app/AppContext.ts'
import type { EventList } from '../../../../../src/app/EventList.ts'
import type { EthereumCheck } from '../../../../../src/modules/evm/ante/EthereumStep.ts'
import { baseFeeDue, feeStep, minimumPriceStep } from '../../../../../src/modules/evm/ante/feeStep.ts'
import { canTransferStep } from '../../../../../src/modules/evm/ante/senderSteps.ts'
import { pragueChainConfig } from '../../../../../src/modules/evm/chainConfig.ts'
import type { EthTx } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { defaultFeeMarketParams } from '../../../../../src/modules/feemarket/feeMarketParams.ts'
import { eventTexts } from '../../moduleBench.ts'
import { addressOf, createEvmBench } from '../evmBench.ts'

const {
	london: _l,
	arrowGlacier: _a,
	mergeFork: _m,
	shanghai: _s,
	cancun: _c,
	prague: _p,
	...blocks
} = pragueChainConfig.blocks
const beforeLondon = { ...pragueChainConfig, blocks }

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
	const run = (mode: ContextFields['mode'], txs: readonly Partial<EthTx>[], market: object = {}) => {
		const ctx = bench.context({ mode })
		bench.keeper.deps.feeMarket.setParams(ctx, { ...defaultFeeMarketParams, baseFee: 3n, ...market })
		const from = `0x${'11'.repeat(20)}`
		const messages = () => txs.map((tx) => ({ msg: { from }, tx: { ...plain, ...tx } }))
		return feeStep.run({ ctx, keeper: bench.keeper, messages } as unknown as EthereumCheck)!
	}
	const charged = (mode: ContextFields['mode'], txs: readonly Partial<EthTx>[], market: object = {}) => {
		const ctx = run(mode, txs, market)
		const fees = (ctx.events as EventList).events.filter(
			({ type, attributes }) => type === 'tx' && attributes[0]!.key === 'fee',
		)
		return [ctx.gasMeter.limit, fees.map(({ attributes }) => attributes.map(({ key, value }) => [key, value]))]
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

	test('the base fee is read only for a message with fee caps, and only where there is one', () => {
		const caps = { type: 2, gasPrice: 5n, gasTipCap: 0n, gasFeeCap: 5n } as const
		const gas = (tx: Partial<EthTx>, market?: object) => run('deliver', [tx], market).gasMeter.consumed
		const plainGas = gas({ gasPrice: 5n })
		const more = gas({ ...caps, gasTipCap: 5n }) - plainGas
		expect(more > 0n).toBe(true)
		expect(gas(caps, { noBaseFee: true }) - gas({ gasPrice: 5n }, { noBaseFee: true })).toBe(0n)
	})

	test('a message with fee caps pays its cap before London, whatever base fee is stored', () => {
		const ctx = bench.context()
		const params = bench.keeper.getParams(ctx)
		bench.keeper.setParams(ctx, { ...params, chainConfig: beforeLondon })
		bench.keeper.deps.feeMarket.setParams(ctx, { ...defaultFeeMarketParams, baseFee: 3n })
		const tx = { ...plain, type: 2, gasPrice: 2n, gasTipCap: 0n, gasFeeCap: 2n }
		const messages = () => [{ msg: { from: `0x${'11'.repeat(20)}` }, tx }]
		feeStep.run({ ctx, keeper: bench.keeper, messages } as unknown as EthereumCheck)
		expect(eventTexts(ctx.events.events).at(-1)).toBe(`tx(fee=42000${params.evmDenom})`)
	})
})

// ethermint v0.14.1 app/ante/fees.go EthMempoolFeeDecorator: the gas is a signed number there.
describe('the least price of a node', () => {
	test('the least price of a node asks nothing for gas beyond 63 bits, which counts as less than none', async () => {
		const { keeper, context, block } = createEvmBench({ evm: { chainConfig: beforeLondon } })
		await block()
		const ctx = context({ mode: 'check' })
		const minGasPrices = [{ denom: keeper.getParams(ctx).evmDenom, scaled: 10n ** 18n }]
		const checked = (gas: bigint) => {
			const messages = () => [{ tx: { type: 0, gas, gasPrice: 0n } }]
			minimumPriceStep.run({ ctx, keeper, minGasPrices, messages } as unknown as EthereumCheck)
		}
		expect(() => checked(2n ** 63n - 1n)).toThrow('insufficient fees; got: 0 required: 9223372036854775807.0')
		expect(() => checked(2n ** 63n)).not.toThrow()
	})
})

// ethermint v0.14.1 app/ante/eth.go CanTransferDecorator.
describe('what the sender must own after the fee', () => {
	test('a message without a value costs no read of its sender, one with a value one', async () => {
		const bench = createEvmBench({ funded: [[addressOf(0x11), 5n]] })
		await bench.block()
		const { keeper } = bench
		const gasOf = (run: (ctx: AppContext) => unknown) => {
			const ctx = bench.context()
			run(ctx)
			return ctx.gasMeter.consumed
		}
		const from = `0x${'11'.repeat(20)}`
		const checked = (...values: readonly (bigint | undefined)[]) =>
			gasOf((ctx) => {
				const messages = () => values.map((value) => ({ msg: { from }, tx: { value, gasFeeCap: 10n ** 9n } }))
				canTransferStep.run({ ctx, keeper, messages } as unknown as EthereumCheck)
			})
		const params = gasOf((ctx) => keeper.getParams(ctx))
		const baseFee = gasOf((ctx) => keeper.baseFee(ctx, keeper.getParams(ctx))) - params
		const market = gasOf((ctx) => keeper.deps.feeMarket.getParams(ctx))
		const account = gasOf((ctx) => keeper.getAccount(ctx, addressOf(0x11)))
		expect(checked()).toBe(params)
		for (const none of [0n, undefined]) expect(checked(none)).toBe(params + baseFee + market)
		expect(checked(1n)).toBe(params + baseFee + market + account)
		expect(checked(1n, 0n)).toBe(params + 2n * (baseFee + market) + account)
	})
})
