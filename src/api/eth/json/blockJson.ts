import { emptyListRoot, emptyUnclesHash } from '../../../crypto/merkleTrie.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { headerMembers, rawBlock } from '../blocks/gethBlock.ts'
import { hexBytes, quantity, zeroWord } from '../hexJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { blockTxJson } from './txJson.ts'

/** The members of a block's header as geth shows and `newHeads` announces them. */
export function headerJson(block: EthBlock): { readonly [member: string]: EthJson } {
	const members = headerMembers(block).map(([name, value]) => [
		name,
		typeof value === 'bigint' ? quantity(value) : hexBytes(value),
	])
	return { hash: hexBytes(block.hash), ...(Object.fromEntries(members) as { readonly [member: string]: string }) }
}

/** A block with complete transactions or hashes. */
export function blockJson(block: EthBlock, whole: boolean, isToday: boolean): { readonly [member: string]: EthJson } {
	const own = isToday
		? {
				...headerJson(block),
				size: quantity(rawBlock(block).length),
				...(block.forks.shanghai ? { withdrawals: [] } : {}),
			}
		: { ...ethermintHeaderJson(block), size: quantity(block.size), totalDifficulty: '0x0' }
	return {
		...own,
		uncles: [],
		transactions: whole
			? block.txs.map((tx) => blockTxJson(tx, block, isToday))
			: block.txs.map(({ hash }) => hexBytes(hash)),
	}
}

/** The members of ethermint v0.14.1 rpc/ethereum/types FormatBlock, most of which stand for what it does not reckon. */
function ethermintHeaderJson(block: EthBlock): { readonly [member: string]: EthJson } {
	const { header } = block
	return {
		number: quantity(block.height),
		hash: hexBytes(block.hash),
		parentHash: header.lastBlockId.hash.length === 0 ? zeroWord : hexBytes(header.lastBlockId.hash),
		nonce: '0x0000000000000000',
		sha3Uncles: hexBytes(emptyUnclesHash),
		logsBloom: hexBytes(block.bloom),
		stateRoot: hexBytes(header.appHash),
		miner: hexBytes(block.coinbase),
		mixHash: zeroWord,
		difficulty: '0x0',
		extraData: '0x',
		gasLimit: quantity(block.gasLimit),
		gasUsed: quantity(block.gasUsed),
		timestamp: quantity(block.timestamp),
		transactionsRoot: block.txs.length === 0 ? hexBytes(emptyListRoot) : hexBytes(header.dataHash),
		receiptsRoot: hexBytes(emptyListRoot),
		...(block.baseFee === undefined ? {} : { baseFeePerGas: quantity(block.baseFee) }),
	}
}
