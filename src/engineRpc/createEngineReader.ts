import type { ChainReader, SearchRequest } from '../chain/ChainReader.ts'
import { QueryError } from '../chain/faults.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { parseGenesis } from '../chain/parseGenesis.ts'
import { only } from '../errors/attempt.ts'
import { toBase64 } from '../util/bytes.ts'
import type { Validator } from '../wire/node.ts'
import {
	decodeBlock,
	decodeBlockMeta,
	decodeBlockResults,
	decodeCommit,
	decodeConsensusParams,
	decodeTxRecord,
	decodeValidator,
} from './decodeReplies.ts'
import { type EngineClient, EngineFault } from './EngineClient.ts'
import { readGenesis } from './readGenesis.ts'
import { subscribeToEngine } from './subscribeToEngine.ts'

/** Entries of the longest page an engine gives. */
const longestPage = 100

/**
 * Reads the chain that a real engine of the 0.34 line runs, over its RPC. What the engine says it does not have is
 * `undefined`; an engine that does not answer rejects with UserError.
 */
export function createEngineReader(client: EngineClient): ChainReader {
	let document: GenesisDocument | undefined
	const reader: ChainReader = {
		async status() {
			const { node_info, sync_info, validator_info } = await client.call('status')
			return {
				chainId: node_info.network,
				height: Number(sync_info.latest_block_height),
				earliestHeight: Number(sync_info.earliest_block_height),
				validator: decodeValidator({ ...validator_info, proposer_priority: '0' }),
				catchingUp: sync_info.catching_up,
			}
		},
		async genesis() {
			// It never changes while an engine runs.
			document ??= parseGenesis(await readGenesis(client))
			return document
		},
		header: async (height) => (await reader.blockMeta(height))?.header,
		async blockMeta(height) {
			if (height < 1) return undefined
			const at = String(height)
			const reply = await ifThere(client.call('blockchain', { minHeight: at, maxHeight: at }))
			const meta = reply?.block_metas.find((found) => found?.header.height === at)
			return meta ? decodeBlockMeta(meta) : undefined
		},
		async block(height) {
			const reply = await ifThere(client.call('block', { height: String(height) }))
			return reply?.block ? decodeBlock(reply.block) : undefined
		},
		async heightByHash(hash) {
			const reply = await ifThere(client.call('block_by_hash', { hash: toBase64(hash) }))
			return reply?.block ? Number(reply.block.header.height) : undefined
		},
		async commit(height) {
			const reply = await ifThere(client.call('commit', { height: String(height) }))
			return reply ? { commit: decodeCommit(reply.signed_header.commit), canonical: reply.canonical } : undefined
		},
		async blockResults(height) {
			const reply = await ifThere(client.call('block_results', { height: String(height) }))
			return reply && decodeBlockResults(reply)
		},
		async gasUsed(height) {
			const results = await this.blockResults(height)
			return results?.txs.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
		},
		async validators(height) {
			const all: Validator[] = []
			for (let page = 1; ; page++) {
				const asked = { height: String(height), page: String(page), per_page: String(longestPage) }
				const reply = await ifThere(client.call('validators', asked))
				if (reply === undefined) return undefined
				all.push(...reply.validators)
				if (reply.validators.length === 0 || all.length >= Number(reply.total)) return all.map(decodeValidator)
			}
		},
		async consensusParams(height) {
			const reply = await ifThere(client.call('consensus_params', { height: String(height) }))
			return reply && decodeConsensusParams(reply.consensus_params)
		},
		async tx(hash) {
			const reply = await ifThere(client.call('tx', { hash: toBase64(hash) }))
			return reply && decodeTxRecord(reply)
		},
		async searchTxs(request) {
			const { txs, total_count } = await search(client.call('tx_search', searchParams(request)))
			return { txs: (txs ?? []).map(decodeTxRecord), total: Number(total_count) }
		},
		async searchBlocks(request) {
			const { blocks, total_count } = await search(client.call('block_search', searchParams(request)))
			const heights = (blocks ?? []).map(({ block }) => Number(block?.header.height))
			return { heights, total: Number(total_count) }
		},
		subscribe: (query, listener) => subscribeToEngine(client.url, query, listener),
	}
	return reader
}

function searchParams({ query, page, perPage, order }: SearchRequest) {
	return { query, page: String(page), per_page: String(perPage), order_by: order }
}

/** Texts with which an engine says that it has no such thing (tendermint v0.34 rpc/core). */
const nothingThere = [
	/^height \S+ must be less than or equal to/,
	/^height \S+ is not available/,
	/^height must be greater than 0/,
	/^min height \d+ can't be greater than max height/,
	/^could not find /,
	/^tx \(\w+\) not found/,
	/not found$/,
]

function isNothing(fault: unknown): fault is EngineFault {
	return fault instanceof EngineFault && nothingThere.some((text) => text.test(fault.reason))
}

function ifThere<T>(reply: Promise<T>): Promise<T | undefined> {
	return reply.catch(only(isNothing, () => undefined))
}

function search<T>(reply: Promise<T>): Promise<T> {
	return reply.catch(
		only(EngineFault, ({ reason, message }) => {
			throw new QueryError(reason || message)
		}),
	)
}
