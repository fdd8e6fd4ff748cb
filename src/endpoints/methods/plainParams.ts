import { EthFault } from '../../api/eth/rpc/EthFault.ts'
import type { BlockParam, HeightWindow, ValueParam } from '../../api/eth/rpc/EthMethod.ts'
import { defineMethod } from '../../api/eth/rpc/EthMethod.ts'
import type { JsonNode } from '../../codec/goJson/parseJson.ts'
import { plainError } from '../../errors/plainError.ts'
import { fromHex } from '../../util/bytes.ts'
import type { ChainBlock, ChainView } from '../chain/ChainView.ts'

/** What the methods of a chain without an EVM have in common. */
export interface PlainContext {
	readonly chain: ChainView
	/** EIP-155 number; undefined derives it from the chain id. */
	readonly evmChainId: bigint | undefined
}

/** Defines a method of a chain without an EVM. */
export const definePlainMethod = defineMethod<PlainContext>()

/** Length of a hash as 0x text. */
const hashText = 66
const maxHeight = 2n ** 63n - 1n

/** A block by tag, height or hash; `hash` is 64 lower-case hex characters. */
type BlockRef =
	| { readonly kind: 'newest' }
	| { readonly kind: 'earliest' }
	| { readonly kind: 'height'; readonly height: bigint }
	| { readonly kind: 'hash'; readonly hash: string }

/** A 20-byte account address as 0x text. */
export const address = required((node) => fixedBytes(node, 20, 'address'))

/** A 32-byte hash of a transaction, of which this chain has none. */
export const txHash = required((node) => fixedBytes(node, 32, 'hash'))

/** True or false. */
export const flag = required((node) => {
	if (node.kind !== 'bool') throw plainError('boolean expected')
	return node.value
})

/** Bytes as 0x text of any length. */
export const bytes = required((node) => {
	if (node.kind !== 'string') throw plainError('hex string expected')
	return hexBytesOf(node.value, node.value.length % 2 === 0 ? 'invalid hex string' : 'hex string of odd length')
})

/** The state after a block; undefined is the newest. */
export interface StateAt {
	readonly height: number | undefined
}

/** The block whose state a method reads, by tag, height, hash or the object of EIP-1898; the newest if left out. */
export const stateBlock: BlockParam<StateAt, PlainContext, BlockRef> = {
	optional: true,
	read: readBlock,
	find: findState,
}

/** The same by tag or height only. */
export const stateNumber: BlockParam<StateAt, PlainContext, BlockRef> = {
	optional: false,
	nullIsMissing: true,
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
	nullIsMissing: true,
	read: readBlockNumber,
	find: async (ref, context, window) => {
		const height = await heightOf(ref, context, window)
		return { height, block: async () => (height === undefined ? undefined : context.chain.block(height)) }
	},
}

/** A block by its hash. */
export const blockHash: BlockParam<BlockAt, PlainContext, string> = {
	optional: false,
	nullIsMissing: true,
	read: hashOf,
	find: async (hash, { chain }) => {
		const found = await chain.blockByHash(hash)
		return { height: found && Number(found.block.header.height), block: async () => found }
	},
}

/**
 * A quantity such as `0x1a`.
 *
 * @throws plain errors with go-ethereum's texts.
 */
export function quantityOf(node: JsonNode): bigint {
	if (node.kind !== 'string') throw plainError('hex number expected')
	const { value } = node
	if (!/^0x/i.test(value)) throw plainError('hex string without 0x prefix')
	if (value.length === 2) throw plainError('hex string "0x"')
	if (!/^0x[0-9a-fA-F]+$/i.test(value)) throw plainError('invalid hex string')
	if (/^0x0./i.test(value)) throw plainError('hex number with leading zero digits')
	return BigInt(value)
}

/** A tag or height. `finalized` and `safe` are the newest block: a block here is final at once. */
export function readBlockNumber(node: JsonNode): BlockRef {
	switch (node.kind === 'string' ? node.value : undefined) {
		case 'latest':
		case 'pending':
		case 'safe':
		case 'finalized':
			return { kind: 'newest' }
		case 'earliest':
			return { kind: 'earliest' }
		default: {
			const height = quantityOf(node)
			if (height > maxHeight) throw plainError('block number larger than int64')
			return { kind: 'height', height }
		}
	}
}

/** The height that a tag or height names, whether or not the chain has it. */
export async function namedHeight(
	ref: BlockRef,
	{ chain }: PlainContext,
	window: HeightWindow | undefined,
): Promise<bigint> {
	if (ref.kind === 'height') return ref.height
	const { earliest, height } = await chain.head()
	return BigInt(ref.kind === 'earliest' ? ((await window?.range())?.from ?? earliest) : height)
}

/** 32 bytes as 64 lower-case hex characters. */
export function hashOf(node: JsonNode): string {
	return Buffer.from(fixedBytes(node, 32, 'hash')).toString('hex')
}

/** A parameter that must be there. */
export function required<Value>(read: (node: JsonNode) => Value): ValueParam<Value> {
	return { optional: false, nullIsMissing: true, read }
}

function readBlock(node: JsonNode): BlockRef {
	if (node.kind === 'null') return { kind: 'newest' }
	if (node.kind === 'string' && node.value.length === hashText) return { kind: 'hash', hash: hashOf(node) }
	if (node.kind !== 'object') return readBlockNumber(node)
	const hash = node.members.get('blockHash')
	const number = node.members.get('blockNumber')
	if (hash !== undefined && number !== undefined) {
		throw plainError('cannot specify both BlockHash and BlockNumber, choose one or the other')
	}
	if (number !== undefined) return readBlockNumber(number)
	return { kind: 'hash', hash: hashOf(hash ?? { kind: 'null', raw: 'null' }) }
}

async function findState(
	ref: BlockRef | undefined,
	context: PlainContext,
	window: HeightWindow | undefined,
): Promise<StateAt> {
	if (ref === undefined || ref.kind === 'newest') return { height: undefined }
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
	if (ref.kind === 'hash') {
		const block = await context.chain.blockByHash(ref.hash)
		return block && Number(block.block.header.height)
	}
	const height = await namedHeight(ref, context, window)
	// There is no block 0 on this chain: its first block carries the genesis state.
	return height < 1n || height > BigInt((await context.chain.head()).height) ? undefined : Number(height)
}

function fixedBytes(node: JsonNode, size: number, what: 'address' | 'hash'): Uint8Array {
	if (node.kind !== 'string') throw plainError(`${what} as hex string expected`)
	const found = hexBytesOf(node.value, 'invalid hex string')
	if (found.length === size) return found
	const type = what === 'hash' ? 'Hash' : 'Address'
	throw plainError(`hex string has length ${node.value.length - 2}, want ${size * 2} for common.${type}`)
}

function hexBytesOf(text: string, otherwise: string): Uint8Array {
	if (!/^0x/i.test(text)) throw plainError('hex string without 0x prefix')
	const found = fromHex(text.slice(2))
	if (found === undefined) throw plainError(otherwise)
	return found
}
