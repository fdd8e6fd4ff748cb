import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEthBench } from '../ethBench.ts'

let chain: Awaited<ReturnType<typeof createEthBench>>

beforeAll(async () => {
	chain = await createEthBench({ keys: [] })
})

beforeEach(() => {
	chain.asked.length = 0
})

const largest = 2n ** 63n - 1n
const noGas = `the gas limit of a block is 1 to ${largest}`
const noSpace = 'the seconds between blocks are 1 or more'
const one = ['mine', 1]

describe('a power over the time and blocks of a chain', () => {
	test.each([
		['evm_snapshot', [], '0x5', []],
		['evm_revert', ['0x5'], true, [['revert', '0x5']]],
		['evm_revert', ['0x6'], false, [['revert', '0x6']]],
		['evm_mine', [], '0x0', [one]],
		['evm_mine', [null], '0x0', [one]],
		['evm_mine', ['0x7'], '0x0', [['setTime', 7_000, false], one]],
		['evm_mine', [{}], '0x0', [one]],
		['evm_mine', [{ blocks: null }], '0x0', [one]],
		[
			'evm_mine',
			[{ blocks: 2, timestamp: 8 }],
			'0x0',
			[
				['setTime', 8_000, false],
				['mine', 2],
			],
		],
		['evm_mine', [{ blocks: 10_001 }], 'at most 10000 blocks at once', []],
		['anvil_mine', [], null, [one]],
		['anvil_mine', ['0x0', '0x9'], null, []],
		['anvil_mine', ['0x2'], null, [one, one]],
		['anvil_mine', ['0x3', '0x9'], null, [one, ['advanceTime', 9_000], one, ['advanceTime', 9_000], one]],
		['anvil_mine', ['0x2', '0x1'], null, [one, ['advanceTime', 1_000], one]],
		['anvil_mine', ['0x2711'], 'at most 10000 blocks at once', []],
		['evm_increaseTime', ['0x3'], 3, [['advanceTime', 3_000]]],
		['anvil_setBlockTimestampInterval', [0], noSpace, []],
		['anvil_setBlockTimestampInterval', [1], null, [['spaceBlocks', 1]]],
		['anvil_setBlockTimestampInterval', ['0x100000000'], null, [['spaceBlocks', 2 ** 32]]],
		['anvil_setBlockTimestampInterval', ['0x100000001'], noSpace, []],
		['anvil_removeBlockTimestampInterval', [], true, [['spaceBlocks', undefined]]],
		['evm_setNextBlockTimestamp', ['0x2a'], '0x2a', [['setTime', 42_000, false]]],
		['evm_setAutomine', [true], null, [['setBlockMode', 'instant']]],
		['hardhat_getAutomine', [], true, []],
		['anvil_getIntervalMining', [], null, []],
		['evm_setAutomine', [false], null, [['setBlockMode', 'manual']]],
		['hardhat_getAutomine', [], false, []],
		['evm_setIntervalMining', [0], null, [['setBlockMode', 'manual']]],
		['evm_setIntervalMining', [1], null, [['setBlockMode', 'interval', 1_000]]],
		['evm_setIntervalMining', [999], null, [['setBlockMode', 'interval', 999_000]]],
		['evm_setIntervalMining', [1_000], null, [['setBlockMode', 'interval', 1_000]]],
		['anvil_setIntervalMining', [1_000], null, [['setBlockMode', 'interval', 1_000_000]]],
		['anvil_getIntervalMining', [], 7, []],
		['evm_setBlockGasLimit', ['0x0'], noGas, []],
		['evm_setBlockGasLimit', ['0x1'], true, [['limitBlockGas', 1n]]],
		['evm_setBlockGasLimit', [`0x${largest.toString(16)}`], true, [['limitBlockGas', largest]]],
		['evm_setBlockGasLimit', [`0x${(largest + 1n).toString(16)}`], noGas, []],
		['anvil_reset', [], null, [['reset']]],
		['anvil_reset', [{ forking: {} }], null, [['reset']]],
		[
			'anvil_reset',
			[{ forking: { jsonRpcUrl: 'http://x' } }],
			'this chain is no fork of another one and cannot become one',
			[],
		],
		['anvil_setRpcUrl', ['http://x'], null, []],
	])('%s of %j answers and does what it says', async (method, params, reply, asked) => {
		expect(await chain.ask(method, ...params)).toEqual(reply)
		expect(chain.asked).toEqual(asked)
	})

	test('the blocks that were just made are told with their heights', async () => {
		const before = Number(await chain.ask('eth_blockNumber'))
		const made = await chain.ask('evm_mine_detailed', { blocks: 2 })
		expect(made.map(({ number }: { number: string }) => Number(number))).toEqual([before + 1, before + 2])
		expect(await chain.ask('evm_mine_detailed')).toMatchObject([{ number: `0x${(before + 3).toString(16)}` }])
		expect(await chain.ask('hardhat_metadata')).toEqual({
			clientVersion: 'anvil-compatible/bench',
			chainId: 2222,
			instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
			latestBlockNumber: before + 3,
			latestBlockHash: `0x${(before + 3).toString(16).padStart(2, '0').repeat(32)}`,
		})
	})

	test('the chain goes back by as many blocks as it has above the first', async () => {
		const height = Number(await chain.ask('anvil_nodeInfo').then(({ currentBlockNumber }) => currentBlockNumber))
		const no = (depth: number) => `the chain of ${height} blocks cannot go back by ${depth}: its first block stays`
		expect(await chain.ask('anvil_rollback', height)).toBe(no(height))
		expect(await chain.ask('anvil_rollback', 2_000_000)).toBe(no(2_000_000))
		expect(chain.asked).toEqual([])
		expect(await chain.ask('anvil_rollback')).toBeNull()
		expect(await chain.ask('anvil_rollback', 2)).toBeNull()
		expect(await chain.ask('anvil_reorg', 0, [])).toBeNull()
		expect(await chain.ask('anvil_rollback', height - 4)).toBeNull()
		expect(chain.asked).toEqual([
			['rewind', height - 1],
			['rewind', height - 3],
			['rewind', height - 3],
			['setBlockMode', 'manual'],
			['setBlockMode', expect.any(String), 7_000],
			['rewind', 1],
		])
	})
})
