import { type ClientHttp2Session, connect } from 'node:http2'
import { create, type DescMessage, type DescMethod, type Message, type MessageInitShape } from '@bufbuild/protobuf'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import { Cursor } from '../../codec/proto/Cursor.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { thrownText } from '../../errors/UserError.ts'
import { Query as Auth } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { Query as Bank } from '../../gen/cosmos/bank/v1beta1/query_pb.js'
import { Service as Blocks } from '../../gen/cosmos/base/tendermint/v1beta1/query_pb.js'
import { concatBytes, fromUtf8 } from '../../util/bytes.ts'

/** A reply to a question of an import. */
export interface SourceReply {
	/** HTTP status; over gRPC the one with which the REST gateway answers. */
	readonly status: number
	/** JSON of the reply, or what is said of a refusal. */
	readonly text: string
	/** Seconds to wait that it asks for; 0 for none. */
	readonly retryAfter: number
}

/** Answers the paths of the REST gateway that an import reads. */
export interface ImportSource {
	/** @param height of the state; 0 for the newest */
	ask(path: string, height: number): Promise<SourceReply>
	/** Ends what is asked. */
	close(): void
}

const registry = createRegistry({ evm: true })
const json = { registry }

/** A question as a method and its request. */
interface Call {
	readonly method: DescMethod
	readonly request: Message
	/** JSON of a reply that has another form than the gateway's. */
	readonly written?: (reply: Message) => unknown
}

function call<M extends DescMethod>(
	method: M,
	request: MessageInitShape<M['input']>,
	written?: (reply: Message) => unknown,
): Call {
	return {
		method,
		request: create(method.input as DescMessage, request),
		...(written === undefined ? {} : { written }),
	}
}

/** The method behind a path of the gateway; undefined for one that no import asks. */
function callOf(url: URL): Call | undefined {
	const [, , module = '', , what = '', name = ''] = url.pathname.split('/')
	const key = url.searchParams.get('pagination.key') ?? ''
	const limit = BigInt(url.searchParams.get('pagination.limit') ?? 0)
	const pagination = { limit, key: new Uint8Array(Buffer.from(key, 'base64')) }
	if (module === 'base') {
		const height = url.pathname.split('/').at(-1) ?? ''
		if (height === 'latest') return call(Blocks.method.getLatestBlock, {})
		return call(Blocks.method.getBlockByHeight, { height: BigInt(height) })
	}
	if (module === 'auth' && what === 'params') return call(Auth.method.params, {})
	if (module === 'bank' && what === 'params') return call(Bank.method.params, {})
	// Nodes of the framework 0.46 and later list the holders; others answer that they do not know the method.
	if (module === 'bank' && what === 'denom_owners') {
		return call(Bank.method.denomOwners, { denom: decodeURIComponent(name), pagination })
	}
	if (module === 'bank' && what === 'balances') return call(Bank.method.allBalances, { address: name, pagination })
	if (module === 'auth' && name === '') return call(Auth.method.accounts, { pagination }, accountsJson)
	if (module === 'auth') return call(Auth.method.account, { address: name }, accountJson)
	return undefined
}

/** The account; one of a kind that is not known has its kind alone. */
function accountJson(reply: Message): unknown {
	const { account } = reply as unknown as { readonly account?: AnyAccount }
	if (account !== undefined && registry.find(account.typeUrl) === undefined)
		return { account: { '@type': account.typeUrl } }
	return JSON.parse(encodeProtoJson(reply, Auth.method.account.output, json))
}

/** The addresses of a page of accounts, whatever their kinds. */
function accountsJson(reply: Message): unknown {
	const { accounts, pagination } = reply as unknown as {
		readonly accounts: readonly AnyAccount[]
		readonly pagination?: { readonly nextKey: Uint8Array }
	}
	const nextKey = Buffer.from(pagination?.nextKey ?? []).toString('base64')
	return { accounts: accounts.map(({ value }) => ({ address: addressIn(value) })), pagination: { next_key: nextKey } }
}

