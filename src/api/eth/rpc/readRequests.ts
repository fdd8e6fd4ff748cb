import { type JsonNode, parseJson, parseJsonStream } from '../../../codec/goJson/parseJson.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { EthFault, errorReply, ethCodes } from './EthFault.ts'

/** One request of a body. `id` is literal JSON, undefined for a notification. */
export type EthRequest =
	| {
			readonly valid: true
			readonly id: string | undefined
			readonly method: string
			readonly params: JsonNode | undefined
	  }
	| { readonly valid: false; readonly id: string }

/** A body. `fault`: the whole body gets one error, `reply`. */
export type RequestBody =
	| { readonly kind: 'single'; readonly request: EthRequest }
	| { readonly kind: 'batch'; readonly requests: readonly EthRequest[] }
	| { readonly kind: 'nothing' }
	| { readonly kind: 'fault'; readonly reply: string }

/** How strictly requests are read. */
export interface EnvelopeRules {
	/** One whole JSON text, of version "2.0", with params that are an array or an object, and an id of no other type than the standard's. */
	readonly strict: boolean
	readonly parseError: string
	/** The refusal of an empty array. */
	readonly emptyArray: string
}

/** go-ethereum's server (v1.10.16 rpc/json.go, rpc/handler.go): any plain id, an optional version, text after the first value is ignored. */
export const gethEnvelope: EnvelopeRules = {
	strict: false,
	parseError: 'parse error',
	emptyArray: 'empty batch',
}

/** The standard's letter (JSON-RPC 2.0 sections 4 to 6). */
export const standardEnvelope: EnvelopeRules = {
	strict: true,
	parseError: 'Parse error',
	emptyArray: 'Invalid Request',
}

/**
 * Reads a body. Ids keep their spelling: `1.0`, `1e2` and integers beyond 2^53 come back as they were written.
 * @throws what is no fault of the body, such as a want of memory
 */
export function readRequests(body: string | Uint8Array, rules: EnvelopeRules): RequestBody {
	let node: JsonNode
	try {
		node = rules.strict ? parseJson(body) : parseJsonStream(body)
	} catch (fault) {
		if (!(fault instanceof ChainError)) throw fault
		if (!rules.strict && fault.message === 'EOF') return { kind: 'nothing' }
		return { kind: 'fault', reply: errorReply('null', new EthFault(rules.parseError, ethCodes.parseError)) }
	}
	if (node.kind !== 'array') {
		const request = readRequest(node, rules)
		return request === undefined ? { kind: 'nothing' } : { kind: 'single', request }
	}
	if (node.items.length > 0)
		return { kind: 'batch', requests: node.items.flatMap((item) => readRequest(item, rules) ?? []) }
	return { kind: 'fault', reply: errorReply('null', new EthFault(rules.emptyArray, ethCodes.invalidRequest)) }
}

/** The id of the first request that has one, as literal JSON. */
export function firstId(requests: readonly EthRequest[]): string {
	return requests.find(({ valid, id }) => (valid ? id !== undefined : id !== 'null'))?.id ?? 'null'
}

/** Undefined for a reply, which gets no answer. */
function readRequest(node: JsonNode, { strict }: EnvelopeRules): EthRequest | undefined {
	if (node.kind !== 'object') return { valid: false, id: 'null' }
	const { members } = node
	const idNode = members.get('id')
	const id = literalOf(idNode, strict)
	if (id === false) return { valid: false, id: 'null' }
	const method = members.get('method')
	const params = members.get('params')
	if (!strict && method === undefined && id !== undefined && (members.has('result') || members.has('error'))) {
		return undefined
	}
	if (method?.kind !== 'string') return { valid: false, id: id ?? 'null' }
	const isWrong = strict ? !isStandard(members.get('jsonrpc'), params) : method.value === ''
	return isWrong ? { valid: false, id: id ?? 'null' } : { valid: true, id, method: method.value, params }
}

function isStandard(version: JsonNode | undefined, params: JsonNode | undefined): boolean {
	if (version?.kind !== 'string' || version.value !== '2.0') return false
	return params === undefined || params.kind === 'array' || params.kind === 'object'
}

/** Undefined for none, false for one of a type that is no id. */
function literalOf(id: JsonNode | undefined, strict: boolean): string | undefined | false {
	if (id === undefined) return undefined
	if (id.kind === 'object' || id.kind === 'array' || (strict && id.kind === 'bool')) return false
	return strict && id.kind === 'string' ? JSON.stringify(id.value) : id.raw
}
