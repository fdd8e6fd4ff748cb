import type { FuzzRequest } from './mutateRequest.ts'
import type { RestReply } from './RestReply.ts'

/** Values that belong to one run: times, and what hangs on them and on the keys of the validator. */
export const ownKeys = new Set([
	'timestamp',
	'time',
	'hash',
	'last_commit_hash',
	'data_hash',
	'validators_hash',
	'next_validators_hash',
	'consensus_hash',
	'app_hash',
	'last_results_hash',
	'evidence_hash',
	'proposer_address',
	'validator_address',
	'signature',
	'address',
	'pub_key',
	'key',
	'signatures',
	'proposer_priority',
])

const own9 = /("timestamp":\s*")[^"]*"/g
/** Gas is counted by another chain as well. */
const own8 = /("(?:timestamp|gas_used|gas_estimate)":\s*")[^"]*"/g
const aboutBlocks = /\/(blocks|validatorsets)\//
const aboutProgram = /node_info/

/**
 * A reply without the values that no two nodes share. What Go says of its own faults is left out: no address, and where a
 * panic hides another one.
 */
export function normalReply(request: FuzzRequest, reply: RestReply, generation: 8 | 9 = 9): RestReply {
	const { status, headers } = reply
	if (status === 500 && /^\{\s*"jsonrpc"/.test(reply.body)) {
		return { status, headers, body: generation === 9 && reply.body.includes('reflect.Set') ? reply.body : 'panic' }
	}
	// Go's protobuf writes one space or the other, by its build.
	const said = reply.body.replaceAll('proto:\u00a0', 'proto: ')
	if (status !== 200) return { status, headers, body: said }
	const path = unescaped(request.path)
	if (aboutProgram.test(path)) return { status, headers, body: 'about the program' }
	if (generation === 8 && aboutBlocks.test(path)) return { status, headers, body: 'blocks of another engine' }
	const body = aboutBlocks.test(path) ? blanked(said, ownKeys) : said.replace(generation === 8 ? own8 : own9, '$1"')
	return { status, headers, body }
}

function unescaped(path: string): string {
	try {
		return decodeURIComponent(path)
	} catch {
		return path
	}
}

/** A JSON text with the values of some keys left out; another text as it is. */
export function blanked(body: string, keys: ReadonlySet<string>): string {
	try {
		return JSON.stringify(JSON.parse(body), (key, value: unknown) => (keys.has(key) ? null : value))
	} catch {
		return body
	}
}

/** Whether two replies say the same. */
export function areEqualReplies(request: FuzzRequest, a: RestReply, b: RestReply, generation: 8 | 9 = 9): boolean {
	return JSON.stringify(normalReply(request, a, generation)) === JSON.stringify(normalReply(request, b, generation))
}

/** What a difference is of: kind of request, and both replies without their numbers, names and addresses. */
export function differenceKind(request: FuzzRequest, theirs: RestReply, ours: RestReply): string {
	return `${request.method} ${pathKind(request.path)}: ${replyKind(theirs)} / ${replyKind(ours)}`
}

/** The path of a request without the values in it. */
export function pathKind(path: string): string {
	return path
		.split('?')[0]!
		.split('/')
		.map((part) => (/^[a-z_]+$|^v1beta1$/.test(part) ? part : part === '' ? '' : '*'))
		.join('/')
}

/** Status and text of a reply without the values in it. */
export function replyKind({ status, headers, body }: RestReply): string {
	const text = body
		.replace(/'[^']*'|\\"[^"]*\\"/g, "'…'")
		.replace(/\b[a-z]+1[0-9a-z]{10,}\b/gi, 'ADDRESS')
		.replace(/[0-9A-Fa-f]{16,}/g, 'HEX')
		.replace(/\d+/g, 'N')
	return `${status} ${headers['content-type'] ?? ''} ${text.slice(0, 160)}`
}
