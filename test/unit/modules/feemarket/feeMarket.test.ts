import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { AppContext } from '../../../../src/app/AppContext.ts'
import { EventList } from '../../../../src/app/EventList.ts'
import { infiniteGasMeter, limitedGasMeter } from '../../../../src/app/GasMeter.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { QueryBlockGasRequestSchema } from '../../../../src/gen/ethermint/feemarket/v1/query_pb.js'
import { defaultFeeMarketParams, type FeeMarketParams } from '../../../../src/modules/feemarket/feeMarketParams.ts'
import { feeMarketGenesisToJson } from '../../../../src/modules/feemarket/genesis.ts'
import { createFeeMarketModule, FeeMarketKeeper } from '../../../../src/modules/feemarket/index.ts'
import { ParamsKeeper } from '../../../../src/modules/params/ParamsKeeper.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../../src/store/multi/commitMultiStore.ts'
import { eventTexts } from '../moduleBench.ts'

const registry = createRegistry({ evm: true })

/** The module over a real store, and blocks to run it in. */
function bench() {
	const keeper = new FeeMarketKeeper(new ParamsKeeper().subspace('feemarket'))
	const module = createFeeMarketModule({ keeper, registry })
	const state = createCommitMultiStore({
		db: createMemoryDb(),
		kvStores: ['feemarket', 'params'],
		pruning: 'nothing',
	}).branch()
	const block = (height: number, options: { readonly maxGas?: bigint; readonly blockGas?: bigint } = {}) => {
		const { maxGas, blockGas } = options
		const blockGasMeter = blockGas === undefined ? infiniteGasMeter() : limitedGasMeter(blockGas)
		return new AppContext({
			header: {
				chainId: 'chain_2222-1',
				height,
				time: { seconds: 0n, nanos: 0 },
				proposerAddress: new Uint8Array(20),
			},
			mode: 'deliver',
			store: state,
			gasMeter: infiniteGasMeter(),
			blockGasMeter,
			events: new EventList(),
			consensusParams: maxGas === undefined ? undefined : { block: { maxBytes: 1n, maxGas } },
		})
	}
	return { keeper, module, block }
}

/** The event of a block with these parameters, whose parent used so much gas; undefined when there is none. */
function baseFeeOf(
	change: Partial<FeeMarketParams>,
	height: number,
	used: bigint,
	maxGas?: bigint,
): string | undefined {
	const { keeper, module, block } = bench()
	const ctx = block(height, maxGas === undefined ? {} : { maxGas })
	keeper.setParams(ctx, { ...defaultFeeMarketParams, ...change })
	keeper.setBlockGas(ctx, used)
	module.beginBlock?.(ctx)
	return eventTexts(ctx.events.events)[0]
}

