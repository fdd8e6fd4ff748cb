import { expect, test } from 'vitest'
import { type ChainConfig, type Fork, londonChainConfig } from '../../../../../../src/modules/evm/chainConfig.ts'
import type { EvmParams } from '../../../../../../src/modules/evm/evmParams.ts'
import { defaultEvmParams } from '../../../../../../src/modules/evm/genesis.ts'
import { ChainEvm } from '../../../../../../src/modules/evm/vm/ChainEvm.ts'
import { interpreterRulesAt } from '../../../../../../src/modules/evm/vm/interpreterRules.ts'
import { precompilesAt, workingPrecompilesAt } from '../../../../../../src/modules/evm/vm/precompiles/precompilesAt.ts'

const order = [
	...(['homestead', 'eip150', 'eip158', 'byzantium', 'constantinople', 'petersburg', 'istanbul', 'berlin'] as const),
	...(['london', 'shanghai', 'cancun', 'prague'] as const),
] satisfies Fork[]
/** Every ten blocks a fork. */
const config: ChainConfig = {
	...londonChainConfig,
	blocks: Object.fromEntries(order.map((fork, at) => [fork, BigInt(at * 10)])),
}

const paramsOf = (chainConfig: ChainConfig, extraEips?: readonly number[]): EvmParams => ({
	...defaultEvmParams('achain'),
	chainConfig,
	extraEips,
})

test.each(order.map((fork, at) => ({ fork, height: at * 10 })))(
	'the precompiled contracts of $fork are those that the interpreter has',
	({ height }) => {
		for (const extraEips of [undefined, [7951]]) {
			const evm = new ChainEvm(2222n, interpreterRulesAt(config, extraEips, height))
			const has = [...evm.precompiles].filter(([, run]) => run !== undefined).map(([address]) => address)
			expect([...precompilesAt(paramsOf(config, extraEips), height).values()].sort()).toEqual(has.sort())
		}
	},
)

test('before the first fork there are four', () => {
	expect([...precompilesAt(paramsOf({ ...config, blocks: {} }), 1).keys()]).toEqual([
		'ECREC',
		'SHA256',
		'RIPEMD160',
		'ID',
	])
})

// go-ethereum v1.17 eth_config tells them by name. This chain proves no data of blobs before Prague.
test('the precompiled contracts that work are told in order of their names, that of blobs from Prague on', () => {
	const told = (fork: (typeof order)[number], extraEips?: readonly number[]) =>
		Object.entries(workingPrecompilesAt(paramsOf(config, extraEips), order.indexOf(fork) * 10))
	const istanbul = [
		'BLAKE2F',
		'BN254_ADD',
		'BN254_MUL',
		'BN254_PAIRING',
		'ECREC',
		'ID',
		'MODEXP',
		'RIPEMD160',
		'SHA256',
	]
	expect(told('cancun').map(([name]) => name)).toEqual(istanbul)
	const prague = told('prague', [7951])
	const names = prague.map(([name]) => name)
	expect(names).toEqual([...names].sort())
	expect(names).toHaveLength(18)
	expect(Object.fromEntries(prague)).toMatchObject({
		ECREC: `0x${'00'.repeat(19)}01`,
		KZG_POINT_EVALUATION: `0x${'00'.repeat(19)}0a`,
		P256VERIFY: `0x${'00'.repeat(18)}0100`,
	})
})
