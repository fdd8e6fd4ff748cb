import { EthFault, ethCodes } from '../../api/eth/rpc/EthFault.ts'
import type { BlockParam, HasHeight, HeightWindow } from '../../api/eth/rpc/EthMethod.ts'
import type { JsonNode } from '../../codec/goJson/parseJson.ts'
import { plainError } from '../../errors/plainError.ts'
import { definePlainMethod, hashOf, namedHeight, type PlainContext, readBlockNumber } from './plainParams.ts'

/** Most blocks one query may span, as on ethermint nodes. */
const maxDistance = 10_000

/** One block by its hash, or a range of them. */
type Blocks =
	| { readonly hash: string }
	| { readonly from: ReturnType<typeof readBlockNumber>; readonly to: ReturnType<typeof readBlockNumber> }

const newest = { kind: 'newest' } as const

/** A log filter, of which only the blocks count. */
const logFilter: BlockParam<HasHeight, PlainContext, Blocks> = {
	optional: false,
	nullIsMissing: true,
	read: (node) => {
		if (node.kind !== 'object') throw plainError('filter object expected')
		const member = (name: string): JsonNode | undefined => {
			const value = node.members.get(name)
			return value?.kind === 'null' ? undefined : value
		}
		checkAddresses(member('address'))
		checkTopics(member('topics'))
		const [hash, from, to] = [member('blockHash'), node.members.get('fromBlock'), node.members.get('toBlock')]
		if (hash === undefined) {
			const height = (value: JsonNode | undefined) =>
				value === undefined || value.kind === 'null' ? newest : readBlockNumber(value)
			return { from: height(from), to: height(to) }
		}
		if (from === undefined && to === undefined) return { hash: hashOf(hash) }
		throw plainError('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
	},
	find: async (blocks, context, window) => {
		if (!('hash' in blocks)) return { height: await firstHeight(blocks, context, window) }
		const block = await context.chain.blockByHash(blocks.hash)
		if (block === undefined) throw new EthFault('unknown block')
		return { height: Number(block.block.header.height) }
	},
}

/** Logs, of which a chain without contracts has none; the filter is checked all the same. */
export const logMethods = [
	definePlainMethod({ name: 'eth_getLogs', params: [logFilter], cost: 'read', endpoint: 'serve', run: () => [] }),
]

/** Undefined where the chain has no such block. */
async function firstHeight(
	range: Exclude<Blocks, { readonly hash: string }>,
	context: PlainContext,
	window: HeightWindow | undefined,
): Promise<number | undefined> {
	const head = BigInt((await context.chain.head()).height)
	const [from, to] = [await namedHeight(range.from, context, window), await namedHeight(range.to, context, window)]
	if (from > to) throw new EthFault('invalid block range params', ethCodes.invalidParams)
	if (to > head) throw new EthFault('block range extends beyond current head block', ethCodes.invalidParams)
	if (to - from > BigInt(maxDistance)) {
		throw new EthFault(`maximum [from, to] blocks distance: ${maxDistance}`, ethCodes.limitExceeded)
	}
	return from > 0n ? Number(from) : undefined
}

function checkAddresses(node: JsonNode | undefined): void {
	if (node === undefined) return
	for (const one of node.kind === 'array' ? node.items : [node]) {
		if (one.kind !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(one.value)) throw plainError('invalid address')
	}
}

function checkTopics(node: JsonNode | undefined): void {
	if (node === undefined) return
	if (node.kind !== 'array' || node.items.length > 4) throw plainError('at most 4 topics expected')
	for (const one of node.items.flatMap((item) => (item.kind === 'array' ? item.items : [item]))) {
		if (one.kind === 'null') continue
		if (one.kind !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(one.value)) throw plainError('invalid topic')
	}
}