// Expected values by hand from x/feemarket/keeper/eip1559.go of ethermint v0.14.1.
describe('the base fee of a block', () => {
	it.each([
		['is what it was at its first height', { enableHeight: 7n, baseFee: 123n }, 7, 0n, 1_000n, '123'],
		['is what it was when half of the gas was used', {}, 2, 500n, 1_000n, '1000000000'],
		['rises by an eighth when all gas was used', {}, 2, 1_000n, 1_000n, '1125000000'],
		['rises by one at least', { baseFee: 7n }, 2, 501n, 1_000n, '8'],
		['rises by one where an eighth is one', { baseFee: 8n }, 2, 1_000n, 1_000n, '9'],
		['rises by two where an eighth is two', { baseFee: 16n }, 2, 1_000n, 1_000n, '18'],
		['rises by what was used above the half', { baseFee: 8_000n }, 2, 501n, 1_000n, '8002'],
		['falls to one', { baseFee: 2n, baseFeeChangeDenominator: 1 }, 2, 250n, 1_000n, '1'],
		['is what it was where blocks have no gas', {}, 2, 0n, 0n, '1000000000'],
		['follows no gas of the block before its first height', { enableHeight: 7n }, 7, 1_000n, 1_000n, '1000000000'],
		['rises from the height after its first on', { enableHeight: 7n }, 8, 1_000n, 1_000n, '1125000000'],
		['falls by an eighth when nothing was used', {}, 2, 0n, 1_000n, '875000000'],
		['falls by nothing when an eighth is less than one', { baseFee: 7n }, 2, 0n, 1_000n, '7'],
		['falls to zero, not below it', { baseFeeChangeDenominator: 1 }, 2, 0n, 1_000n, '0'],
		['falls also where the gas of blocks is not limited', {}, 2, 5n, -1n, '875000001'],
		['falls where the limit is not known', {}, 2, 0n, undefined, '875000000'],
		[
			'is what it was when half of all gas was used',
			{ baseFee: 2n ** 70n },
			2,
			2n ** 63n - 1n,
			undefined,
			`${2n ** 70n}`,
		],
		['falls by less with another elasticity', { elasticityMultiplier: 4 }, 2, 125n, 1_000n, '937500000'],
		['is what it was when the target is nothing and nothing was used', {}, 2, 0n, 1n, '1000000000'],
	])('%s', (_name, change, height, used, maxGas, wanted) => {
		expect(baseFeeOf(change, height, used, maxGas)).toBe(`fee_market(base_fee=${wanted})`)
	})

	it.each([
		['there is none on the chain', { noBaseFee: true }, 9],
		['its first height is to come', { enableHeight: 10n }, 9],
	])('the base fee of a block is not told where %s', (_name, change, height) => {
		expect(baseFeeOf(change, height, 0n, 1_000n)).toBeUndefined()
	})

	it.each([
		['an elasticity of zero', { elasticityMultiplier: 0 }, 0n, 1_000n],
		['a target of nothing that was passed', {}, 5n, 1n],
	])('panics as big.Int does over %s', (_name, change, used, maxGas) => {
		expect(() => baseFeeOf(change, 2, used, maxGas)).toThrow('division by zero')
	})

	it('the base fee of a block is written, so that the next block starts from it', () => {
		const { keeper, module, block } = bench()
		keeper.setParams(block(1), defaultFeeMarketParams)
		module.beginBlock?.(block(1))
		module.beginBlock?.(block(2))
		expect(keeper.getBaseFee(block(2))).toBe(765_625_000n)
	})

	it('the base fee after a block that was not made follows the same rule, whatever the height', () => {
		const { keeper, block } = bench()
		const ctx = block(3, { maxGas: 1_000n })
		keeper.setParams(ctx, { ...defaultFeeMarketParams, enableHeight: 9n })
		expect([0n, 500n, 1_000n].map((used) => keeper.baseFeeAfter(ctx, 800n, used))).toEqual([700n, 800n, 900n])
		keeper.setParams(ctx, { ...defaultFeeMarketParams, noBaseFee: true })
		expect(keeper.baseFeeAfter(ctx, 800n, 0n)).toBeUndefined()
	})

	it('a block without a base fee has nothing to pay', () => {
		const { keeper, block } = bench()
		keeper.setParams(block(1), { ...defaultFeeMarketParams, noBaseFee: true })
		expect(keeper.getBaseFee(block(1))).toBeUndefined()
	})

	it('costs five reads: 1000 each, and 3 for each byte of what they hold', () => {
		const { keeper, block } = bench()
		keeper.setParams(block(1), defaultFeeMarketParams)
		const ctx = block(1)
		keeper.getParams(ctx)
		const bytes = ['false', '8', '2', '"1000000000"', '"0"'].join('').length
		expect(ctx.gasMeter.consumed).toBe(5_000n + 3n * BigInt(bytes))
	})
})

