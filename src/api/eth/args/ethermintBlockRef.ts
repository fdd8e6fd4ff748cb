import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { givenMembers } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { type BlockRef, type BlockTag, hashOf, maxHeight, type NumberRef, numberRef } from './blockRef.ts'
import { HexFault, parseQuantity, textOf } from './valueParams.ts'

const tags: readonly BlockTag[] = ['latest', 'pending', 'earliest']
/** Source location that the original adds to the error text. */
const place = '[tharsis/ethermint@v0.14.1/types/validation.go:47]'

/** A block by tag or number as ethermint reads it (v0.14.1 BlockNumber): no hex is decimal, an invalid one is 0. */
export function readLaxNumber(node: JsonNode): NumberRef {
	return numberRef(textOf(node), tags, (text) => (/^0[xX]|^$/.test(text) ? parseQuantity(text, 64) : decimal(text)))
}

/** A block by tag or number as go-ethereum's own API of that time reads it (v1.10.16 rpc/types.go BlockNumber). */
export function readOldNumber(node: JsonNode): NumberRef {
	return numberRef(textOf(node), tags)
}

/** A block by tag, number or hash (ethermint v0.14.1 rpc/ethereum/types BlockNumberOrHash). */
export function readEthermintNumberOrHash(node: JsonNode): BlockRef {
	if (node.kind === 'null') throw neither()
	const members = node.kind === 'object' ? refOfMembers(node) : undefined
	if (members !== undefined) return members
	if (node.kind !== 'string') throw plainError(`json: cannot unmarshal ${node.kind} into Go value of type string`)
	if (node.value.length === 66) return { hash: fixedHash(node.value) }
	return numberRef(node.value, tags, (text) => {
		const height = parseQuantity(text, 64)
		if (height <= maxHeight) return height
		throw plainError(`uint64 value ${height} cannot exceed ${maxHeight}: invalid height ${place}`)
	})
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
		return hashOf(text, 'Hash')
	} catch (fault) {
		if (fault instanceof HexFault) throw plainError(fault.message)
		throw fault
	}
}

/** Parses digits like Go's strconv.ParseUint with base 0: a leading zero means octal, an invalid or larger text is 0. */
function decimal(text: string): bigint {
	// More decimal digits are too large, and would take seconds to be reckoned with.
	const value = /^0[0-7]*$/.test(text) ? BigInt(`0o${text}`) : /^[1-9][0-9]{0,19}$/.test(text) ? BigInt(text) : 0n
	return value < 2n ** 64n ? value : 0n
}
