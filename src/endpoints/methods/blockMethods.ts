import { flag, word as txHash } from '../../api/eth/args/valueParams.ts'
import { hexBytes, quantity, zeroWord } from '../../api/eth/hexJson.ts'
import type { EthJson } from '../../api/eth/rpc/EthMethod.ts'
import { emptyListRoot, emptyUnclesHash } from '../../crypto/merkleTrie.ts'
import type { ChainBlock, ChainView } from '../chain/ChainView.ts'
import { type BlockAt, blockHash, blockNumber, definePlainMethod } from './plainParams.ts'

const served = { cost: 'read', endpoint: 'serve' } as const

/** Blocks of the chain. Its transactions are not Ethereum transactions, so blocks have none. */
export const blockMethods = [
	definePlainMethod({
		...served,
		name: 'eth_getBlockByNumber',
		params: [blockNumber, flag],
		run: ([at], { chain }) => shown(at, chain),
	}),
	definePlainMethod({
		...served,
		name: 'eth_getBlockByHash',
		params: [blockHash, flag],
		run: ([at], { chain }) => shown(at, chain),
	}),
	definePlainMethod({
		...served,
		name: 'eth_getBlockTransactionCountByNumber',
		params: [blockNumber],
		run: async ([at]) => ((await at.block()) === undefined ? null : '0x0'),
	}),
	definePlainMethod({
		...served,
		name: 'eth_getBlockTransactionCountByHash',
		params: [blockHash],
		run: async ([at]) => ((await at.block()) === undefined ? null : '0x0'),
	}),
	definePlainMethod({ ...served, name: 'eth_getTransactionByHash', params: [txHash], run: () => null }),
	definePlainMethod({ ...served, name: 'eth_getTransactionReceipt', params: [txHash], run: () => null }),
]

async function shown(at: BlockAt, chain: ChainView): Promise<EthJson> {
	const block = await at.block()
	return block === undefined ? null : ethBlock(block, chain)
}

/**
 * A block in Ethereum's form, like ethermint's (rpc/types/utils.go FormatBlock): `hash` is the chain's own block hash
 * and `stateRoot` its app hash. The chain's transactions are not Ethereum transactions, so the list is empty; their gas
 * is included.
 */
async function ethBlock(block: ChainBlock, chain: ChainView): Promise<EthJson> {
	const { header, data } = block.block
	const height = Number(header.height)
	const [gasUsed, gasLimit] = await Promise.all([blockGasUsed(height, chain), chain.blockGasLimit(height)])
	return {
		number: quantity(height),
		hash: word(block.block_id.hash),
		parentHash: word(header.last_block_id.hash),
		nonce: '0x0000000000000000',
		sha3Uncles: hexBytes(emptyUnclesHash),
		logsBloom: `0x${'0'.repeat(512)}`,
		transactionsRoot: hexBytes(emptyListRoot),
		stateRoot: word(header.app_hash),
		receiptsRoot: hexBytes(emptyListRoot),
		miner: `0x${header.proposer_address.toLowerCase().padStart(40, '0')}`,
		difficulty: '0x0',
		totalDifficulty: '0x0',
		mixHash: zeroWord,
		extraData: '0x',
		size: quantity((data.txs ?? []).reduce((sum, tx) => sum + Buffer.byteLength(tx, 'base64'), 0)),
		gasLimit: quantity(gasLimit),
		gasUsed: quantity(gasUsed),
		timestamp: quantity(Math.floor(Date.parse(header.time) / 1000)),
		transactions: [],
		uncles: [],
	}
}

/** Gas the transactions of a block used; 0 when the node has not kept their results. */
export async function blockGasUsed(height: number, chain: ChainView): Promise<bigint> {
	const results = await chain.blockResults(height)
	return (results?.txs_results ?? []).reduce((sum, result) => sum + BigInt(result.gas_used ?? '0'), 0n)
}

/** Hex of the chain as a 0x word; an empty one (before the first block) is zero. */
function word(hex: string): string {
	return `0x${hex.toLowerCase().padStart(64, '0')}`
}