describe('the end of a block', () => {
	it('keeps the gas that was used, up to the limit of the block', () => {
		const { keeper, module, block } = bench()
		const ctx = block(5, { blockGas: 100n })
		expect(keeper.getBlockGas(ctx)).toBe(0n)
		ctx.blockGasMeter.consume(60n, 'a transaction')
		module.endBlock?.(ctx)
		expect(keeper.getBlockGas(ctx)).toBe(60n)
		expect(ctx.kvStore('feemarket').get(Uint8Array.of(1))).toEqual(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 60))
		expect(() => ctx.blockGasMeter.consume(60n, 'another')).toThrow()
		module.endBlock?.(ctx)
		expect(keeper.getBlockGas(ctx)).toBe(100n)
		expect(eventTexts(ctx.events.events)).toEqual(['block_gas(height=5, amount=60)', 'block_gas(height=5, amount=100)'])
	})
})

describe('the genesis of the fee market', () => {
	it('the genesis of the fee market is that of the reference for a new chain, and comes out as it went in', () => {
		const { module, block } = bench()
		const state = feeMarketGenesisToJson(
			{ params: defaultFeeMarketParams, blockGas: 0n },
			createRegistry({ evm: true }),
		)
		expect(state).toEqual({
			params: {
				no_base_fee: false,
				base_fee_change_denominator: 8,
				elasticity_multiplier: 2,
				enable_height: '0',
				base_fee: '1000000000',
			},
			block_gas: '0',
		})
		const changed = { ...(state as object), block_gas: '18446744073709551615' }
		module.initGenesis(block(0), changed)
		expect(module.exportGenesis(block(0))).toEqual(changed)
	})

	// x/feemarket/types/params.go of ethermint v0.14.1, Validate and the checks of the pairs.
	it.each([
		[{ baseFeeChangeDenominator: 0 }, 'base fee change denominator cannot be 0', undefined],
		[{ baseFee: -1n }, 'initial base fee cannot be negative: -1', 'base fee cannot be negative'],
		[{ enableHeight: -1n }, 'enable height cannot be negative: -1', undefined],
		[{ baseFee: 0n, enableHeight: 0n, elasticityMultiplier: 0, baseFeeChangeDenominator: 1 }, undefined, undefined],
	])('parameters of the fee market with %o are judged by name', (change, fault, writeFault = fault) => {
		const { keeper, module, block } = bench()
		const params = { ...defaultFeeMarketParams, ...change }
		const state = feeMarketGenesisToJson({ params, blockGas: 0n }, registry)
		const thrown = (run: () => void): string | undefined => {
			try {
				run()
			} catch (error) {
				return (error as Error).message
			}
			return undefined
		}
		expect(thrown(() => module.validateGenesis(state))).toBe(fault)
		expect(thrown(() => keeper.setParams(block(1), params))?.replace(/: panic$/, '')).toBe(
			writeFault === undefined ? undefined : `value from ParamSetPair is invalid: ${writeFault}`,
		)
	})

	it('a genesis of the fee market without parameters is refused', () => {
		const { module } = bench()
		expect(() => module.validateGenesis({})).toThrow('base fee change denominator cannot be 0')
	})

	it('a genesis of the fee market leaves out what is zero or false', () => {
		const { module, block } = bench()
		module.initGenesis(block(0), { params: { base_fee_change_denominator: 3 } })
		expect(module.exportGenesis(block(0))).toEqual({
			params: {
				no_base_fee: false,
				base_fee_change_denominator: 3,
				elasticity_multiplier: 0,
				enable_height: '0',
				base_fee: '0',
			},
			block_gas: '0',
		})
	})
})

describe('the query of the gas of the last block', () => {
	it('gas of more than a signed number holds is told as Go casts it', () => {
		const { keeper, module, block } = bench()
		const ctx = block(1)
		const told = (gas: bigint) => {
			keeper.setBlockGas(ctx, gas)
			return module.queries[0]!.handlers.BlockGas!(ctx, create(QueryBlockGasRequestSchema))
		}
		for (const [gas, shown] of [
			[0n, 0n],
			[2n ** 63n - 1n, 2n ** 63n - 1n],
			[2n ** 63n, -(2n ** 63n)],
			[2n ** 64n - 1n, -1n],
		] as const)
			expect(told(gas)).toMatchObject({ gas: shown })
	})
})
