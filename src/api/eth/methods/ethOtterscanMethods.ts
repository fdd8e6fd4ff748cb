import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { createAddress, effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { blockHash, blockNumber, blockOr, txHash } from '../args/blockParams.ts'
import { address, number } from '../args/valueParams.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { traceTx } from '../calls/traceBlock.ts'
import { plainTrace } from '../calls/traceCall.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { blockJson, headerJson } from '../json/blockJson.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { blockTxJson } from '../json/txJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { oldestState } from './ethConfigMethods.ts'
import { type FlatTrace, tracesOf, tracesOfTx } from './ethTraceMethods.ts'

const read = { cost: 'read', endpoint: 'serve', dialects: ['geth'], wallets: false } as const
const code = { ...read, cost: 'code' } as const
const scan = { ...read, cost: 'scan' } as const

/** A block by number or tag; Otterscan writes numbers as JSON has them. */
const anyBlock: typeof blockNumber = {
	...blockNumber,
	read: (node, context) => (node.kind === 'number' ? { height: number.read(node) } : blockNumber.read(node, context)),
}

/** Most transactions of a page (Otterscan asks for 25). */
const longestPage = 100

/** What Otterscan asks a node (its docs/custom-jsonrpc.md, level 8). Addresses are searched as sender and recipient, not inside of calls. */
export const otterscanMethods = [
	defineEthMethod({ ...read, cost: 'none', name: 'ots_getApiLevel', params: [], run: () => 8 }),
	defineEthMethod({
		...read,
		name: 'ots_hasCode',
		params: [address, blockOr('latest')],
		run: async ([who, { height }], { evm }) => (await evm.at(height)).code(who).length > 0,
	}),
	defineEthMethod({
		...read,
		name: 'erigon_getHeaderByNumber',
		params: [anyBlock],
		run: async ([{ height }], { blocks }) => {
			const block = await blocks.at(height)
			return block === undefined ? null : headerJson(block)
		},
	}),
	defineEthMethod({
		...read,
		name: 'ots_getBlockDetails',
		params: [anyBlock],
		run: async ([{ height }], { blocks }) => details(await blocks.at(height)),
	}),
	defineEthMethod({
		...read,
		name: 'ots_getBlockDetailsByHash',
		params: [blockHash],
		run: async ([{ height }], { blocks }) => (height === undefined ? null : details(await blocks.at(height))),
	}),
	defineEthMethod({
		...read,
		name: 'ots_getBlockTransactions',
		params: [anyBlock, number, number],
		run: async ([{ height }, page, size], { blocks, dialect }) => {
			const block = await blocks.at(height)
			if (block === undefined) return null
			const length = Math.min(Number(size), longestPage)
			const shown = block.txs.slice(Number(page) * length, (Number(page) + 1) * length)
			return {
				fullblock: {
					...withoutTxs(block),
					// Of the input Otterscan reads the selector alone.
					transactions: shown.map((tx) => blockTxJson(tx, block, true)),
				},
				receipts: shown.map((tx) => ({ ...members(receiptJson(tx, block, dialect)), logs: null, logsBloom: null })),
			}
		},
	}),
	defineEthMethod({
		...code,
		name: 'ots_getInternalOperations',
		params: [txHash],
		run: async ([{ found }], context, call) => {
			if (found === undefined) return []
			const traces = (await tracesOfTx(found, context, call)).slice(1)
			return traces.flatMap((trace) => operationOf(trace))
		},
	}),
	defineEthMethod({
		...code,
		name: 'ots_traceTransaction',
		params: [txHash],
		run: async ([{ found }], context, call) => {
			if (found === undefined) return null
			return (await tracesOfTx(found, context, call)).map(({ type, action, result, traceAddress }) => ({
				type: (action.callType ?? action.creationMethod ?? 'selfdestruct').toUpperCase(),
				depth: traceAddress.length,
				from: action.from ?? action.address ?? null,
				to: action.to ?? result?.address ?? action.refundAddress ?? null,
				value: action.callType === 'staticcall' ? null : (action.value ?? action.balance ?? '0x0'),
				input: action.input ?? action.init ?? '0x',
				output: type === 'call' ? (result?.output ?? '0x') : '0x',
			}))
		},
	}),
	/** What a failed transaction returned, for its reason. */
	defineEthMethod({
		...code,
		name: 'ots_getTransactionError',
		params: [txHash],
		run: async ([{ found }], context, { asker }) => {
			if (found === undefined || found.tx.vmError === '') return '0x'
			const trace = await traceTx(found, { ...plainTrace, tracer: 'callTracer', onlyTopCall: true, asker }, context)
			return (trace as { readonly output?: string }).output ?? '0x'
		},
	}),
	defineEthMethod({
		...scan,
		name: 'ots_getTransactionBySenderAndNonce',
		params: [address, number],
		run: async ([who, nonce], context) => {
			const hash = await hashSentWith(who, nonce, context)
			return hash === undefined ? null : hexBytes(hash)
		},
	}),
	/** As reth and anvil: the transaction itself. */
	defineEthMethod({
		...scan,
		name: 'eth_getTransactionBySenderAndNonce',
		params: [address, number],
		run: async ([who, nonce], context) => {
			const hash = await hashSentWith(who, nonce, context)
			const found = hash === undefined ? undefined : await context.blocks.byTxHash(hash)
			return found === undefined ? null : blockTxJson(found.tx, found.block, true)
		},
	}),
	defineEthMethod({
		...scan,
		name: 'ots_searchTransactionsBefore',
		params: [address, number, number],
		run: ([who, height, size], context) => search(who, height, Number(size), 'desc', context),
	}),
	defineEthMethod({
		...scan,
		name: 'ots_searchTransactionsAfter',
		params: [address, number, number],
		run: ([who, height, size], context) => search(who, height, Number(size), 'asc', context),
	}),
	/** Looks for the block in which the code appeared, as far as states are kept. */
	defineEthMethod({
		...code,
		name: 'ots_getContractCreator',
		params: [address],
		run: async ([who], context, call) => {
			const { blocks, evm, source } = context
			const { height: newest, earliestHeight } = await source.chain.status()
			if ((await evm.at(newest)).code(who).length === 0) return null
			let [low, high] = [await oldestState(evm, earliestHeight, newest), newest]
			while (low < high) {
				const middle = Math.floor((low + high) / 2)
				if ((await evm.at(middle)).code(who).length > 0) high = middle
				else low = middle + 1
			}
			const block = await blocks.at(low)
			if (block === undefined) return null
			const direct = block.txs.find(
				({ tx, from }) => tx.to === undefined && equalBytes(createAddress(from, tx.nonce), who),
			)
			if (direct !== undefined) return { hash: hexBytes(direct.hash), creator: hexBytes(direct.from) }
			const made = (await tracesOf(block, context, call)).find(({ result }) => result?.address === hexBytes(who))
			return made === undefined ? null : { hash: made.transactionHash as string, creator: made.action.from ?? null }
		},
	}),
]

/** The hash of a sender's transaction of a block. */
async function hashSentWith(who: Uint8Array, nonce: bigint, context: EthContext): Promise<Uint8Array | undefined> {
	const query = `message.sender='${checksumAddress(who)}'`
	// Nonces rise with the height, so pages can be halved.
	const { total } = await context.source.chain.searchTxs({ query, page: 1n, perPage: 1, order: 'asc' })
	for (let [low, high] = [1, Math.ceil(total / longestPage)]; low <= high; ) {
		const page = Math.floor((low + high) / 2)
		const found = await sentOn(who, BigInt(page), query, context)
		const tx = found.find((item) => item.tx.nonce === nonce)
		if (tx !== undefined) return tx.hash
		const first = found[0]
		if (first !== undefined && nonce < first.tx.nonce) high = page - 1
		else low = page + 1
	}
	return undefined
}

function members(json: EthJson): { readonly [member: string]: EthJson | undefined } {
	return json as { readonly [member: string]: EthJson | undefined }
}

function withoutTxs(block: EthBlock): { readonly [member: string]: EthJson | undefined } {
	const { transactions: _, logsBloom: __, ...json } = blockJson(block, false, true)
	return { ...json, logsBloom: null, transactionCount: block.txs.length }
}

function details(block: EthBlock | undefined): EthJson {
	if (block === undefined) return null
	const fees = block.txs.reduce((sum, { tx, gasUsed, baseFee }) => sum + gasUsed * effectivePrice(tx, baseFee), 0n)
	return {
		block: withoutTxs(block),
		issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
		totalFees: quantity(fees),
	}
}

/** 0 moves coins, 1 destroys, 2 creates, 3 creates with a salt. */
function operationOf({ type, action, result, error }: FlatTrace): EthJson[] {
	if (error !== undefined) return []
	const value = action.value ?? action.balance ?? '0x0'
	if (type === 'suicide') return [{ type: 1, from: action.address!, to: action.refundAddress ?? null, value }]
	if (type === 'create') {
		return [
			{ type: action.creationMethod === 'create2' ? 3 : 2, from: action.from!, to: result?.address ?? null, value },
		]
	}
	return action.callType === 'call' && value !== '0x0' ? [{ type: 0, from: action.from!, to: action.to!, value }] : []
}

/** The transactions of a sender on a page of its search, oldest first. */
async function sentOn(who: Uint8Array, page: bigint, query: string, context: EthContext): Promise<EthBlockTx[]> {
	const { txs } = await context.source.chain.searchTxs({ query, page, perPage: longestPage, order: 'asc' })
	const found: EthBlockTx[] = []
	for (const height of new Set(txs.map((tx) => tx.height))) {
		const block = await context.blocks.at(height)
		found.push(...(block?.txs ?? []).filter(({ from }) => equalBytes(from, who)))
	}
	return found
}

/** A page of transactions of an address beyond a height, the newest first as Otterscan shows them; 0 begins at the end. */
async function search(
	who: Uint8Array,
	height: bigint,
	size: number,
	order: 'asc' | 'desc',
	context: EthContext,
): Promise<EthJson> {
	const { source, blocks, dialect } = context
	const perPage = Math.min(Math.max(size, 1), longestPage)
	const beyond = height === 0n ? '' : ` AND tx.height${order === 'desc' ? '<' : '>'}${height}`
	const name = checksumAddress(who)
	const kinds = [
		{ query: `message.sender='${name}'`, has: ({ from }: EthBlockTx) => equalBytes(from, who) },
		{
			query: `ethereum_tx.recipient='${name}'`,
			has: ({ tx }: EthBlockTx) => tx.to !== undefined && equalBytes(tx.to, who),
		},
	]
	const lists = await Promise.all(
		kinds.map(({ query }) => source.chain.searchTxs({ query: query + beyond, page: 1n, perPage, order })),
	)
	const heights = [...new Set(lists.flatMap(({ txs }) => txs.map((tx) => tx.height)))]
	heights.sort((a, b) => (order === 'desc' ? b - a : a - b))
	const found: { readonly block: EthBlock; readonly tx: EthBlockTx }[] = []
	/** Places of the transactions of each list that are on the page, or gone with their block. */
	const told = lists.map(() => new Set<string>())
	for (const at of heights) {
		// A page ends with a block: what is beyond it is on the next one.
		if (found.length >= perPage) break
		const block = await blocks.at(at)
		const txs = block?.txs ?? []
		for (const [list, { has }] of kinds.entries()) {
			const indexed = lists[list]!.txs.filter((tx) => tx.height === at).map(({ index }) => index)
			const own = txs.filter(has).map(({ place }) => place.tx)
			for (const index of [...indexed, ...own]) told[list]!.add(`${at}/${index}`)
		}
		if (block !== undefined) {
			found.push(...txs.filter((tx) => kinds.some(({ has }) => has(tx))).map((tx) => ({ block, tx })))
		}
	}
	const more = lists.some(({ total }, list) => total > told[list]!.size)
	found.sort((a, b) => b.block.height - a.block.height || b.tx.index - a.tx.index)
	return {
		txs: found.map(({ block, tx }) => blockTxJson(tx, block, true)),
		receipts: found.map(({ block, tx }) => ({
			...members(receiptJson(tx, block, dialect)),
			timestamp: Number(block.timestamp),
		})),
		firstPage: order === 'desc' ? height === 0n : !more,
		lastPage: order === 'desc' ? !more : height === 0n,
	}
}
