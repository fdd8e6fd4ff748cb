import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { givenMembers } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { BlockRef, BlockTag, NumberRef } from './blockRef.ts'
import { HexFault, parseHexBytes, parseQuantity } from './valueParams.ts'

const tags: readonly string[] = ['latest', 'pending', 'earliest'] satisfies BlockTag[]
/** Source location that the original adds to the error text. */
const place = '[tharsis/ethermint@v0.14.1/types/validation.go:47]'
const maxInt64 = 2n ** 63n - 1n

/** A block by tag or number as ethermint reads it (v0.14.1 BlockNumber): no hex is decimal, an invalid one is 0. */
export function readLaxNumber(node: JsonNode): NumberRef {
	const text = node.kind === 'string' ? node.value : node.raw
	if (isTag(text)) return { tag: text }
	return { height: within(/^0[xX]|^$/.test(text) ? parseQuantity(text, 64) : decimal(text)) }
}

/** A block by tag or number as go-ethereum's own API of that time reads it (v1.10.16 rpc/types.go BlockNumber). */
export function readOldNumber(node: JsonNode): NumberRef {
	const text = node.kind === 'string' ? node.value : node.raw
	return isTag(text) ? { tag: text } : { height: within(parseQuantity(text, 64)) }
}

/** A block by tag, number or hash (ethermint v0.14.1 rpc/ethereum/types BlockNumberOrHash). */
export function readEthermintNumberOrHash(node: JsonNode): BlockRef {
	if (node.kind === 'null') throw neither()
	const members = node.kind === 'object' ? refOfMembers(node) : undefined
	if (members !== undefined) return members
	if (node.kind !== 'string') throw plainError(`json: cannot unmarshal ${node.kind} into Go value of type string`)
	if (isTag(node.value)) return { tag: node.value }
	if (node.value.length === 66) return { hash: fixedHash(node.value) }
	const height = parseQuantity(node.value, 64)
	if (height <= maxInt64) return { height }
	throw plainError(`uint64 value ${height} cannot exceed ${maxInt64}: invalid height ${place}`)
}

/** Undefined for unreadable members; the value is then read as a text, which fails. */
function refOfMembers(node: Extract<JsonNode, { kind: 'object' }>): BlockRef | undefined {
	const given = givenMembers(node.members)
	const [number, hash] = [given('blockNumber'), given('blockHash')]
	let ref: BlockRef | undefined
	let id: Uint8Array | undefined
	try {
		ref = number && readLaxNumber(number)
		if (hash !== undefined && hash.kind !== 'string') return undefined
		id = hash && fixedHash(hash.value)
	} catch {
		return undefined
	}
	if (ref !== undefined && id !== undefined) {
		throw plainError('cannot specify both BlockHash and BlockNumber, choose one or the other')
	}
	if (id !== undefined) return { hash: id }
	if (ref === undefined) throw neither()
	return ref
}

function neither(): EthFault {
	return new EthFault('types BlockHash and BlockNumber cannot be both nil')
}

function fixedHash(text: string): Uint8Array {
	try {
		const bytes = parseHexBytes(text)
		if (bytes.length === 32) return bytes
		throw plainError(`hex string has length ${bytes.length * 2}, want 64 for Hash`)
	} catch (fault) {
		if (fault instanceof HexFault) throw plainError(fault.message)
		throw fault
	}
}

/** Parses digits like Go's strconv.ParseUint with base 0: a leading zero means octal, an invalid text is 0. */
function decimal(text: string): bigint {
	if (/^0[0-7]+$/.test(text)) return BigInt(`0o${text.slice(1)}`)
	if (!/^(0|[1-9][0-9]*)$/.test(text)) return 0n
	const value = BigInt(text)
	return value < 2n ** 64n ? value : 0n
}

function within(height: bigint): bigint {
	if (height > maxInt64) throw plainError('block number larger than int64')
	return height
}

function isTag(text: string): text is BlockTag {
	return tags.includes(text)
}
