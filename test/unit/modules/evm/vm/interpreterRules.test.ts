import { describe, expect, test } from 'vitest'
import { type Fork, pragueChainConfig } from '../../../../../src/modules/evm/chainConfig.ts'
import { interpreterRulesAt } from '../../../../../src/modules/evm/vm/interpreterRules.ts'

const order: readonly (readonly [Fork, string])[] = [
	['homestead', 'homestead'],
	['eip150', 'tangerineWhistle'],
	['eip158', 'spuriousDragon'],
	['byzantium', 'byzantium'],
	['constantinople', 'constantinople'],
	['petersburg', 'petersburg'],
	['istanbul', 'istanbul'],
	['berlin', 'berlin'],
	['london', 'london'],
	['shanghai', 'shanghai'],
	['cancun', 'cancun'],
	['prague', 'prague'],
]
/** Each fork begins ten blocks after the one before. */
const config = {
	...pragueChainConfig,
	blocks: {
		...pragueChainConfig.blocks,
		...Object.fromEntries(order.map(([fork], at) => [fork, BigInt(at * 10 + 10)])),
	},
}
const heightOf = (fork: Fork): number => order.findIndex(([name]) => name === fork) * 10 + 10

describe('the rules of the interpreter at a height', () => {
	test('the newest fork that has begun gives the instructions', () => {
		expect(interpreterRulesAt(config, undefined, 9)).toEqual({ hardfork: 'chainstart', eips: [], berlinRefunds: false })
		for (const [fork, hardfork] of order) {
			expect(interpreterRulesAt(config, undefined, heightOf(fork)).hardfork).toBe(hardfork)
			expect(interpreterRulesAt(config, undefined, heightOf(fork) + 9).hardfork).toBe(hardfork)
		}
	})

	// go-ethereum v1.10.16 core/vm/eips.go.
	test('improvements are switched on where no fork has brought them, each once, and no others', () => {
		const all = [3855, 2929, 1344, 7951, 2929, 1884, 2200, 3198, 3529]
		const eips = (fork: Fork, before = 0) => interpreterRulesAt(config, all, heightOf(fork) - before).eips
		expect(eips('istanbul', 1)).toEqual([2929, 1344, 7951, 1884, 2200, 3198, 3529])
		expect(eips('istanbul')).toEqual([2929, 7951, 3198, 3529])
		expect(eips('berlin', 1)).toEqual([2929, 7951, 3198, 3529])
		expect(eips('berlin')).toEqual([7951, 3198, 3529])
		expect(eips('london')).toEqual([7951])
		expect(eips('prague')).toEqual([7951])
	})

	test.each<[readonly number[] | undefined, boolean, boolean]>([
		[undefined, false, false],
		[[], false, false],
		[[2929], false, true],
		[[3529], false, false],
		[[3529, 2929], true, true],
		[[2929, 3529], false, false],
		[[2929, 3529, 2929], true, true],
		[[3529, 2929, 3529], false, false],
		[[2200, 1344], false, false],
	])('the list %j sets the refunds of Berlin back before London: %s, from London on: %s', (list, before, after) => {
		expect(interpreterRulesAt(config, list, heightOf('london') - 1).berlinRefunds).toBe(before)
		expect(interpreterRulesAt(config, list, heightOf('london')).berlinRefunds).toBe(after)
	})
})
