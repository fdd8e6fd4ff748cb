import { beforeAll, describe, expect, test } from 'vitest'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { pragueChainConfig } from '../../../../src/modules/evm/chainConfig.ts'
import {
	type EvmParams,
	evmParamsFault,
	evmParamsMessage,
	readEvmParams,
	writeEvmParams,
} from '../../../../src/modules/evm/evmParams.ts'
import { defaultEvmParams } from '../../../../src/modules/evm/genesis.ts'
import { ParamsKeeper } from '../../../../src/modules/params/index.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { refusal } from '../moduleBench.ts'
import { createEvmBench } from './evmBench.ts'

const params = defaultEvmParams('achain')

describe('the parameters of the EVM', () => {
	const subspace = new ParamsKeeper().subspace('evm')
	let bench: ReturnType<typeof createEvmBench>
	beforeAll(async () => {
		bench = createEvmBench()
		await bench.block()
	})

	test.each<[string, EvmParams]>([
		['as a new chain has them', params],
		['that allow nothing', { ...params, enableCreate: false, enableCall: false }],
		['that allow calls alone', { ...params, enableCreate: false }],
		['that allow deployments alone', { ...params, enableCall: false }],
		['with improvements', { ...params, extraEips: [2929, 7951] }],
		['with a list of no improvements', { ...params, extraEips: [] }],
		['of another unit', { ...params, evmDenom: 'aother' }],
		[
			'that differ in everything',
			{ evmDenom: 'aother', enableCreate: false, enableCall: false, extraEips: [1344], chainConfig: pragueChainConfig },
		],
		['of other forks', { ...params, chainConfig: { ...pragueChainConfig, blocks: { homestead: 3n } } }],
	])('parameters %s are read as they were written, one after the other', (_name, written) => {
		const ctx = bench.context()
		for (const each of [params, written, params, written]) {
			writeEvmParams(ctx, subspace, each)
			expect(readEvmParams(ctx, subspace)).toEqual(each)
		}
	})

	// ethermint v0.14.1 x/evm/types/params.go: amino JSON by these keys.
	test('parameters are stored by their names in the reference', () => {
		const ctx = bench.context()
		writeEvmParams(ctx, subspace, { ...params, enableCall: false, extraEips: [1344] })
		const stored = (key: string) => fromUtf8(ctx.kvStore('params').get(utf8(`evm/${key}`))!)
		expect(['EVMDenom', 'EnableCreate', 'EnableCall', 'EnableExtraEIPs'].map(stored)).toEqual([
			'"achain"',
			'true',
			'false',
			'["1344"]',
		])
		expect(JSON.parse(stored('ChainConfig'))).toMatchObject({ homestead_block: '0', london_block: '0' })
	})

	test('each improvement that may be switched on is taken, any other is refused', () => {
		const all = [1344, 1884, 2200, 2929, 3198, 3529, 7951]
		expect(evmParamsFault({ ...params, extraEips: all })).toBeUndefined()
		const text = (eip: number) => `EIP ${eip} is not activateable, valid EIPS are: [1344 1884 2200 2929 3198 3529]`
		for (const eip of all.flatMap((each) => [each - 1, each + 1])) {
			expect(evmParamsFault({ ...params, extraEips: [1344, eip] })).toBe(text(eip))
		}
		const fault = refusal(() => writeEvmParams(bench.context(), subspace, { ...params, extraEips: [7] }))
		expect(fault).toEqual(new PanicError(`value from ParamSetPair is invalid: ${text(7)}`))
	})

	test('a unit that is no denomination is refused', () => {
		expect(evmParamsFault({ ...params, evmDenom: 'x' })).toBe('invalid denom: x')
	})

	test('parameters have the numbers of improvements in their message, none for no list', () => {
		expect(evmParamsMessage({ ...params, extraEips: [1344, 7951] })).toMatchObject({
			evmDenom: 'achain',
			enableCreate: true,
			enableCall: true,
			extraEips: [1344n, 7951n],
		})
		expect(evmParamsMessage(params).extraEips).toEqual([])
	})
})
