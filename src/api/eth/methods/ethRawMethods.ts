import { encodeEthTx } from '../../../modules/evm/tx/EthTx.ts'
import { type NamedTx, type SoughtBlock, soughtBlock, txHash } from '../args/blockParams.ts'
import { index } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { rawBlock, rawHeader, rawReceipt } from '../blocks/gethBlock.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { waitingTx } from '../pool/waitingTx.ts'
import { EthFault } from '../rpc/EthFault.ts'

const plain = { cost: 'read', endpoint: 'serve', dialects: ['geth'] } as const
const served = { ...plain, wallets: false } as const

/**
 * Headers, blocks, receipts and transactions as bytes (go-ethereum v1.17 internal/ethapi DebugAPI). A header is in Ethereum's
 * form; its hash is not the block's hash, which is the engine's. A transaction's bytes are the ones its sender signed.
 */
export const rawMethods = [
	defineEthMethod({
		...served,
		name: 'debug_getRawHeader',
		params: [soughtBlock],
		run: async ([at], context) => {
			const block = await find(at, 'header', context)
			return block === undefined ? '0x' : hexBytes(rawHeader(block))
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_getRawBlock',
		params: [soughtBlock],
		run: async ([at], context) => {
			const block = await find(at, 'block', context)
			return block === undefined ? '0x' : hexBytes(rawBlock(block))
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_getRawReceipts',
		params: [soughtBlock],
		run: async ([{ height }], { blocks }) => {
			if (height === undefined) return []
			const block = await blocks.at(height)
			return block === undefined ? null : block.txs.map((item) => hexBytes(rawReceipt(item)))
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_getRawTransaction',
		params: [txHash],
		run: ([found], context) => rawTx(found, context),
	}),
	defineEthMethod({
		...plain,
		name: 'eth_getRawTransactionByHash',
		params: [txHash],
		run: ([found], context) => rawTx(found, context),
	}),
	defineEthMethod({
		...plain,
		name: 'eth_getRawTransactionByBlockNumberAndIndex',
		aliases: ['eth_getRawTransactionByBlockHashAndIndex'],
		params: [soughtBlock, index],
		run: async ([{ height }, position], { blocks }) => {
			const item = height === undefined ? undefined : (await blocks.at(height))?.txs[Number(position)]
			return item === undefined ? '0x' : hexBytes(encodeEthTx(item.tx))
		},
	}),
]

/** The bytes of a transaction of a block or of the pool. */
async function rawTx({ hash, found }: NamedTx, context: EthContext): Promise<string> {
	const tx = found?.tx.tx ?? (await waitingTx(hash, context))?.tx
	return tx === undefined ? '0x' : hexBytes(encodeEthTx(tx))
}

/** A hash without a block is refused as by geth, which prints its bytes as numbers. */
async function find({ ref, height }: SoughtBlock, what: string, { blocks }: EthContext): Promise<EthBlock | undefined> {
	const block = height === undefined ? undefined : await blocks.at(height)
	if (block === undefined && 'hash' in ref) throw new EthFault(`${what} #[${ref.hash.join(' ')}] not found`)
	return block
}