interface AnyAccount {
	readonly typeUrl: string
	readonly value: Uint8Array
}

/** The address of an account's bytes: the first field of the base account, which is the first field of every other kind. */
function addressIn(bytes: Uint8Array): string | undefined {
	if (bytes[0] !== 0x0a) return undefined
	const cursor = new Cursor(bytes, 1)
	const end = cursor.lengthEnd()
	const inner = bytes.subarray(cursor.pos, end)
	return inner[0] === 0x0a ? addressIn(inner) : fromUtf8(inner)
}

/** HTTP statuses of the gateway by gRPC code: those that may pass, and others. */
const statusOf: Readonly<Record<string, number>> = { 0: 200, 5: 404, 8: 429, 14: 503 }

/** A node's gRPC server: `grpc://127.0.0.1:9090`, or `grpcs:` behind TLS. */
export class GrpcSource implements ImportSource {
	readonly #url: string
	readonly #longestMs: number
	readonly #agent: string
	#session: ClientHttp2Session | undefined

	/**
	 * @param longestMs longest that a reply may take, in milliseconds
	 * @param agent its `User-Agent`
	 */
	constructor(from: string, longestMs = timeoutMs, agent = 'chain-tui') {
		this.#agent = agent
		this.#url = from.replace(/^grpc/, 'http')
		this.#longestMs = longestMs
	}

	async ask(path: string, height: number): Promise<SourceReply> {
		const asked = callOf(new URL(path, 'http://node'))
		if (asked === undefined) return { status: 501, text: 'this node has no such method', retryAfter: 0 }
		const { method, request, written } = asked
		const { code, message, bytes } = await this.#unary(
			`/${method.parent.typeName}/${method.name}`,
			encodeMessage(method.input, request as never),
			height,
		)
		const status = statusOf[code] ?? 500
		if (status !== 200) return { status, text: JSON.stringify({ message }), retryAfter: 0 }
		try {
			const reply = decodeMessage(method.output, bytes)
			const text = written === undefined ? encodeProtoJson(reply, method.output, json) : JSON.stringify(written(reply))
			return { status, text, retryAfter: 0 }
		} catch (cause) {
			return { status: 500, text: JSON.stringify({ message: thrownText(cause) }), retryAfter: 0 }
		}
	}

	close(): void {
		this.#session?.destroy()
	}

	#open(): ClientHttp2Session {
		if (this.#session === undefined || this.#session.destroyed || this.#session.closed) {
			this.#session = connect(this.#url)
			// Each call tells the fault of its connection.
			this.#session.on('error', () => {})
		}
		return this.#session
	}

	#unary(path: string, request: Uint8Array, height: number) {
		return new Promise<{ readonly code: string; readonly message: string; readonly bytes: Uint8Array }>(
			(resolve, reject) => {
				const frame = Buffer.alloc(5 + request.length)
				frame.writeUInt32BE(request.length, 1)
				frame.set(request, 5)
				const stream = this.#open().request({
					':method': 'POST',
					':path': path,
					'content-type': 'application/grpc',
					te: 'trailers',
					'user-agent': this.#agent,
					...(height > 0 ? { 'x-cosmos-block-height': String(height) } : {}),
				})
				const parts: Buffer[] = []
				let ended: Readonly<Record<string, unknown>> = {}
				stream.setTimeout(this.#longestMs, () => stream.destroy(new Error('no reply')))
				stream.on('response', (headers) => {
					ended = headers
				})
				stream.on('trailers', (trailers) => {
					ended = trailers
				})
				stream.on('data', (part: Buffer) => parts.push(part))
				stream.once('error', reject)
				stream.once('end', () => {
					const message = decodeURIComponent(String(ended['grpc-message'] ?? 'the connection ended'))
					resolve({ code: String(ended['grpc-status'] ?? '14'), message, bytes: concatBytes(...parts).subarray(5) })
				})
				stream.end(frame)
			},
		)
	}
}

/** Longest that a reply may take, in milliseconds. */
export const timeoutMs = 20_000
