import { addressToText } from '../../../codec/address/address.ts'
import { generation8AddressFromText } from '../../../codec/address/generation8Address.ts'
import type { AminoJsonInput } from '../../../codec/amino/AminoJsonInput.ts'
import { decodeStdTx } from '../../../codec/amino/decodeAminoJson.ts'
import type { StdTx } from '../../../codec/amino/stdTx.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { bytesValue, objectMembers } from '../../../codec/goJson/unmarshal.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { PanicError } from '../../../errors/PanicError.ts'
import { plainError } from '../../../errors/plainError.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'

/**
 * Reads a StdTx as generation 8 did: addresses are read with the rest of the JSON, there is no timeout height, and keys
 * are arrays of fixed length. Throws plain errors with the texts of go-amino v0.15.1 and cosmos-sdk v0.39.2.
 */
export function readStdTx8(node: JsonNode, options: AminoJsonInput, prefix: string): StdTx {
	const readAddress = (text: string): string => addressToText(generation8AddressFromText(text, prefix), prefix)
	const input: AminoJsonInput = { ...options, generation: 8, readAddress }
	const tx = withoutMember(node, 'timeout_height')
	try {
		return decodeStdTx(tx, input)
	} catch (error) {
		if (error instanceof PanicError) throw new PanicError(error.message.replace(newerPackages, 'types.'))
		if (!sdkErrors.invalidPubKey.is(error)) throw error
		const length = wrongKeyLength(node)
		if (length === undefined) throw error
		throw plainError(`decodeReflectJSONArray: byte-length mismatch, got ${length.got} want ${length.want}`)
	}
}

/** Packages whose types were in packages called `types` then. */
const newerPackages = /\b(?:legacytx|proposal)\./

function withoutMember(node: JsonNode, name: string): JsonNode {
	if (node.kind !== 'object' || !node.members.has(name)) return node
	return { ...node, members: new Map([...node.members].filter(([key]) => key !== name)) }
}

/** The first key of another length than its type has, anywhere in the transaction. */
function wrongKeyLength(node: JsonNode): { readonly got: number; readonly want: number } | undefined {
	if (node.kind === 'array') return firstOf(node.items)
	if (node.kind !== 'object') return undefined
	const type = node.members.get('type')
	const value = node.members.get('value')
	if (type?.kind === 'string' && (value?.kind === 'string' || value?.kind === 'array')) {
		const want = type.value.endsWith('/PubKeySecp256k1') ? 33 : type.value.endsWith('/PubKeyEd25519') ? 32 : undefined
		const got = byteLength(value)
		if (want !== undefined && got !== undefined && got !== want) return { got, want }
	}
	return firstOf([...objectMembers(node).values()])
}

function firstOf(nodes: readonly JsonNode[]) {
	for (const node of nodes) {
		const found = wrongKeyLength(node)
		if (found !== undefined) return found
	}
	return undefined
}

function byteLength(node: JsonNode): number | undefined {
	try {
		return bytesValue(node)?.length
	} catch (error) {
		if (error instanceof ChainError) return undefined
		throw error
	}
}
