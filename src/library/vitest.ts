import { type TestAPI, test } from 'vitest'
import type { Chain, ChainOptions } from './Chain.ts'
import { startChain } from './startChain.ts'

/**
 * What a test made by `chainTest` is given.
 *
 * @example
 * import { type ChainFixtures, chainTest } from 'chain-tui/vitest'
 *
 * const aBlock = async ({ chain }: ChainFixtures) => await chain.mine()
 * chainTest()('a block is made', aBlock)
 */
export interface ChainFixtures {
	/** The chain of the test's file, in the state that it had before the first test. */
	readonly chain: Chain
}

interface FileFixtures extends ChainFixtures {
	readonly chainOfFile: Chain
}

/**
 * Vitest's `test` with a chain: one for each file, started by the first test that names it and stopped after the last. Each test
 * finds it as it was at the start: what the test before it did is gone back on. For Vitest 3.2 and newer.
 *
 * @example
 * import { expect } from 'vitest'
 * import { chainTest } from 'chain-tui/vitest'
 *
 * const test = chainTest({ accounts: 2 })
 *
 * test('a transfer arrives', async ({ chain }) => {
 *   const [alice, bob] = chain.accounts
 *   const client = await chain.stargate(alice)
 *   await client.sendTokens(alice.address, bob.address, [{ denom: chain.denom, amount: '7' }], 'auto')
 *   expect((await client.getBalance(bob.address, chain.denom)).amount).toBe('1000000007')
 * })
 */
export function chainTest(options: ChainOptions = {}): TestAPI<ChainFixtures> {
	const withChain = test.extend<FileFixtures>({
		chainOfFile: [
			// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
			async ({}, use) => {
				const chain = await startChain(options)
				try {
					await use(chain)
				} finally {
					await chain.stop()
				}
			},
			{ scope: 'file' },
		],
		chain: async ({ chainOfFile }, use) => {
			const before = await chainOfFile.snapshot()
			await use(chainOfFile)
			await chainOfFile.revert(before)
		},
	})
	return withChain as unknown as TestAPI<ChainFixtures>
}
