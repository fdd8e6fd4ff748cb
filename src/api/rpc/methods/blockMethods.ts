import { noBlockId } from '../../../chain/noBlock.ts'
import type { EngineReader } from '../../../engine/EngineReader.ts'
import type { BlockMeta, BlockReply } from '../../../wire/blocks.ts'
import { blockIdJson, blockJson, blockMetaJson, commitJson, headerJson } from '../json/blockJson.ts'
import { eventsJson, paramUpdatesJson, txResultJson, validatorUpdatesJson } from '../json/resultJson.ts'
import { RpcFault } from '../RpcFault.ts'
import { defineMethod } from '../RpcMethod.ts'
import { pageNumber, pageSize, requestedHeight } from './heights.ts'

/** Methods about blocks (tendermint v0.34.15 rpc/core/blocks.go). */
export const blockMethods = {
	block: defineMethod('block', [['height', 'int64?']], ({ height }, { engine }) =>
		blockAt(engine, requestedHeight(engine, height, engine.height)),
	),
	block_by_hash: defineMethod('block_by_hash', [['hash', 'bytes']], ({ hash }, { engine }) => {
		const height = engine.heightByHash(hash)
		return height === undefined ? { block_id: blockIdJson(noBlockId), block: null } : blockAt(engine, height)
	}),
	block_results: defineMethod('block_results', [['height', 'int64?']], ({ height }, { engine }) => {
		const results = engine.blockResults(requestedHeight(engine, height, engine.height))
		if (results === undefined) throw new RpcFault(`could not find results for height #${engine.height}`)
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
	commit: defineMethod('commit', [['height', 'int64?']], ({ height }, { engine }) => {
		const at = requestedHeight(engine, height, engine.height)
		const header = engine.header(at)
		const found = engine.commit(at)
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
		({ minHeight, maxHeight }, { engine }) => {
			const [min, max] = metaRange(engine, minHeight, maxHeight)
			const metas: (BlockMeta | null)[] = []
			for (let height = max; height >= min; height--) {
				const meta = engine.blockMeta(height)
				metas.push(meta === undefined ? null : blockMetaJson(meta))
			}
			return { last_height: String(engine.height), block_metas: metas }
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
		async ({ query, page, per_page, order_by }, { engine }) => {
			const order = blockOrder(order_by)
			const { heights, total } = await engine.searchBlocks({
				query,
				page: pageNumber(page),
				perPage: pageSize(per_page),
				order,
			})
			return { blocks: heights.map((height) => blockAt(engine, height)), total_count: String(total) }
		},
	),
}

function blockAt(engine: EngineReader, height: number): BlockReply {
	const meta = engine.blockMeta(height)
	const block = engine.block(height)
	return {
		block_id: blockIdJson(meta?.blockId ?? noBlockId),
		block: block === undefined ? null : blockJson(block),
	}
}

function blockOrder(text: string): 'asc' | 'desc' {
	if (text === '' || text === 'desc') return 'desc'
	if (text === 'asc') return 'asc'
	throw new RpcFault('expected order_by to be either `asc` or `desc` or empty')
}

/** At most twenty heights, the newest of the range (rpc/core/blocks.go filterMinMax). */
function metaRange(engine: EngineReader, askedMin: bigint, askedMax: bigint): readonly [number, number] {
	if (askedMin < 0n || askedMax < 0n) throw new RpcFault('heights must be non-negative')
	const max = Math.min(engine.height, askedMax === 0n ? engine.height : Number(askedMax))
	const min = Math.max(engine.earliestHeight, askedMin === 0n ? 1 : Number(askedMin), max - 19)
	if (min > max) throw new RpcFault(`min height ${min} can't be greater than max height ${max}`)
	return [min, max]
}

function nullIfEmpty<T>(list: readonly T[]): readonly T[] | null {
	return list.length === 0 ? null : list
}
