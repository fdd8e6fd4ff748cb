import type { ChainReader, ChainStatus } from '../../../chain/ChainReader.ts'
import { noBlockId } from '../../../chain/faults.ts'
import { larger } from '../../../util/order.ts'
import type { BlockMeta, BlockReply } from '../../../wire/blocks.ts'
import { blockIdJson, blockJson, blockMetaJson, commitJson, headerJson } from '../json/blockJson.ts'
import { eventsJson, paramUpdatesJson, txResultJson, validatorUpdatesJson } from '../json/resultJson.ts'
import { MethodFault } from '../MethodFault.ts'
import { defineMethod } from '../RpcMethod.ts'
import { requestedHeight, searchPage } from './heights.ts'

/** Methods about blocks (tendermint v0.34.15 rpc/core/blocks.go). */
export const blockMethods = {
	block: defineMethod('block', [['height', 'int64?']], async ({ height }, { chain }) => {
		const status = await chain.status()
		return blockAt(chain, requestedHeight(status, height, status.height))
	}),
	block_by_hash: defineMethod('block_by_hash', [['hash', 'bytes']], async ({ hash }, { chain }) => {
		const height = await chain.heightByHash(hash)
		return height === undefined ? { block_id: blockIdJson(noBlockId), block: null } : blockAt(chain, height)
	}),
	block_results: defineMethod('block_results', [['height', 'int64?']], async ({ height }, { chain }) => {
		const status = await chain.status()
		const results = await chain.blockResults(requestedHeight(status, height, status.height))
		if (results === undefined) throw new MethodFault(`could not find results for height #${status.height}`)
		const { txs, beginBlockEvents, endBlockEvents, validatorUpdates, consensusParamUpdates } = results
		return {
			height: String(results.height),
			txs_results: nullIfEmpty(txs.map((result) => txResultJson(result, 'deliver'))),
			begin_block_events: nullIfEmpty(eventsJson(beginBlockEvents)),
			end_block_events: nullIfEmpty(eventsJson(endBlockEvents)),
			validator_updates: nullIfEmpty(validatorUpdatesJson(validatorUpdates)),
			consensus_param_updates: consensusParamUpdates === undefined ? null : paramUpdatesJson(consensusParamUpdates),
		}
	}),
	commit: defineMethod('commit', [['height', 'int64?']], async ({ height }, { chain }) => {
		const status = await chain.status()
		const at = requestedHeight(status, height, status.height)
		const [header, found] = await Promise.all([chain.header(at), chain.commit(at)])
		if (header === undefined || found === undefined) return null
		return {
			signed_header: { header: headerJson(header), commit: commitJson(found.commit) },
			canonical: found.canonical,
		}
	}),
	blockchain: defineMethod(
		'blockchain',
		[
			['minHeight', 'int64'],
			['maxHeight', 'int64'],
		],
		async ({ minHeight, maxHeight }, { chain }) => {
			const status = await chain.status()
			const [min, max] = metaRange(status, minHeight, maxHeight)
			const metas: (BlockMeta | null)[] = []
			for (let height = max; height >= min; height--) {
				const meta = await chain.blockMeta(height)
				metas.push(meta === undefined ? null : blockMetaJson(meta))
			}
			return { last_height: String(status.height), block_metas: metas }
		},
	),
	block_search: defineMethod(
		'block_search',
		[
			['query', 'string'],
			['page', 'int?'],
			['per_page', 'int?'],
			['order_by', 'string'],
		],
		async ({ query, ...asked }, { chain }) => {
			const { heights, total } = await searchPage(asked, 'desc', (page) => chain.searchBlocks({ query, ...page }))
			const blocks: BlockReply[] = []
			for (const height of heights) blocks.push(await blockAt(chain, height))
			return { blocks, total_count: String(total) }
		},
	),
}

async function blockAt(chain: ChainReader, height: number): Promise<BlockReply> {
	const [meta, block] = await Promise.all([chain.blockMeta(height), chain.block(height)])
	return {
		block_id: blockIdJson(meta?.blockId ?? noBlockId),
		block: block === undefined ? null : blockJson(block),
	}
}

/** At most twenty heights, the newest of the range (rpc/core/blocks.go filterMinMax). */
function metaRange(status: ChainStatus, askedMin: bigint, askedMax: bigint): readonly [number, number] {
	if (askedMin < 0n || askedMax < 0n) throw new MethodFault('heights must be non-negative')
	const latest = BigInt(status.height)
	const max = askedMax === 0n || askedMax > latest ? latest : askedMax
	const lowest = [BigInt(status.earliestHeight), askedMin, max - 19n].reduce(larger, 1n)
	if (lowest > max) throw new MethodFault(`min height ${lowest} can't be greater than max height ${max}`)
	return [Number(lowest), Number(max)]
}

function nullIfEmpty<T>(list: readonly T[]): readonly T[] | null {
	return list.length === 0 ? null : list
}
