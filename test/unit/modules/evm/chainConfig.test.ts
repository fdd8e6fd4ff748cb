import { describe, expect, test } from 'vitest'
import { infiniteGasMeter, limitedGasMeter } from '../../../../src/app/GasMeter.ts'
import {
	blockGasLimit,
	type ChainConfig,
	chainConfigFault,
	chainConfigFields,
	chainConfigFromJson,
	chainConfigToJson,
	type Fork,
	forkHeights,
	isForked,
	londonChainConfig,
	pragueChainConfig,
} from '../../../../src/modules/evm/chainConfig.ts'
import { createEvmBench } from './evmBench.ts'

// As ethermint v0.14.1 writes them: the fields in the order of the message, empty ones left out.
const texts = {
	'with its hash and the support': {
		homestead_block: '0',
		dao_fork_block: '5',
		dao_fork_support: true,
		eip150_block: '7',
		eip150_hash: '0xabc',
		london_block: '-1',
	},
	'without hash and support': { homestead_block: '0', dao_fork_block: '5', eip150_block: '7', merge_fork_block: '9' },
	'of no fork': {},
}

test.each(Object.entries(texts))('a fork configuration %s is written as it was read', (_, fields) => {
	expect(chainConfigToJson(chainConfigFromJson(fields))).toBe(JSON.stringify(fields))
})

test('a fork height that is no whole number is refused', () => {
	expect(() => chainConfigFromJson({ london_block: '1.5' })).toThrow('failed to set math/big.Int with value 1.5')
})

test('a fork configuration has the fields of its message, those of absent forks left out', () => {
	expect(chainConfigFields(chainConfigFromJson(texts['with its hash and the support']))).toEqual({
		daoForkSupport: true,
		eip150Hash: '0xabc',
		homesteadBlock: '0',
		daoForkBlock: '5',
		eip150Block: '7',
		londonBlock: '-1',
	})
})

const withBlocks = (blocks: Partial<Record<Fork, bigint>>, base: ChainConfig = londonChainConfig): ChainConfig => ({
	...base,
	blocks: { ...base.blocks, ...blocks },
})
/** Without the named forks. */
const without = (...forks: readonly Fork[]): ChainConfig => ({
	...londonChainConfig,
	blocks: Object.fromEntries(
		Object.entries(londonChainConfig.blocks).filter(([fork]) => !forks.includes(fork as Fork)),
	) as ChainConfig['blocks'],
})

test.each<[string, Partial<Record<Fork, bigint>>, Fork, number, boolean]>([
	['from its height on', { london: 5n }, 'london', 5, true],
	['not before it', { london: 5n }, 'london', 4, false],
	['from the first block on', { london: 0n }, 'london', 0, true],
	['never without a height', {}, 'london', 1_000, false],
	['never with a negative height', { london: -1n }, 'london', 1_000, false],
	['with Constantinople for want of an own height', { constantinople: 5n }, 'petersburg', 5, true],
	['not before Constantinople', { constantinople: 5n }, 'petersburg', 4, false],
	[
		'by its own height, whatever that of Constantinople',
		{ constantinople: 5n, petersburg: 9n },
		'petersburg',
		8,
		false,
	],
	['never with Petersburg instead', { petersburg: 5n }, 'constantinople', 5, false],
	['never with Constantinople where it is another', { constantinople: 5n }, 'istanbul', 5, false],
])('a fork is active %s', (_name, blocks, fork, height, active) => {
	expect(isForked({ ...londonChainConfig, blocks }, fork, height)).toBe(active)
})

test('the heights of forks are told once each, in order of numbers', () => {
	const blocks = { homestead: 0n, berlin: 10n, london: 9n, istanbul: 10n, shanghai: -1n, cancun: 100n }
	expect(forkHeights({ ...londonChainConfig, blocks })).toEqual([0, 9, 10, 100])
})

