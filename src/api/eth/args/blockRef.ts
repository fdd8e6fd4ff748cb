import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { givenMembers } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { parseHexBytes, parseQuantity, textOf } from './valueParams.ts'

/** A block tag. `safe` and `finalized` are the latest block, because blocks of this chain are final. */
export type BlockTag = 'latest' | 'pending' | 'earliest' | 'safe' | 'finalized'

/** A block by tag, height or hash. */
export type BlockRef = { readonly tag: BlockTag } | { readonly height: bigint } | { readonly hash: Uint8Array }

/** A block by tag or height. */
export type NumberRef = Exclude<BlockRef, { readonly hash: Uint8Array }>

const tags: readonly BlockTag[] = ['latest', 'pending', 'earliest', 'safe', 'finalized']
export const maxHeight = 2n ** 63n - 1n

/** A block by tag or height, parsed like geth (go-ethereum v1.16 rpc/types.go BlockNumber). */
export function readBlockNumber(node: JsonNode): NumberRef {
	return numberRef(textOf(node), tags)
}

/** A block by tag, height or hash, also as the object of EIP-1898. */
export function readBlockNumberOrHash(node: JsonNode): BlockRef {
	if (node.kind === 'object') return refOfMembers(node.members)
	const text = textOf(node)
	// 32 bytes can only be a hash.
	return text.length === 66 ? { hash: hashOf(text) } : numberRef(text, tags)
}

function refOfMembers(members: ReadonlyMap<string, JsonNode>): BlockRef {
	const given = givenMembers(members)
	const [number, hash] = [given('blockNumber'), given('blockHash')]
	if (number !== undefined && hash !== undefined) {
		throw plainError('cannot specify both BlockHash and BlockNumber, choose one or the other')
	}
	if (hash !== undefined) return { hash: hashOf(textOf(hash)) }
	if (number === undefined) throw plainError('invalid arguments; neither block nor hash specified')
	return numberRef(textOf(number), tags)
}

/** A block by one of these tags, or by a height as `parse` reads it. */
export function numberRef(
	text: string,
	known: readonly BlockTag[],
	parse: (text: string) => bigint = (digits) => parseQuantity(digits, 64),
): NumberRef {
	const tag = known.find((name) => name === text)
	if (tag !== undefined) return { tag }
	const height = parse(text)
	if (height > maxHeight) throw plainError('block number larger than int64')
	return { height }
}

/** A block's hash. @param type its name in error texts */
export function hashOf(text: string, type = 'common.Hash'): Uint8Array {
	const bytes = parseHexBytes(text)
	if (bytes.length === 32) return bytes
	throw plainError(`hex string has length ${bytes.length * 2}, want 64 for ${type}`)
}
