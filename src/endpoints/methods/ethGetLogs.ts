import { RpcFault, rpcCodes } from '../jsonrpc/RpcFault.ts'
import { blockNumberOf, hashArgument, invalidArgument } from './arguments.ts'
import type { EthMethod, MethodContext } from './EthMethod.ts'
import { blockOf, checkWindow, lowestHeight } from './window.ts'

/** Most blocks one query may span, as on ethermint nodes. */
const maxDistance = 10_000

/** `eth_getLogs`: no log, since the chain runs no contracts; the filter is checked all the same. */
export const ethGetLogs: EthMethod = {
	name: 'eth_getLogs',
	params: { min: 1, max: 1 },
	run: async (params, context) => {
		const filter = params[0]
		if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
			throw invalidArgument(0, 'filter object expected')
		}
		const { blockHash, fromBlock, toBlock, address, topics } = filter as Readonly<Record<string, unknown>>
		checkAddresses(address)
		checkTopics(topics)
		if (blockHash !== undefined && blockHash !== null) {
			if (fromBlock !== undefined || toBlock !== undefined) {
				throw invalidArgument(0, 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
			}
			const block = await blockOf({ kind: 'hash', hash: hashArgument([blockHash], 0) }, context)
			if (block === undefined) throw new RpcFault(rpcCodes.invalidInput, 'unknown block')
			return []
		}
		await checkRange(fromBlock, toBlock, context)
		return []
	},
}

async function checkRange(fromBlock: unknown, toBlock: unknown, context: MethodContext): Promise<void> {
	const head = await context.chain.head()
	const height = (value: unknown): bigint => {
		const block = value === undefined || value === null ? ({ kind: 'newest' } as const) : blockNumberOf(value, 0)
		if (block.kind === 'height') return block.height
		return BigInt(block.kind === 'earliest' ? lowestHeight(head, context.window) : head.height)
	}
	const [from, to] = [height(fromBlock), height(toBlock)]
	if (from > to) throw new RpcFault(rpcCodes.invalidParams, 'invalid block range params')
	if (to > BigInt(head.height)) {
		throw new RpcFault(rpcCodes.invalidParams, 'block range extends beyond current head block')
	}
	if (to - from > BigInt(maxDistance)) {
		throw new RpcFault(rpcCodes.limitExceeded, `maximum [from, to] blocks distance: ${maxDistance}`)
	}
	if (from > 0n && from <= BigInt(head.height)) checkWindow(Number(from), head, context.window)
}

function checkAddresses(address: unknown): void {
	if (address === undefined || address === null) return
	for (const one of Array.isArray(address) ? address : [address]) {
		if (typeof one !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(one)) throw invalidArgument(0, 'invalid address')
	}
}

function checkTopics(topics: unknown): void {
	if (topics === undefined || topics === null) return
	if (!Array.isArray(topics) || topics.length > 4) throw invalidArgument(0, 'at most 4 topics expected')
	for (const one of topics.flat()) {
		if (one !== null && (typeof one !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(one))) {
			throw invalidArgument(0, 'invalid topic')
		}
	}
}
