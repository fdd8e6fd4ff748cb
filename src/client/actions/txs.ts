import { ethereumMessageType } from '../../codec/tx/outlineTx.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { BlockSummary, TxDetail, TxSummary } from '../chainTypes.ts'
import type { EthereumTx } from '../evm/EvmClient.ts'

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
	const { txs } = await details.search(carrying(hash), 1, 1)
	return txs[0]
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
