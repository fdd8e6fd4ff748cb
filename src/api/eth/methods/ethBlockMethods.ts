import { blockHash, blockNumber, isPending, soughtBlock } from '../args/blockParams.ts'
import type { BlockRef } from '../args/blockRef.ts'
import { flag, index } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { quantity } from '../hexJson.ts'
import { blockJson, headerJson } from '../json/blockJson.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { blockTxJson, pendingTxJson } from '../json/txJson.ts'
import type { EthJson, HasHeight } from '../rpc/EthMethod.ts'

const served = { cost: 'read', endpoint: 'serve' } as const

/** Blocks and the transactions in them, by number and by hash. */
export const blockMethods = [
	defineEthMethod({
		...served,
		name: 'eth_blockNumber',
		params: [],
		run: async (_, { blocks }) => quantity(await blocks.latestHeight()),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getBlockByNumber',
		params: [blockNumber, flag],
		run: async ([at, whole], context) => shown(await blockAt(at, context), whole, isOpen(at, context), context),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getBlockByHash',
		params: [blockHash, flag],
		run: async ([at, whole], context) => shown(await blockAt(at, context), whole, isOpen(at, context), context),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getHeaderByNumber',
		dialects: ['geth'],
		params: [blockNumber],
		run: async ([at], context) => headerOf(await blockAt(at, context), isOpen(at, context)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getHeaderByHash',
		dialects: ['geth'],
		params: [blockHash],
		run: async ([at], context) => headerOf(await blockAt(at, context), isOpen(at, context)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getBlockTransactionCountByNumber',
		params: [blockNumber],
		run: async ([at], context) => count(await blockAt(at, context)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getBlockTransactionCountByHash',
		params: [blockHash],
		run: async ([at], context) => count(await blockAt(at, context)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getUncleCountByBlockNumber',
		params: [blockNumber],
		run: async ([at], context) => uncles(await blockAt(at, context), context),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getUncleCountByBlockHash',
		params: [blockHash],
		run: async ([at], context) => uncles(await blockAt(at, context), context),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getUncleByBlockNumberAndIndex',
		params: [blockNumber, index],
		run: () => null,
	}),
	defineEthMethod({
		...served,
		name: 'eth_getUncleByBlockHashAndIndex',
		params: [blockHash, index],
		run: () => null,
	}),
	defineEthMethod({
		...served,
		name: 'eth_getTransactionByBlockNumberAndIndex',
		params: [blockNumber, index],
		run: async ([at, position], context) => txOf(await blockAt(at, context), position, isOpen(at, context), context),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getTransactionByBlockHashAndIndex',
		params: [blockHash, index],
		run: async ([at, position], context) => txOf(await blockAt(at, context), position, isOpen(at, context), context),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getBlockReceipts',
		dialects: ['geth'],
		params: [soughtBlock],
		run: async ([at], context) => {
			const found = await blockAt(at, context)
			return found === undefined ? null : found.txs.map((tx) => receiptJson(tx, found, context.dialect))
		},
	}),
]

/** The block of the tag pending is none of the chain yet; ethermint takes the newest one for it. */
function isOpen(at: HasHeight, { dialect }: EthContext): boolean {
	return dialect.hasPool && 'ref' in at && isPending(at.ref as BlockRef)
}

async function blockAt(at: HasHeight, context: EthContext): Promise<EthBlock | undefined> {
	const { blocks, pending } = context
	if (isOpen(at, context)) return (await pending.at()).block
	const { height } = at
	return height === undefined ? undefined : blocks.at(height)
}

function txOf(found: EthBlock | undefined, position: bigint, open: boolean, context: EthContext): EthJson {
	const item = found?.txs[Number(position)]
	if (found === undefined || item === undefined) return null
	const { dialect } = context
	if (open) return pendingTxJson(item.tx, item.hash, item.from, dialect.isToday)
	return blockTxJson(item, found, dialect.isToday, dialect.priceBase(found, context))
}

function count(found: EthBlock | undefined): EthJson {
	return found === undefined ? null : quantity(found.txs.length)
}

function uncles(found: EthBlock | undefined, { dialect }: EthContext): EthJson {
	return found === undefined ? dialect.unclesOfNothing : '0x0'
}

/** What a block has only when it is made (go-ethereum v1.16 internal/ethapi GetBlockByNumber). */
const unmade = { hash: null, nonce: null, miner: null }

function shown(found: EthBlock | undefined, whole: boolean, open: boolean, { dialect }: EthContext): EthJson {
	if (found === undefined) return null
	if (!open) return blockJson(found, whole, dialect.isToday)
	const txs = found.txs.map(({ tx, hash, from }) => pendingTxJson(tx, hash, from, dialect.isToday))
	return { ...blockJson(found, false, true), ...unmade, ...(whole ? { transactions: txs } : {}) }
}

function headerOf(found: EthBlock | undefined, open: boolean): EthJson {
	if (found === undefined) return null
	return open ? { ...headerJson(found), ...unmade } : headerJson(found)
}
