import { type JsonNode, parseJson, parseJsonStream } from '../../codec/goJson/parseJson.ts'
import { cannotUnmarshal, stringValue } from '../../codec/goJson/unmarshal.ts'
import { RawJson } from '../../codec/goJson/writeJson.ts'
import { byKey } from '../../util/order.ts'
import type { RpcJson } from './json/RpcJson.ts'
import { MethodFault } from './MethodFault.ts'
import type { RpcOutcome } from './RpcHandler.ts'

/** A request id: a text or a whole number, written out where JavaScript's numbers do not reach. */
export type RpcId = string | number | RawJson

/** A request that expects a reply. */
export interface RpcRequest {
	readonly id: RpcId
	readonly method: string
	/** Absent when the request has no `params` at all. */
	readonly params: JsonNode | undefined
}

/** Most requests of a batch. Tendermint has no limit; the number is go-ethereum's. */
const maxBatch = 1000

/** Refuses a batch as a whole. */
export class BatchTooLarge extends MethodFault {
	constructor() {
		super(`a batch has at most ${maxBatch} requests`)
	}
}

/** Most JSON values of a body: a batch of a thousand calls has thousands; a million would block all other clients. */
const maxValues = 10_000

/**
 * The requests of an HTTP body, one or an array, without notifications, which have no id (tendermint v0.34.15
 * rpc/jsonrpc/types RPCRequest). Throws Go's texts for other bodies.
 */
export function parseBody(body: Uint8Array): readonly RpcRequest[] {
	const least = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
	// Nearly all bodies are too short for so many.
	if (body.length > maxBatch && callsIn(least) > maxBatch) throw new BatchTooLarge()
	const node = parseJson(body, { maxValues })
	if (node.kind === 'null') return []
	if (node.kind !== 'array') return [parseRequest(node)].filter((request) => request !== undefined)
	try {
		const requests = node.items.map(parseRequest).filter((request) => request !== undefined)
		if (requests.length > maxBatch) throw new BatchTooLarge()
		return requests
	} catch (fault) {
		if (fault instanceof BatchTooLarge) throw fault
		// An array that is no list of requests is then read as one request, and refused as such.
		throw cannotUnmarshal(node, goStruct)
	}
}

/** Estimates the number of calls in a text unparsed: a backslash precedes quotes inside texts, so names count. */
function callsIn(body: Buffer): number {
	const name = '"method"'
	let count = 0
	for (let at = body.indexOf(name); at !== -1; at = body.indexOf(name, at + name.length)) count++
	return count
}

/** The request of a websocket message; undefined for a notification. Throws with Go's texts. */
export function parseMessage(text: string): RpcRequest | undefined {
	return parseRequest(parseJsonStream(text, { maxValues }))
}

/** One request; undefined for a notification. Throws with Go's texts. */
function parseRequest(node: JsonNode): RpcRequest | undefined {
	if (node.kind === 'null') return undefined
	if (node.kind !== 'object') throw cannotUnmarshal(node, goStruct)
	const members = byLowerCase(node.members)
	text(members.get('jsonrpc'), 'jsonrpc')
	const method = text(members.get('method'), 'method')
	const id = members.get('id')
	if (id === undefined || id.kind === 'null') return undefined
	return { id: idOf(id), method, params: members.get('params') }
}

/** The reply to a request; without an id when it could not be read. */
export function envelope(id: RpcId | undefined, outcome: RpcOutcome): RpcJson {
	if ('result' in outcome) return { jsonrpc: '2.0', id, result: outcome.result }
	const { code, message, data } = outcome.error
	return { jsonrpc: '2.0', id, error: { code, message, data: data || undefined } }
}

const goStruct =
	'struct { JSONRPC string "json:\\"jsonrpc\\""; ID interface {} "json:\\"id,omitempty\\""; Method string "json:\\"method\\""; Params json.RawMessage "json:\\"params\\"" }'

/** Go finds members in any case; the last one written counts. */
function byLowerCase(members: ReadonlyMap<string, JsonNode>): ReadonlyMap<string, JsonNode> {
	return new Map([...members].map(([key, member]) => [key.toLowerCase(), member]))
}

function text(node: JsonNode | undefined, field: string): string {
	if (node === undefined || node.kind === 'string' || node.kind === 'null')
		return node === undefined ? '' : stringValue(node)
	throw new MethodFault(`json: cannot unmarshal ${node.kind} into Go struct field .${field} of type string`)
}

function idOf(node: JsonNode): RpcId {
	if (node.kind === 'string') return node.value
	if (node.kind === 'number') return wholeNumber(Number(node.raw))
	const types = { bool: 'bool', array: '[]interface {}', object: 'map[string]interface {}', null: '<nil>' }
	throw new MethodFault(`json-rpc ID (${printed(node)}) is of unknown type (${types[node.kind]})`)
}

/** As Go turns a floating-point number into an int on amd64: what does not fit becomes the smallest one. */
function wholeNumber(value: number): RpcId {
	if (Number.isSafeInteger(Math.trunc(value))) return Math.trunc(value)
	const fits = Math.abs(value) < 2 ** 63
	return new RawJson(parseJson(String(fits ? BigInt(value) : -(2n ** 63n))))
}

/** A value as Go prints it with %v. */
function printed(node: JsonNode): string {
	switch (node.kind) {
		case 'array':
			return `[${node.items.map(printed).join(' ')}]`
		case 'object': {
			const members = [...node.members].sort(byKey)
			return `map[${members.map(([key, member]) => `${key}:${printed(member)}`).join(' ')}]`
		}
		case 'string':
			return node.value
		case 'null':
			return '<nil>'
		default:
			return node.raw
	}
}
