import type { ChainBlock } from '../chain/ChainBlock.ts'
import type { ChainView } from '../chain/ChainView.ts'
import { quantity, zeroWord } from './hex.ts'

/** keccak256(rlp([])): the uncles hash of a block without uncles. */
const emptyUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
/** keccak256(rlp('')): the root of an empty trie. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/**
 * A block in Ethereum's form, like ethermint's (rpc/types/utils.go FormatBlock): `hash` is the chain's own block hash
 * and `stateRoot` its app hash. The chain's transactions are not Ethereum transactions, so the list is empty; their gas
 * is included.
 */
export async function ethBlock(block: ChainBlock, chain: ChainView): Promise<Readonly<Record<string, unknown>>> {
	const { header, data } = block.block
	const height = Number(header.height)
	const [gasUsed, gasLimit] = await Promise.all([blockGasUsed(height, chain), chain.blockGasLimit(height)])
	return {
		number: quantity(height),
		hash: word(block.block_id.hash),
		parentHash: word(header.last_block_id.hash),
		nonce: '0x0000000000000000',
		sha3Uncles: emptyUncles,
		logsBloom: `0x${'0'.repeat(512)}`,
		transactionsRoot: emptyRoot,
		stateRoot: word(header.app_hash),
		receiptsRoot: emptyRoot,
		miner: `0x${header.proposer_address.toLowerCase().padStart(40, '0')}`,
		difficulty: '0x0',
		totalDifficulty: '0x0',
		mixHash: zeroWord,
		extraData: '0x',
		size: quantity((data.txs ?? []).reduce((sum, tx) => sum + Math.floor((tx.length * 3) / 4), 0)),
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
