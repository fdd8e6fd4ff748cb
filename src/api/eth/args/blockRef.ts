import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { givenMembers } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { parseHexBytes, parseQuantity } from './valueParams.ts'

/** A block tag. `safe` and `finalized` are the latest block, because blocks of this chain are final. */
export type BlockTag = 'latest' | 'pending' | 'earliest' | 'safe' | 'finalized'

/** A block by tag, height or hash. */
export type BlockRef =
	| { readonly tag: BlockTag }
	| { readonly height: bigint }
	| { readonly hash: Uint8Array; readonly requireCanonical?: boolean }

/** A block by tag or height. */
export type NumberRef = Exclude<BlockRef, { readonly hash: Uint8Array }>

const tags: readonly string[] = ['latest', 'pending', 'earliest', 'safe', 'finalized']
const maxHeight = 2n ** 63n - 1n

/** A block by tag or height, parsed like geth (go-ethereum v1.16 rpc/types.go BlockNumber). */
export function readBlockNumber(node: JsonNode): NumberRef {
	return numberRef(textOf(node))
}

/** A block by tag, height or hash, also as the object of EIP-1898. */
export function readBlockNumberOrHash(node: JsonNode): BlockRef {
	if (node.kind === 'object') return refOfMembers(node.members)
	const text = textOf(node)
	// 32 bytes can only be a hash.
	return text.length === 66 && !tags.includes(text) ? { hash: hashOf(text) } : numberRef(text)
}

function refOfMembers(members: ReadonlyMap<string, JsonNode>): BlockRef {
	const given = givenMembers(members)
	const [number, hash] = [given('blockNumber'), given('blockHash')]
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

/** The text of a JSON string, or the source text of another value, as geth reads it. */
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
