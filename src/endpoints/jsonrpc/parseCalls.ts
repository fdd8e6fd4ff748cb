import { type JsonNode, parseJson } from '../../codec/goJson/parseJson.ts'
import { rpcCodes } from './RpcFault.ts'

/** One item of a request body. `id` is the literal JSON of the id, undefined for a notification. */
export type ParsedCall =
	| { readonly valid: true; readonly id: string | undefined; readonly method: string; readonly params: unknown }
	| { readonly valid: false; readonly id: string; readonly error: string }

/** A request body as JSON-RPC 2.0 reads it. `fault`: the whole body got one error, as reply JSON. */
export type ParsedBody =
	| { readonly kind: 'single'; readonly call: ParsedCall }
	| { readonly kind: 'batch'; readonly calls: readonly ParsedCall[] }
	| { readonly kind: 'fault'; readonly code: number; readonly reply: string }

/**
 * Reads a body. Ids keep their spelling: `1.0`, `1e2` and integers beyond 2^53 come back as they were written, which
 * JSON.parse alone would lose.
 */
export function parseCalls(text: string): ParsedBody {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		return fault(rpcCodes.parseError, 'Parse error')
	}
	if (!Array.isArray(value)) return { kind: 'single', call: parseCall(value, () => singleId(text, value)) }
	if (value.length === 0) return fault(rpcCodes.invalidRequest, 'Invalid Request')
	let literals: readonly (string | undefined)[] | undefined
	const literal = (index: number): string | undefined => {
		literals ??= batchIds(text)
		return literals[index]
	}
	return { kind: 'batch', calls: value.map((item, index) => parseCall(item, () => literal(index))) }
}

/** JSON of an error reply. `id` is literal JSON. */
export function errorReply(id: string, code: number, message: string, data?: unknown): string {
	const tail = data === undefined ? '' : `,"data":${JSON.stringify(data)}`
	return `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}${tail}}}`
}

function fault(code: number, message: string): ParsedBody {
	return { kind: 'fault', code, reply: errorReply('null', code, message) }
}

function parseCall(item: unknown, numberLiteral: () => string | undefined): ParsedCall {
	if (typeof item !== 'object' || item === null || Array.isArray(item)) return invalid('null')
	const { jsonrpc, id, method, params } = item as {
		jsonrpc?: unknown
		id?: unknown
		method?: unknown
		params?: unknown
	}
	const literal = idLiteral(id, numberLiteral)
	if (literal === false) return invalid('null')
	// Without an id that can be read, an invalid request is answered with null.
	if (jsonrpc !== '2.0' || typeof method !== 'string') return invalid(literal ?? 'null')
	if (params !== undefined && (typeof params !== 'object' || params === null)) return invalid(literal ?? 'null')
	return { valid: true, id: literal, method, params: params ?? [] }
}

function invalid(id: string): ParsedCall {
	return { valid: false, id, error: 'Invalid Request' }
}

/** Literal JSON of an id; undefined if there is none, false if its type is not allowed. */
function idLiteral(id: unknown, numberLiteral: () => string | undefined): string | undefined | false {
	switch (typeof id) {
		case 'undefined':
			return undefined
		case 'string':
			return JSON.stringify(id)
		case 'number':
			return numberLiteral() ?? String(id)
		default:
			return id === null ? 'null' : false
	}
}

const idMember = /"id"\s*:\s*(-?[0-9][0-9.eE+-]*)/

/** The number as written. The fast way requires that `"id"` occurs only once in the body. */
function singleId(text: string, value: unknown): string | undefined {
	const at = text.indexOf('"id"')
	if (at >= 0 && text.indexOf('"id"', at + 4) < 0 && !text.includes('\\')) {
		const literal = idMember.exec(text)?.[1]
		if (literal !== undefined && Number(literal) === (value as { id: number }).id) return literal
	}
	return nodeId(parseJson(text))
}

function batchIds(text: string): readonly (string | undefined)[] {
	const node = parseJson(text)
	return node.kind === 'array' ? node.items.map(nodeId) : []
}

function nodeId(node: JsonNode): string | undefined {
	return node.kind === 'object' ? node.members.get('id')?.raw : undefined
}
