import { crc32 } from 'node:zlib'
import type { Context } from '../../../app/Context.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { forkHeights, isForked } from '../../../modules/evm/chainConfig.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import { blockHashContract, keepsBlockHashes } from '../../../modules/evm/state/blockHashContract.ts'
import { workingPrecompilesAt } from '../../../modules/evm/vm/precompiles/precompilesAt.ts'
import { defineEthMethod } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import type { EvmReader } from '../state/EvmReader.ts'

/**
 * `eth_config`: the rules that the EVM follows (EIP-7910; go-ethereum v1.17 internal/ethapi Config).
 *
 * EIP-7910 dates forks by time, this chain by height. So `current` is dated by the block that its last fork began with, and
 * by 0 when the chain began with it. A fork of a later height has no time yet; EIP-7910 leaves out what is not dated, so `next`
 * and `last` are always null. `forkId` is the checksum of EIP-6122 over the hash of the chain's first block, which stands for
 * Ethereum's genesis block, and the heights of the forks that have begun. The chain has no blobs, so `blobSchedule` is null as
 * in go-ethereum without one, and of the system contracts only the one that keeps block hashes.
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
			const params = keeper.getParams(ctx)
			const begun = forkHeights(params.chainConfig).filter((height) => height > initialHeight && height <= head)
			const last = begun.at(-1)
			const activation = last === undefined ? undefined : await blocks.at(last)
			return {
				current: {
					activationTime: Number(activation?.timestamp ?? 0n),
					blobSchedule: null,
					chainId: quantity(chainId),
					forkId: forkId(first.hash, begun),
					precompiles: workingPrecompilesAt(params, head),
					systemContracts: systemContracts(keeper, ctx),
				},
				next: null,
				last: null,
			}
		},
	}),
	/** Since which block there are blocks and states (execution-apis eth_capabilities). */
	defineEthMethod({
		name: 'eth_capabilities',
		dialects: ['geth'],
		params: [],
		cost: 'scan',
		endpoint: 'serve',
		clip: (reply, { from }) => {
			const within = (part: EthJson | undefined) => {
				const { oldestBlock } = part as { readonly oldestBlock: string }
				return { ...(part as object), oldestBlock: quantity(Math.max(Number(oldestBlock), from)) }
			}
			const { head, ...parts } = reply as Readonly<Record<string, EthJson>>
			return { head, ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, within(part)])) }
		},
		run: async (_, { blocks, evm, source }, { window }) => {
			const { height, earliestHeight } = await source.chain.status()
			const lowest = Math.max(earliestHeight, (await window?.range())?.from ?? 1)
			const head = await blocks.at(height)
			const state = await oldestState(evm, lowest, height)
			const since = (from: number): EthJson => ({ disabled: false, oldestBlock: quantity(from) })
			return {
				head: { number: quantity(height), hash: head === undefined ? null : hexBytes(head.hash) },
				state: since(state),
				tx: since(lowest),
				logs: since(lowest),
				receipts: since(lowest),
				blocks: since(lowest),
				stateproofs: since(state),
			}
		},
	}),
]

/** Contracts that the begin of a block calls. */
function systemContracts(keeper: EvmKeeper, ctx: Context): EthJson {
	const { chainConfig } = keeper.getParams(ctx)
	const keeps = isForked(chainConfig, 'prague', ctx.header.height) && keepsBlockHashes(keeper.storeOf(ctx))
	return keeps ? { HISTORY_STORAGE_ADDRESS: blockHashContract.address.toLowerCase() } : {}
}

/** The lowest height whose state is kept: those that are kept follow each other up to the newest. */
export async function oldestState(evm: EvmReader, from: number, to: number): Promise<number> {
	let [low, high] = [from, to]
	while (low < high) {
		const middle = Math.floor((low + high) / 2)
		try {
			await evm.at(middle)
			high = middle
		} catch (fault) {
			if (!(fault instanceof ChainError)) throw fault
			low = middle + 1
		}
	}
	return low
}

/** FORK_HASH of EIP-6122, as hex of 4 bytes. */
function forkId(firstHash: Uint8Array, forks: readonly number[]): string {
	const height = Buffer.alloc(8)
	const sum = forks.reduce((before, fork) => {
		height.writeBigUInt64BE(BigInt(fork))
		return crc32(height, before)
	}, crc32(firstHash))
	return `0x${sum.toString(16).padStart(8, '0')}`
}
