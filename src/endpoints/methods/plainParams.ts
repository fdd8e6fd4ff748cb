import { type BlockRef, readBlockNumber, readBlockNumberOrHash } from '../../api/eth/args/blockRef.ts'
import { word } from '../../api/eth/args/valueParams.ts'
import { EthFault } from '../../api/eth/rpc/EthFault.ts'
import type { BlockParam, HeightWindow } from '../../api/eth/rpc/EthMethod.ts'
import { defineMethod } from '../../api/eth/rpc/EthMethod.ts'
import { toHex } from '../../util/bytes.ts'
import type { ChainBlock, ChainView } from '../chain/ChainView.ts'

/** What the methods of a chain without an EVM have in common. */
export interface PlainContext {
	readonly chain: ChainView
	/** EIP-155 number; undefined derives it from the chain id. */
	readonly evmChainId: bigint | undefined
}

/** Defines a method of a chain without an EVM. */
export const definePlainMethod = defineMethod<PlainContext>()

/** The state after a block; undefined is the newest. */
export interface StateAt {
	readonly height: number | undefined
}

/** The block whose state a method reads, by tag, height, hash or the object of EIP-1898; the newest if left out. */
export const stateBlock: BlockParam<StateAt, PlainContext, BlockRef | undefined> = {
	optional: true,
	read: (node) => (node.kind === 'null' ? undefined : readBlockNumberOrHash(node)),
	find: findState,
}

/** The same by tag or height only. */
export const stateNumber: BlockParam<StateAt, PlainContext, BlockRef> = {
	optional: false,
	read: readBlockNumber,
	find: findState,
}

/** A block of the chain; undefined where it has none. */
export interface BlockAt {
	readonly height: number | undefined
	/** Reads it. */
	block(): Promise<ChainBlock | undefined>
}

/** A block by tag or height. */
export const blockNumber: BlockParam<BlockAt, PlainContext, BlockRef> = {
	optional: false,
	read: readBlockNumber,
	find: async (ref, context, window) => {
		const height = await heightOf(ref, context, window)
		return { height, block: async () => (height === undefined ? undefined : context.chain.block(height)) }
	},
}

/** A block by its hash. */
export const blockHash: BlockParam<BlockAt, PlainContext, Uint8Array> = {
	optional: false,
	read: word.read,
	find: async (hash, { chain }) => {
		const found = await chain.blockByHash(toHex(hash))
		return { height: found && Number(found.block.header.height), block: async () => found }
	},
}

/** The height a tag or height names, had or not. `finalized` and `safe` are the newest: blocks here are final. */
export async function namedHeight(
	ref: Exclude<BlockRef, { readonly hash: Uint8Array }>,
	{ chain }: PlainContext,
	window: HeightWindow | undefined,
): Promise<bigint> {
	if ('height' in ref) return ref.height
	const { earliest, height } = await chain.head()
	return BigInt(ref.tag === 'earliest' ? ((await window?.range())?.from ?? earliest) : height)
}

async function findState(
	ref: BlockRef | undefined,
	context: PlainContext,
	window: HeightWindow | undefined,
): Promise<StateAt> {
	if (ref === undefined || ('tag' in ref && ref.tag !== 'earliest')) return { height: undefined }
	const height = await heightOf(ref, context, window)
	if (height === undefined) throw new EthFault('header not found')
	return { height }
}

/** Undefined where the chain has no such block. */
async function heightOf(
	ref: BlockRef,
	context: PlainContext,
	window: HeightWindow | undefined,
): Promise<number | undefined> {
	if ('hash' in ref) {
		const block = await context.chain.blockByHash(toHex(ref.hash))
		return block && Number(block.block.header.height)
	}
	const height = await namedHeight(ref, context, window)
	// There is no block 0 on this chain: its first block carries the genesis state.
	return height < 1n || height > BigInt((await context.chain.head()).height) ? undefined : Number(height)
}
