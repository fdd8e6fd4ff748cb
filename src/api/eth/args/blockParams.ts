import { integerValue } from '../../../codec/goJson/unmarshal.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { bounds } from '../bounds.ts'
import type { EthContext } from '../EthContext.ts'
import { type LogFilter, readLogFilter } from '../filters/LogFilter.ts'
import type { BlockParam, HasHeight } from '../rpc/EthMethod.ts'
import type { BlockRef, NumberRef } from './blockRef.ts'
import { readFixedBytes } from './valueParams.ts'

/** A block that a caller names. */
export interface NamedBlock<Ref extends BlockRef = BlockRef> {
	readonly ref: Ref
	/** It may be beyond the end of the chain. */
	readonly height: number
}

/** A block that a caller names, and that may not exist. */
export interface SoughtBlock {
	readonly ref: BlockRef
	/** Undefined for the hash of no block. */
	readonly height: number | undefined
}

/** A block that a caller names by its hash. */
export interface HashedBlock {
	/** 32 bytes. */
	readonly hash: Uint8Array
	/** Undefined when no block has the hash. */
	readonly height: number | undefined
}

/** A transaction that a caller names by its hash. */
export interface NamedTx {
	/** 32 bytes. */
	readonly hash: Uint8Array
	/** The transaction and its block; undefined when it is in none. */
	readonly found: { readonly block: EthBlock; readonly tx: EthBlockTx } | undefined
	readonly height: number | undefined
}

/** A block by tag or number. */
export const blockNumber: BlockParam<NamedBlock<NumberRef>, EthContext, NumberRef> = {
	read: (node, { dialect }) => dialect.readNumber(node),
	find: named,
}

/** A block by tag, number or hash; a hash of no block is refused. */
export const block: BlockParam<NamedBlock, EthContext, BlockRef> = {
	read: (node, { dialect }) => dialect.readNumberOrHash(node),
	find: named,
}

/** A block by tag, number or hash. */
export const soughtBlock: BlockParam<SoughtBlock, EthContext, BlockRef> = {
	read: block.read,
	find: async (ref, context) => ({
		ref,
		height: 'hash' in ref ? await context.blocks.heightByHash(ref.hash) : await heightOf(ref, context),
	}),
}

/** A block by the hash of its header. */
export const blockHash: BlockParam<HashedBlock, EthContext, Uint8Array> = {
	read: (node) => readFixedBytes(node, 32, 'common.Hash'),
	find: async (hash, { blocks }) => ({ hash, height: await blocks.heightByHash(hash) }),
}

/** A transaction by its Ethereum hash. */
export const txHash: BlockParam<NamedTx, EthContext, Uint8Array> = {
	read: blockHash.read,
	find: async (hash, { blocks }) => {
		const found = await blocks.byTxHash(hash)
		return { hash, found, height: found?.block.height }
	},
}

/** A height as a JSON number, where 0 is the first block. */
export const plainHeight: BlockParam<{ readonly number: bigint; readonly height: number }, EthContext, bigint> = {
	read: (node) => integerValue(node, 'uint64'),
	find: async (number) => ({ number, height: number === 0n ? 1 : Number(number) }),
}

/** A block by tag, number or hash that may be left out. */
export function blockOr(tag: 'latest' | 'pending'): BlockParam<NamedBlock, EthContext, BlockRef | undefined> {
	return {
		optional: true,
		read: (node, context) => (node.kind === 'null' ? undefined : block.read(node, context)),
		find: (ref, context) => named(ref ?? { tag }, context),
	}
}

async function named<Ref extends BlockRef>(ref: Ref, context: EthContext): Promise<NamedBlock<Ref>> {
	return { ref, height: await heightOf(ref, context) }
}

/** A log filter whose blocks are found: its only one, or the first of its range. */
export const logFilter: BlockParam<HasHeight & { readonly filter: LogFilter }, EthContext, LogFilter> = {
	bounds: [bounds.logAddresses, bounds.logTopics, bounds.logAlternatives],
	read: (node, { dialect }) => readLogFilter(node, dialect),
	find: async (filter, context) => {
		const { blockHash, fromBlock = { tag: 'latest' } } = filter
		const height =
			blockHash === undefined ? await heightOf(fromBlock, context) : await context.blocks.heightByHash(blockHash)
		return { filter, height }
	},
}

/** Whether the block after the newest one is meant. */
export function isPending(ref: BlockRef): boolean {
	return 'tag' in ref && ref.tag === 'pending'
}
