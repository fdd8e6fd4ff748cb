import { expect, test } from 'vitest'
import { type ChainConfig, type Fork, londonChainConfig } from '../../../../../../src/modules/evm/chainConfig.ts'
import type { EvmParams } from '../../../../../../src/modules/evm/evmParams.ts'
import { defaultEvmParams } from '../../../../../../src/modules/evm/genesis.ts'
import { ChainEvm } from '../../../../../../src/modules/evm/vm/ChainEvm.ts'
import { interpreterRulesAt } from '../../../../../../src/modules/evm/vm/interpreterRules.ts'
import { precompilesAt } from '../../../../../../src/modules/evm/vm/precompiles/precompilesAt.ts'

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
