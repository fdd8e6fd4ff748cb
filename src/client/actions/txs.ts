import { ethereumMessageType } from '../../codec/tx/outlineTx.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { BlockSummary, TxDetail, TxSummary } from '../chainTypes.ts'
import type { EthereumTx } from '../evm/EvmClient.ts'

/** Summaries of heights `from` to `to`, both inclusive, ascending. Heights the node does not keep are missing. */
export function getBlocks(
	{ summaries }: Pick<ClientContext, 'summaries'>,
	from: number,
	to: number,
): Promise<readonly BlockSummary[]> {
	return summaries.blocks(from, to)
}

/** A block with the summaries of its transactions; undefined if the node does not keep it. */
export async function getBlock(
	{ summaries }: Pick<ClientContext, 'summaries'>,
	height: number,
): Promise<(BlockSummary & { readonly txs: readonly TxSummary[] }) | undefined> {
	const found = await summaries.block(height)
	return found && { ...found.block, txs: found.txs }
}

/** Finds a transaction by its hash, or by the hash of the Ethereum transaction in it. */
export async function getTx({ details }: Pick<ClientContext, 'details'>, hash: string): Promise<TxDetail | undefined> {
	const found = await details.tx(hash)
	if (found !== undefined || !/^(0x)?[0-9a-f]{64}$/i.test(hash)) return found
	const { txs } = await details.search(carrying(hash), 1, 1, 'desc')
	return txs[0]
}

/** A page of the transactions that match a query in Tendermint's language, newest first, as summaries. */
export function listTxs(
	{ summaries }: Pick<ClientContext, 'summaries'>,
	query: string,
	page: number,
	perPage: number,
): Promise<{ readonly txs: readonly TxSummary[]; readonly total: number }> {
	return summaries.txs(query, page, perPage)
}

/** Like `listTxs`, but with complete transactions. */
export function searchTxs(
	{ details }: Pick<ClientContext, 'details'>,
	query: string,
	page: number,
	perPage: number,
): Promise<{ readonly txs: readonly TxDetail[]; readonly total: number }> {
	return details.search(query, page, perPage, 'desc')
}

/** Decodes the Ethereum transactions in it with the ABIs of the home and the common ones. Works without the EVM's listener. */
export async function getEthereumTxs(
	{ registry, abis }: Pick<ClientContext, 'registry' | 'abis'>,
	tx: TxDetail,
): Promise<readonly EthereumTx[]> {
	if (!tx.messageTypes.includes(ethereumMessageType)) return []
	const { readEthereumTxs } = await import('../evm/readEthereumTxs.ts')
	return readEthereumTxs(tx, registry, abis)
}

/** Query for the transaction that carries an Ethereum transaction. */
export function carrying(ethHash: string): string {
	return `ethereum_tx.ethereumTxHash='0x${ethHash.toLowerCase().replace(/^0x/, '')}'`
}
