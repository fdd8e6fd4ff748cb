import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { cannotUnmarshal } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/plainError.ts'
import type { EthParam } from './EthParam.ts'
import { parseHexBytes, parseQuantity } from './hexText.ts'

/** A name of a block. `safe` and `finalized` are the latest one, since a block of this chain never goes back. */
export type BlockTag = 'latest' | 'pending' | 'earliest' | 'safe' | 'finalized'

/** Which block a caller means: a tag, a height or a hash. */
export type BlockRef =
	| { readonly tag: BlockTag }
	| { readonly height: bigint }
	| { readonly hash: Uint8Array; readonly requireCanonical?: boolean }

/** A block by tag or height. */
export type NumberRef = Exclude<BlockRef, { readonly hash: Uint8Array }>

const tags: readonly string[] = ['latest', 'pending', 'earliest', 'safe', 'finalized']
const maxHeight = 2n ** 63n - 1n

/** A block by tag or height, as geth reads it (go-ethereum v1.16 rpc/types.go BlockNumber). */
export const blockNumber: EthParam<NumberRef> = { optional: false, read: (node) => numberRef(textOf(node)) }

/** A block by tag, height or hash, also as the object of EIP-1898. */
export const blockNumberOrHash: EthParam<BlockRef> = {
	optional: false,
	read: (node) => {
		if (node.kind === 'object') return refOfMembers(node.members)
		const text = textOf(node)
		// 32 bytes can only be a hash.
		return text.length === 66 && !tags.includes(text) ? { hash: hashOf(text) } : numberRef(text)
	},
}

/** As `blockNumber`, with the readings of ethermint v0.14.1: a number, decimal text, and nonsense as 0, which is block 1. */
export const ethermintBlockNumber: EthParam<NumberRef> = {
	optional: false,
	read: (node) => {
		const text = node.kind === 'string' ? node.raw.slice(1, -1) : node.raw
		if (isOldTag(text)) return { tag: text }
		try {
			return { height: within(parseQuantity(text, 64), 'block number larger than int64') }
		} catch (fault) {
			if (!(fault instanceof Error) || fault.message !== 'hex string without 0x prefix') throw fault
			return { height: within(castToUint64(text), 'block number larger than int64') }
		}
	},
}

/** As `blockNumberOrHash`, as ethermint v0.14.1 reads it. */
export const ethermintBlockNumberOrHash: EthParam<BlockRef> = {
	optional: false,
	read: (node) => {
		if (node.kind === 'object') {
			try {
				return ethermintMembers(node.members)
			} catch (fault) {
				if (fault instanceof EthermintChoice) throw plainError(fault.message)
				throw cannotUnmarshal(node, 'string')
			}
		}
		if (node.kind === 'null') return neither
		if (node.kind !== 'string') throw cannotUnmarshal(node, 'string')
		const text = node.value
		if (isOldTag(text)) return { tag: text }
		if (text.length === 66) return { hash: parseHexBytes(text) }
		const height = parseQuantity(text, 64)
		return {
			height: within(
				height,
				`uint64 value ${height} cannot exceed ${maxHeight}: invalid height [tharsis/ethermint@v0.14.1/types/validation.go:47]`,
			),
		}
	},
}

/** What an object without members says: the methods refuse it with a text of their own. */
export const neither: BlockRef = { hash: new Uint8Array(0) }

class EthermintChoice extends Error {}

function ethermintMembers(members: ReadonlyMap<string, JsonNode>): BlockRef {
	const number = present(members.get('blockNumber'))
	const hash = present(members.get('blockHash'))
	const numberValue = number === undefined ? undefined : ethermintBlockNumber.read(number)
	const hashValue = hash === undefined ? undefined : hashOf(textOf(hash))
	if (numberValue !== undefined && hashValue !== undefined) {
		throw new EthermintChoice('cannot specify both BlockHash and BlockNumber, choose one or the other')
	}
	if (hashValue !== undefined) return { hash: hashValue }
	return numberValue ?? neither
}

function refOfMembers(members: ReadonlyMap<string, JsonNode>): BlockRef {
	const number = present(members.get('blockNumber'))
	const hash = present(members.get('blockHash'))
	if (number !== undefined && hash !== undefined) {
		throw plainError('cannot specify both BlockHash and BlockNumber, choose one or the other')
	}
	if (hash !== undefined) {
		const canonical = members.get('requireCanonical')
		return { hash: hashOf(textOf(hash)), requireCanonical: canonical?.kind === 'bool' && canonical.value }
	}
	if (number === undefined) throw plainError('invalid arguments; neither block nor hash specified')
	return numberRef(textOf(number))
}

function present(node: JsonNode | undefined): JsonNode | undefined {
	return node?.kind === 'null' ? undefined : node
}

function numberRef(text: string): NumberRef {
	if (isTag(text)) return { tag: text }
	return { height: within(parseQuantity(text, 64), 'block number larger than int64') }
}

function within(height: bigint, message: string): bigint {
	if (height > maxHeight) throw plainError(message)
	return height
}

function isTag(text: string): text is BlockTag {
	return tags.includes(text)
}

function isOldTag(text: string): text is 'latest' | 'pending' | 'earliest' {
	return text === 'latest' || text === 'pending' || text === 'earliest'
}

/** A text or, as geth reads it too, anything else by its spelling. */
function textOf(node: JsonNode): string {
	return node.kind === 'string' ? node.value : node.raw
}

function hashOf(text: string): Uint8Array {
	const bytes = parseHexBytes(text)
	if (bytes.length !== 32) {
		throw plainError(`hex string has length ${bytes.length * 2}, want 64 for common.Hash`)
	}
	return bytes
}

/** As Go's cast.ToUint64: decimal text, octal behind a 0, else 0. */
function castToUint64(text: string): bigint {
	if (/^0[0-7]+$/.test(text)) return BigInt(`0o${text.slice(1)}`)
	return /^[0-9]+$/.test(text) && BigInt(text) < 2n ** 64n ? BigInt(text) : 0n
}

/** The latest block: what a missing parameter means. */
export const latest: NumberRef = { tag: 'latest' }
