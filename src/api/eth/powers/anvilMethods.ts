import { plainError } from '../../../errors/ChainError.ts'
import { flag, number, readBytes } from '../args/valueParams.ts'
import { nextBaseFee } from '../blocks/PendingBlocks.ts'
import type { EthContext } from '../EthContext.ts'
import { quantity } from '../hexJson.ts'
import { optional, type ValueParam } from '../rpc/EthMethod.ts'
import { sendRawTx } from '../send/sendRawTx.ts'
import { definePower } from './definePower.ts'
import type { EthPowers } from './EthPowers.ts'

/** Most blocks of one call. */
const maxDepth = 10_000n

/** Transactions of a reorganisation, each with the place of its block among the new ones. */
const placedTxs: ValueParam<readonly { readonly raw: Uint8Array; readonly block: number }[]> = {
	read: (node) => {
		if (node.kind !== 'array') throw plainError('expected a list of pairs of a transaction and the place of its block')
		return node.items.map((pair) => {
			const [tx, block] = pair.kind === 'array' ? pair.items : []
			if (tx?.kind !== 'string' || block?.kind !== 'number') {
				throw plainError('each transaction is a pair of its signed bytes and the place of its block')
			}
			return { raw: readBytes(tx, 'Go value of type hexutil.Bytes'), block: Number(block.raw) }
		})
	},
}

/** What anvil tells of itself, and its powers that hardhat does not have. */
export const anvilMethods = [
	definePower({
		name: 'anvil_nodeInfo',
		params: [],
		differs: 'the chain has no single hard fork name: hardFork is the newest fork in force',
		run: async (_, { blockMode: __ }, { blocks, chainId, evm }) => {
			const height = await blocks.latestHeight()
			const [block, view] = await Promise.all([blocks.at(height), evm.forCalls(height)])
			const { forks, hash, timestamp, gasLimit, baseFee } = block!
			const next = nextBaseFee(view) ?? 0n
			return {
				currentBlockNumber: quantity(height),
				currentBlockTimestamp: Number(timestamp),
				currentBlockHash: `0x${Buffer.from(hash).toString('hex')}`,
				hardFork: forks.prague ? 'prague' : forks.cancun ? 'cancun' : forks.shanghai ? 'shanghai' : 'london',
				transactionOrder: 'fifo',
				environment: {
					baseFee: quantity(baseFee ?? 0n),
					chainId: Number(chainId),
					gasLimit: quantity(gasLimit),
					gasPrice: quantity(next),
				},
				forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
			}
		},
	}),
	definePower({
		name: 'anvil_autoImpersonateAccount',
		params: [flag],
		run: ([isOn], _, { keys }) => {
			keys.isForAll = isOn
			return null
		},
	}),
	definePower({
		name: 'anvil_setLoggingEnabled',
		aliases: ['hardhat_setLoggingEnabled'],
		params: [flag],
		differs: 'taken without effect: the node writes no log of calls; `chain-tui requests` shows them',
		run: () => null,
	}),
	definePower({
		name: 'anvil_enableTraces',
		params: [],
		differs: 'taken without effect: every transaction can be traced at any time',
		run: () => null,
	}),
	definePower({
		name: 'anvil_getGenesisTime',
		params: [],
		run: async (_, __, { source }) => Number((await source.chain.genesis()).genesisTime.seconds),
	}),
	definePower({
		name: 'anvil_rollback',
		params: [optional(number)],
		run: async ([depth = 1n], powers, context) => {
			await goBack(depth, powers, context)
			return null
		},
	}),
	definePower({
		name: 'anvil_reorg',
		params: [number, placedTxs],
		differs: 'transactions are signed bytes; requests without a signature are refused',
		run: async ([depth, txs], powers, context) => {
			await goBack(depth, powers, context)
			const { mode, intervalMs } = powers.blockMode()
			powers.setBlockMode('manual')
			try {
				for (let place = 0; place < Number(depth); place++) {
					for (const { raw, block } of txs) if (block === place) await sendRawTx(raw, context)
					await powers.mine(1)
				}
			} finally {
				powers.setBlockMode(mode, intervalMs)
			}
			return null
		},
	}),
]

async function goBack(depth: bigint, powers: EthPowers, { blocks, news, pool }: EthContext): Promise<void> {
	const height = await blocks.latestHeight()
	if (depth > maxDepth || BigInt(height) - depth < 1n) {
		throw plainError(`the chain of ${height} blocks cannot go back by ${depth}: its first block stays`)
	}
	await powers.rewind(height - Number(depth))
	await Promise.all([news.lookBack(), pool.afterRewind()])
}
