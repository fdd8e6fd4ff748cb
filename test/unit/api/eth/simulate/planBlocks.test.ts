import { describe, expect, test } from 'vitest'
import type { CallArgs } from '../../../../../src/api/eth/calls/CallArgs.ts'
import { noBlockOverride } from '../../../../../src/api/eth/calls/overrides.ts'
import { planBlocks, type SimulateRefusal, simulateFault } from '../../../../../src/api/eth/simulate/planBlocks.ts'
import type { WantedBlock } from '../../../../../src/api/eth/simulate/simulation.ts'

const base = { height: 100, timestamp: 1_000n }

/** Number and time of a block, where they are given. */
type Place = readonly [number?: bigint | undefined, time?: bigint]

/** Blocks of one call at their places. */
const wanted = (...blocks: readonly Place[]): readonly WantedBlock[] =>
	blocks.map(([number, time]) => ({
		block: { ...noBlockOverride, ...(number === undefined ? {} : { number }), ...(time === undefined ? {} : { time }) },
		state: [],
		calls: [{} as CallArgs],
	}))
/** Number, time and whether it is one that was asked for, of each planned block. */
const plan = (...blocks: readonly Place[]) =>
	planBlocks(wanted(...blocks), base).map(({ block, calls }) => [block.number, block.time, calls.length])
/** What refuses a plan. */
const refusal = (...blocks: readonly Place[]) => {
	try {
		return plan(...blocks)
	} catch (fault) {
		const { code, message } = fault as { code: number; message: string }
		return [code, message]
	}
}

// go-ethereum v1.17 internal/ethapi/simulate.go sanitizeChain.
describe('the plan of simulated blocks', () => {
	test('blocks without a place follow the newest one, twelve seconds apart', () => {
		expect(plan([], [])).toEqual([
			[101n, 1_012n, 1],
			[102n, 1_024n, 1],
		])
		expect(plan()).toEqual([])
	})

	test('blocks before a later number are filled in, empty', () => {
		expect(plan([103n], [104n], [106n])).toEqual([
			[101n, 1_012n, 0],
			[102n, 1_024n, 0],
			[103n, 1_036n, 1],
			[104n, 1_048n, 1],
			[105n, 1_060n, 0],
			[106n, 1_072n, 1],
		])
	})

	test('a time that is given counts for the blocks after it, and not for those before', () => {
		expect(plan([102n, 1_013n], [undefined, 1_014n], [])).toEqual([
			[101n, 1_012n, 0],
			[102n, 1_013n, 1],
			[103n, 1_014n, 1],
			[104n, 1_026n, 1],
		])
	})

	test('numbers and times go up', () => {
		expect(refusal([100n])).toEqual([-38020, 'block numbers must be in order: 100 <= 100'])
		expect(refusal([102n], [102n])).toEqual([-38020, 'block numbers must be in order: 102 <= 102'])
		expect(refusal([101n, 1_000n])).toEqual([-38021, 'block timestamps must be in order: 1000 <= 1000'])
		expect(refusal([101n, 1_001n])).toEqual([[101n, 1_001n, 1]])
		expect(refusal([102n, 1_012n])).toEqual([-38021, 'block timestamps must be in order: 1012 <= 1012'])
		expect(refusal([], [undefined, 1_012n])).toEqual([-38021, 'block timestamps must be in order: 1012 <= 1012'])
	})

	test('a simulation reaches 256 blocks at most, those between included', () => {
		expect(plan([356n])).toHaveLength(256)
		expect(refusal([357n])).toEqual([-38026, 'too many blocks'])
		expect(plan([355n], [])).toHaveLength(256)
		expect(refusal([355n], [], [])).toEqual([-38026, 'too many blocks'])
	})

	test.each([
		['difficulty', 'is not allowed after the merge'],
		['withdrawals', 'is not supported: blocks of this chain have none'],
	] as const)('what blocks of this chain do not have is refused: %s', (name, reason) => {
		const [block] = wanted([102n])
		const foreign = { ...block!, block: { ...block!.block, foreign: [name] } } as unknown as WantedBlock
		expect(() => planBlocks([foreign], base)).toThrow(
			expect.objectContaining({ code: -32602, message: `block 102: ${name} override ${reason}` }),
		)
	})
})

// execution-apis eth_simulateV1; go-ethereum v1.17 internal/ethapi/errors.go.
test.each<[SimulateRefusal, number]>([
	['internal', -32603],
	['invalidParams', -32602],
	['nonceTooLow', -38010],
	['nonceTooHigh', -38011],
	['baseFeeTooLow', -38012],
	['intrinsicGas', -38013],
	['insufficientFunds', -38014],
	['blockGasLimit', -38015],
	['blockNumber', -38020],
	['timestamp', -38021],
	['initCodeSize', -38025],
	['tooMuch', -38026],
])('a simulation that is refused for %s has the code %s', (refused, code) => {
	expect(simulateFault(refused, 'why')).toMatchObject({ code, message: 'why' })
})
