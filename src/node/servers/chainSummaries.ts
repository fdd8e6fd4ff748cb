import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServedMethods } from '../../api/rpc/AdminMethods.ts'
import { wholeNumber } from '../../api/rpc/methods/adminMethods.ts'
import { formatTime } from '../../chain/blockTime.ts'
import type { TxRecord } from '../../chain/blockTypes.ts'
import type { ChainReader } from '../../chain/ChainReader.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { evmOutline, outlineTx } from '../../codec/tx/outlineTx.ts'
import { sha256 } from '../../crypto/hash.ts'
import { toHexUpper } from '../../util/bytes.ts'
import type { BlockSummaryReply, SummarySchema, TxSummaryReply } from '../../wire/SummarySchema.ts'

/** Most blocks, and most transactions, of one call. */
const mostBlocks = 300
const mostTxs = 100

/**
 * Summaries for lists and charts, without the events and bytes that make Tendermint's replies a hundred times larger. A
 * block of 500 transactions takes 100 kilobytes instead of two megabytes, and the caller decodes nothing.
 */
export function chainSummaries(
	chain: ChainReader,
	registry: Registry,
): Omit<ServedMethods<SummarySchema>, 'chain_traceGas' | 'chain_history'> {
	return {
		chain_blocks: async ({ from, to }) => {
			const status = await chain.status()
			const first = Math.max(wholeNumber(from, 'from'), status.earliestHeight)
			const last = Math.min(wholeNumber(to, 'to'), status.height)
			const blocks: BlockSummaryReply[] = []
			for (let height = Math.max(first, last - mostBlocks + 1); height <= last; height++) {
				const block = await blockSummary(chain, height)
				if (block === undefined) continue
				blocks.push(block)
				// Reading the results of a full block takes milliseconds, so other work runs in between.
				if (block.tx_count > 0) await nextTurn()
			}
			return { blocks }
		},
		chain_block: async ({ height }) => {
			const at = wholeNumber(height, 'height')
			const [block, content, results] = await Promise.all([
				blockSummary(chain, at),
				chain.block(at),
				chain.blockResults(at),
			])
			if (block === undefined || content === undefined || results === undefined) return null
			const txs = content.txs.flatMap((tx, index) => {
				const result = results.txs[index]
				return result === undefined ? [] : [{ hash: sha256(tx), height: at, index, tx, result }]
			})
			return { block, txs: txs.map((record) => txSummary(record, block.time, registry)) }
		},
		chain_txs: async ({ query, page, perPage }) => {
			const { txs, total } = await chain.searchTxs({
				query: String(query),
				page: BigInt(Math.max(1, wholeNumber(page, 'page'))),
				perPage: Math.min(mostTxs, Math.max(1, wholeNumber(perPage, 'perPage'))),
				order: 'desc',
			})
			const shown: TxSummaryReply[] = []
			for (const record of txs) {
				const header = await chain.header(record.height)
				shown.push(txSummary(record, header === undefined ? '' : formatTime(header.time), registry))
			}
			return { txs: shown, total }
		},
	}
}

async function blockSummary(chain: ChainReader, height: number): Promise<BlockSummaryReply | undefined> {
	const meta = await chain.blockMeta(height)
	if (meta === undefined) return undefined
	const gasUsed = meta.numTxs === 0 ? 0n : await chain.gasUsed(height)
	return {
		height,
		time: formatTime(meta.header.time),
		hash: toHexUpper(meta.blockId.hash),
		proposer: toHexUpper(meta.header.proposerAddress),
		app_hash: toHexUpper(meta.header.appHash),
		tx_count: meta.numTxs,
		size: meta.blockSize,
		gas_used: String(gasUsed ?? 0n),
	}
}

function txSummary({ hash, height, index, tx, result }: TxRecord, time: string, registry: Registry): TxSummaryReply {
	const { messageTypes, signers, ...outline } = outlineTx(tx, registry)
	const evm = evmOutline(result.events)
	return {
		hash: toHexUpper(hash),
		height,
		index,
		time,
		code: result.code,
		codespace: result.codespace,
		log: result.code === 0 ? '' : result.log.slice(0, 1_000),
		gas_wanted: String(result.gasWanted),
		gas_used: String(result.gasUsed),
		message_types: runs(messageTypes),
		...outline,
		signers: signers.length === 0 && evm !== undefined ? evm.senders : signers,
		...(evm === undefined || evm.fault === '' ? {} : { evm_fault: evm.fault }),
	}
}

function runs(types: readonly string[]): readonly (readonly [string, number])[] {
	const found: [string, number][] = []
	for (const type of types) {
		const last = found.at(-1)
		if (last?.[0] === type) last[1]++
		else found.push([type, 1])
	}
	return found
}
