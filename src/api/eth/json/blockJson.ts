import type { EthBlock } from '../blocks/EthBlock.ts'
import { headerMembers, rawBlock } from '../blocks/gethBlock.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { blockTxJson } from './txJson.ts'

const zeroHash = `0x${'00'.repeat(32)}`
/** Root of an empty list, and hash of an empty list of uncles (go-ethereum core/types). */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const emptyUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

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
		parentHash: header.lastBlockId.hash.length === 0 ? zeroHash : hexBytes(header.lastBlockId.hash),
		nonce: '0x0000000000000000',
		sha3Uncles: emptyUncles,
		logsBloom: hexBytes(block.bloom),
		stateRoot: hexBytes(header.appHash),
		miner: hexBytes(block.coinbase),
		mixHash: zeroHash,
		difficulty: '0x0',
		extraData: '0x',
		gasLimit: quantity(block.gasLimit),
		gasUsed: quantity(block.gasUsed),
		timestamp: quantity(block.timestamp),
		transactionsRoot: block.txs.length === 0 ? emptyRoot : hexBytes(header.dataHash),
		receiptsRoot: emptyRoot,
		...(block.baseFee === undefined ? {} : { baseFeePerGas: quantity(block.baseFee) }),
	}
}
