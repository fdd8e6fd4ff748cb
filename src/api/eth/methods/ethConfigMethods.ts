import { crc32 } from 'node:zlib'
import { forkHeights } from '../../../modules/evm/chainConfig.ts'
import { precompilesAt } from '../../../modules/evm/vm/precompilesAt.ts'
import { defineEthMethod } from '../EthContext.ts'
import { quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'

/**
 * `eth_config`: the rules that the EVM follows (EIP-7910; go-ethereum v1.17 internal/ethapi Config).
 *
 * EIP-7910 dates forks by time, this chain by height. So `current` is dated by the block that its last fork began with, and
 * by 0 when the chain began with it. A fork of a later height has no time yet; EIP-7910 leaves out what is not dated, so `next`
 * and `last` are always null. `forkId` is the checksum of EIP-6122 over the hash of the chain's first block, which stands for
 * Ethereum's genesis block, and the heights of the forks that have begun. The chain has no blobs, so `blobSchedule` is null as
 * in go-ethereum without one, and no system contracts.
 */
export const configMethods = [
	defineEthMethod({
		name: 'eth_config',
		dialects: ['geth'],
		params: [],
		cost: 'read',
		endpoint: 'serve',
		run: async (_, { blocks, chainId, evm, source }) => {
			const head = await blocks.latestHeight()
			const { initialHeight } = await source.chain.genesis()
			const first = await blocks.at(initialHeight)
			if (first === undefined) {
				throw new EthFault(`unable to load genesis: block ${initialHeight} is not kept by this node`)
			}
			const { ctx, keeper } = await evm.at(head)
			const { chainConfig } = keeper.getParams(ctx)
			const begun = forkHeights(chainConfig).filter((height) => height > initialHeight && height <= head)
			const last = begun.at(-1)
			const activation = last === undefined ? undefined : await blocks.at(last)
			const precompiles = [...precompilesAt(chainConfig, head)].map(
				([name, address]) => [name, `0x${address}`] as const,
			)
			return {
				current: {
					activationTime: Number(activation?.timestamp ?? 0n),
					blobSchedule: null,
					chainId: quantity(chainId),
					forkId: forkId(first.hash, begun),
					precompiles: Object.fromEntries(precompiles.sort(([a], [b]) => (a < b ? -1 : 1))),
					systemContracts: {},
				},
				next: null,
				last: null,
			}
		},
	}),
]

/** FORK_HASH of EIP-6122, as hex of 4 bytes. */
function forkId(firstHash: Uint8Array, forks: readonly number[]): string {
	const height = Buffer.alloc(8)
	const sum = forks.reduce((before, fork) => {
		height.writeBigUInt64BE(BigInt(fork))
		return crc32(height, before)
	}, crc32(firstHash))
	return `0x${sum.toString(16).padStart(8, '0')}`
}
