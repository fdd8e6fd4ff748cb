import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pragueChainConfig } from '../../../../../src/modules/evm/chainConfig.ts'
import { beforeLondon, createEthBench } from '../ethBench.ts'

/** The rules of a chain without these forks. */
const without = (...forks: readonly string[]) => ({
	...pragueChainConfig,
	blocks: { ...pragueChainConfig.blocks, ...Object.fromEntries(forks.map((fork) => [fork, undefined])) },
})

test.each([
	['prague', pragueChainConfig],
	['cancun', without('prague')],
	['shanghai', without('prague', 'cancun')],
	['london', without('prague', 'cancun', 'shanghai')],
])('a node tells the newest fork in force: %s', async (hardFork, chainConfig) => {
	const { ask, clock } = await createEthBench({ keys: [], evm: { chainConfig }, maxGas: 5_000_000n })
	const base = (await ask('eth_getBlockByNumber', 'latest', false)).baseFeePerGas
	expect(await ask('anvil_nodeInfo')).toEqual({
		currentBlockNumber: '0x1',
		currentBlockTimestamp: clock.ms / 1_000,
		currentBlockHash: `0x${'01'.repeat(32)}`,
		hardFork,
		transactionOrder: 'fifo',
		environment: { baseFee: base, chainId: 2222, gasLimit: '0x4c4b40', gasPrice: await ask('eth_baseFee') },
		forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
	})
})

test('a node tells no base fee as nothing, also in the state that it dumps', async () => {
	const { ask } = await createEthBench({ keys: [], evm: { chainConfig: beforeLondon }, feeMarket: { noBaseFee: true } })
	expect((await ask('anvil_nodeInfo')).environment).toMatchObject({ baseFee: '0x0', gasPrice: '0x0' })
	const dumped = Buffer.from((await ask('anvil_dumpState')).slice(2), 'hex')
	expect(JSON.parse(gunzipSync(dumped).toString()).block).toMatchObject({ number: '0x1', basefee: '0x0' })
})