// go-ethereum v1.10.16 params.ChainConfig.CheckConfigForkOrder, ethermint v0.14.1 ChainConfig.Validate.
test.each<[string, ChainConfig, string | undefined]>([
	['of all forks of the reference', londonChainConfig, undefined],
	['of all forks up to Prague', pragueChainConfig, undefined],
	['without optional forks', without('daoFork', 'muirGlacier', 'arrowGlacier', 'mergeFork'), undefined],
	['whose optional fork comes later', withBlocks({ daoFork: 0n, eip150: 0n }), undefined],
	[
		'with a negative height',
		withBlocks({ berlin: -1n }),
		'berlinBlock: block value cannot be negative: -1: invalid chain configuration',
	],
	['with a blank hash', { ...londonChainConfig, eip150Hash: ' ' }, 'hash cannot be blank: invalid chain configuration'],
	['without a hash', { ...londonChainConfig, eip150Hash: '' }, undefined],
	[
		'whose forks are in another order',
		withBlocks({ berlin: 6n, london: 5n, arrowGlacier: 7n, mergeFork: 7n }),
		'invalid config fork order: unsupported fork ordering: berlinBlock enabled at 6, but londonBlock enabled at 5',
	],
	[
		'whose forks are at the same height',
		withBlocks({ berlin: 6n, london: 6n, arrowGlacier: 6n, mergeFork: 6n }),
		undefined,
	],
	[
		'that leaves out a fork in between',
		without('berlin'),
		'invalid config fork order: unsupported fork ordering: berlinBlock not enabled, but londonBlock enabled at 0',
	],
	[
		'whose optional fork is too early',
		withBlocks({ london: 6n, arrowGlacier: 5n, mergeFork: 7n }),
		'invalid config fork order: unsupported fork ordering: londonBlock enabled at 6, but arrowGlacierBlock enabled at 5',
	],
	['with Shanghai alone of the newer forks', withBlocks({ shanghai: 9n }), undefined],
	[
		'with Shanghai after Cancun',
		withBlocks({ shanghai: 9n, cancun: 8n }),
		'invalid config fork order: unsupported fork ordering: shanghaiBlock enabled at 9, but cancunBlock enabled at 8',
	],
])('a fork configuration %s is judged as the reference does', (_name, config, fault) => {
	expect(chainConfigFault(config)).toBe(fault)
})

describe('the gas limit of a block', () => {
	const limit = (meterLimit: bigint, maxGas: bigint | undefined): bigint =>
		blockGasLimit(
			createEvmBench().context({
				blockGasMeter: meterLimit === 0n ? infiniteGasMeter() : limitedGasMeter(meterLimit),
				consensusParams: maxGas === undefined ? undefined : { block: { maxBytes: 1n, maxGas } },
			}),
		)

	test.each<[string, bigint, bigint | undefined, bigint]>([
		['that of its meter', 7n, 9n, 7n],
		['that of the consensus where the meter has none', 0n, 9n, 9n],
		['nothing where the consensus sets none', 0n, -1n, 0n],
		['nothing where the consensus allows none', 0n, 0n, 0n],
		['nothing where nobody told it', 0n, undefined, 0n],
	])('the gas limit of a block is %s', (_name, meterLimit, maxGas, wanted) => {
		expect(limit(meterLimit, maxGas)).toBe(wanted)
	})
})

test('each fork that is not optional must be there for those after it', () => {
	const needed: readonly Fork[] = [
		...(['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople'] as const),
		...(['petersburg', 'istanbul', 'berlin', 'london'] as const),
	]
	for (const fork of needed) {
		expect(chainConfigFault(without(fork))).toContain(`unsupported fork ordering: ${fork}Block not enabled, but `)
	}
	for (const fork of ['shanghai', 'cancun', 'prague'] as const) {
		const { [fork]: _, ...blocks } = pragueChainConfig.blocks
		expect(chainConfigFault({ ...pragueChainConfig, blocks })).toBeUndefined()
	}
})

test('the default fork configuration has the DAO fork, an empty hash of EIP-150 and all forks from the first block on', () => {
	expect(pragueChainConfig).toMatchObject({ daoForkSupport: true, eip150Hash: `0x${'00'.repeat(32)}` })
	expect([...new Set(Object.values(pragueChainConfig.blocks))]).toEqual([0n])
})

// go-ethereum v1.10.16 params/config.go CheckConfigForkOrder: forks that only delay the difficulty may be left out.
test('a fork configuration may lack forks of difficulty, and those it has keep their order', () => {
	for (const fork of ['muirGlacier', 'arrowGlacier', 'mergeFork'] as const) {
		const { [fork]: _, ...blocks } = pragueChainConfig.blocks
		expect(chainConfigFault({ ...pragueChainConfig, blocks })).toBeUndefined()
	}
	expect(
		chainConfigFault(withBlocks({ muirGlacier: 10n, berlin: 5n, london: 20n, arrowGlacier: 20n, mergeFork: 20n })),
	).toBe(
		'invalid config fork order: unsupported fork ordering: muirGlacierBlock enabled at 10, but berlinBlock enabled at 5',
	)
})

test('a blank hash of EIP-150 is told behind the faults of the forks before it and before those of later ones', () => {
	const blank = { ...londonChainConfig, eip150Hash: ' ' }
	expect(chainConfigFault(withBlocks({ daoFork: -1n }, blank))).toMatch(/^daoForkBlock: /)
	expect(chainConfigFault(withBlocks({ london: -1n }, blank))).toMatch(/^hash cannot be blank/)
})
