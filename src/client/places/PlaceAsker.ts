import { innermostCause } from '../../errors/innermostCause.ts'
import { thrownText } from '../../errors/UserError.ts'
import { objectOf } from '../../util/jsonParts.ts'
import { appAgent } from '../../wire/RequestsSchema.ts'
import type { PlaceSpeech } from './places.ts'

/** How to ask a place. */
export interface ProbeOptions {
	/** Sent as `x-api-key`. */
	readonly key?: string | undefined
	/** Longest wait for each answer, in milliseconds (default: 4,000). */
	readonly timeoutMs?: number
	/**
	 * URLs of REST and EVM, and host and port of gRPC, where these are sought if not at the address itself (default: the
	 * usual ports of its host).
	 */
	readonly beside?: Readonly<Partial<Record<'rest' | 'evm' | 'grpc', string | undefined>>> | undefined
}

/** What one question found. Texts are untrusted. */
export interface Found {
	readonly ok: boolean
	/** Milliseconds until the answer. */
	readonly ms: number
	readonly text: string
	readonly url?: string
	readonly chainId?: string
	readonly height?: number
	/** In the header of the height that was asked for, upper-case hex. */
	readonly appHash?: string
	/** RFC 3339 */
	readonly time?: string
	readonly kind?: string
	readonly speaks?: PlaceSpeech
	readonly offers?: readonly string[]
	readonly needsKey?: boolean
}

/** Said of an address that answers in another protocol. */
export const notThis = 'not at this address'

/** Longest wait for an answer of a port that was not named, in milliseconds. */
export const besideMs = 1_500

type Json = Readonly<Record<string, unknown>>

/** Asks the questions that tell what an address speaks. */
export class PlaceAsker {
	readonly #key: string | undefined
	readonly #timeoutMs: number
	/** Headers about rate limits seen so far, by name. */
	readonly #limits = new Map<string, string>()

	constructor({ key, timeoutMs = 4_000 }: ProbeOptions) {
		this.#key = key
		this.#timeoutMs = timeoutMs
	}

	/** The rate limits that the answers told, as their headers write them; empty if none did. */
	get rateLimit(): string {
		return [...this.#limits].map(([name, value]) => `${name} ${value}`).join(', ')
	}

	/** `status` of Tendermint's JSON-RPC. */
	tendermint(url: string): Promise<Found> {
		return this.#timed(url, async () => {
			const { node_info: info, sync_info: sync } = objectOf(await this.#rpc(url, 'status', {})) as {
				readonly node_info?: Json
				readonly sync_info?: Json
			}
			if (info === undefined || sync === undefined) return undefined
			const catching = sync.catching_up === true
			return {
				text: `${text(info.version)}, catching up: ${catching ? 'yes' : 'no'}`,
				chainId: text(info.network),
				height: Number(sync.latest_block_height) || 0,
				time: text(sync.latest_block_time),
				kind: `node ${text(info.version)}`,
				speaks: 'rpc',
				offers: ['rpc'],
			}
		})
	}

	/** `node_info` of a REST server: of generation 9 if it has the gateway's paths too. */
	rest(url: string, timeoutMs?: number): Promise<Found> {
		return this.#timed(url, async () => {
			const old = await this.#get(`${url}/node_info`, timeoutMs).catch(onlyRefusals)
			const gateway = await this.#get(`${url}/cosmos/base/tendermint/v1beta1/blocks/latest`, timeoutMs).catch(
				onlyRefusals,
			)
			const header = headerIn(gateway)
			const network = text(objectOf(objectOf(old).node_info).network) || text(header.chain_id)
			if (network === '') return undefined
			const generation = header.height === undefined ? 8 : 9
			const latest = generation === 9 ? header : await this.#oldHeader(url, timeoutMs)
			return {
				text: `generation ${generation}`,
				chainId: network,
				height: Number(latest.height) || 0,
				time: text(latest.time),
				kind: `REST generation ${generation}`,
				speaks: `rest ${generation}`,
				offers: [`rest ${generation}`],
			}
		})
	}

	/** `eth_chainId` and `eth_blockNumber`. */
	evm(url: string, timeoutMs?: number): Promise<Found> {
		return this.#timed(url, async () => {
			const chain = text(await this.#rpc(url, 'eth_chainId', [], timeoutMs))
			if (!/^0x[0-9a-f]+$/i.test(chain)) return undefined
			const height = Number(await this.#rpc(url, 'eth_blockNumber', [], timeoutMs))
			return {
				text: `chain ${Number(chain)}`,
				chainId: String(Number(chain)),
				height: Number.isSafeInteger(height) ? height : 0,
				kind: 'EVM JSON-RPC',
				speaks: 'evm',
				offers: ['evm'],
			}
		})
	}

	/** The oldest state that a place still answers from: the first block, or a round number of blocks ago. */
	oldHeights(url: string, speaks: PlaceSpeech, height: number): Promise<Found> {
		return this.#timed(url, async () => {
			const ages = [100_000, 10_000, 1_000, 100, 10].filter((age) => age < height - 1)
			for (const at of [1, ...ages.map((age) => height - age)]) {
				if (!(await this.#answersFrom(url, speaks, at))) continue
				return at === 1
					? { text: 'answers from the first block on (archive)', offers: ['archive'] }
					: { text: `answers from block ${at} on (pruning)`, offers: ['pruning'] }
			}
			return { text: 'answers of its newest blocks only (pruning)', offers: ['pruning'] }
		})
	}

	async #answersFrom(url: string, speaks: PlaceSpeech, height: number): Promise<boolean> {
		if (speaks === 'rpc') {
			const path = '/cosmos.auth.v1beta1.Query/Params'
			const reply = objectOf(
				await this.#rpc(url, 'abci_query', { path, data: '', height: String(height), prove: false }),
			)
			return objectOf(reply.response).code === 0
		}
		try {
			if (speaks === 'evm') {
				const nobody = `0x${'0'.repeat(40)}`
				return typeof (await this.#rpc(url, 'eth_getBalance', [nobody, `0x${height.toString(16)}`])) === 'string'
			}
			const reply =
				speaks === 'rest 9'
					? await this.#fetch(`${url}/cosmos/auth/v1beta1/params`, {
							headers: { 'x-cosmos-block-height': `${height}` },
						})
					: await this.#get(`${url}/supply/total?height=${height}`)
			const { params, result } = objectOf(reply)
			return params !== undefined || result !== undefined
		} catch (error) {
			if (error instanceof Refusal) return false
			throw error
		}
	}

	/** The app hash in the header of a height, upper-case hex; empty where it is not told. */
	async appHash(url: string, speaks: PlaceSpeech, height: number): Promise<string> {
		try {
			if (speaks === 'evm') {
				// An EVM's state root is its chain's app hash.
				const block = await this.#rpc(url, 'eth_getBlockByNumber', [`0x${height.toString(16)}`, false])
				return text(objectOf(block).stateRoot).replace(/^0x/, '').toUpperCase()
			}
			if (speaks === 'rpc') return text(headerIn(await this.#rpc(url, 'block', { height: String(height) })).app_hash)
			const legacy = headerIn(await this.#get(`${url}/blocks/${height}`).catch(onlyRefusals))
			if (legacy.app_hash !== undefined) return text(legacy.app_hash)
			const header = headerIn(await this.#get(`${url}/cosmos/base/tendermint/v1beta1/blocks/${height}`))
			return Buffer.from(text(header.app_hash), 'base64').toString('hex').toUpperCase()
		} catch {
			return ''
		}
	}

	/** The block of a height of a gRPC server, `grpc://127.0.0.1:9090`, or its newest where it has none of that height. */
	grpc(url: string, height: number): Promise<Found> {
		return this.#timed(url, async () => {
			const { GrpcSource } = await import('../upgrade/GrpcSource.ts')
			const source = new GrpcSource(url, besideMs, appAgent)
			try {
				for (const block of [height, 'latest']) {
					const reply = await source.ask(`/cosmos/base/tendermint/v1beta1/blocks/${block}`, 0)
					if (reply.status !== 200) continue
					const { chain_id: chain, app_hash: hash } = headerIn(JSON.parse(reply.text))
					const chainId = text(chain)
					const appHash = Buffer.from(text(hash), 'base64').toString('hex').toUpperCase()
					if (chainId !== '') return { text: `of the chain ${chainId}`, chainId, appHash, offers: ['grpc'] }
				}
				return undefined
			} finally {
				source.close()
			}
		})
	}

	/** The certificate of an https address: until when it holds and who issued it, or why it is not trusted. */
	certificate(url: string): Promise<Found> {
		const began = performance.now()
		const { hostname, port } = new URL(url)
		return new Promise((resolve) => {
			const done = (ok: boolean, words: string): void => resolve({ ok, ms: performance.now() - began, text: words })
			void import('node:tls').then((tls) => {
				const socket = tls.connect({
					host: hostname,
					port: port === '' ? 443 : Number(port),
					...(/^[\d.:[\]]+$/.test(hostname) ? {} : { servername: hostname }),
					// An untrusted one is described too; no request is sent over this connection.
					rejectUnauthorized: false,
					timeout: besideMs,
				})
				socket.once('secureConnect', () => {
					const { subject, issuer, valid_to: until } = socket.getPeerCertificate()
					const fault = socket.authorizationError as unknown
					const words = `${[subject?.CN].flat().join(' ')}, valid until ${until}, issued by ${[issuer?.O ?? issuer?.CN].flat().join(' ')}`
					done(
						socket.authorized,
						socket.authorized ? words : `${words}: ${systemWords[String(fault)] ?? String(fault)}`,
					)
					socket.destroy()
				})
				socket.once('timeout', () => {
					done(false, 'no answer in time')
					socket.destroy()
				})
				socket.once('error', (error) => done(false, reasonOf(error)))
			})
		})
	}

	async #oldHeader(url: string, timeoutMs?: number): Promise<Json> {
		return headerIn(await this.#get(`${url}/blocks/latest`, timeoutMs).catch(onlyRefusals))
	}

	async #timed(url: string, ask: () => Promise<Omit<Found, 'ok' | 'ms' | 'url'> | undefined>): Promise<Found> {
		const began = performance.now()
		try {
			const found = await ask()
			const ms = performance.now() - began
			return found === undefined ? { ok: false, ms, text: notThis } : { ok: true, ms, url, ...found }
		} catch (error) {
			return {
				ok: false,
				ms: performance.now() - began,
				text: error instanceof Refusal ? error.words : reasonOf(error),
				needsKey: error instanceof Refusal && [401, 403].includes(error.status),
			}
		}
	}

	/** The result of a JSON-RPC call. Throws for an error of the network, `Refusal` for any other answer. */
	async #rpc(url: string, method: string, params: unknown, timeoutMs?: number): Promise<unknown> {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
		const reply = objectOf(await this.#fetch(url, { method: 'POST', body, headers: jsonHeaders }, timeoutMs))
		if (reply.error !== undefined && reply.error !== null) throw new Refusal(200)
		return reply.result
	}

	#get(url: string, timeoutMs?: number): Promise<unknown> {
		return this.#fetch(url, {}, timeoutMs)
	}

	async #fetch(url: string, init: RequestInit, timeoutMs = this.#timeoutMs): Promise<unknown> {
		const headers = {
			// A node does not record it: questions of the RPC screen would fill the Requests of whoever looks at them.
			'user-agent': appAgent,
			...(init.headers as Record<string, string>),
			...(this.#key === undefined ? {} : { 'x-api-key': this.#key }),
		}
		const response = await fetch(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
		for (const [name, value] of response.headers) {
			if (/^(x-)?rate-?limit/i.test(name) || name === 'retry-after') this.#limits.set(name, value.slice(0, 60))
		}
		const body = await response.text()
		if (!response.ok && response.status !== 500) throw new Refusal(response.status)
		try {
			return JSON.parse(body) as unknown
		} catch {
			throw new Refusal(response.status)
		}
	}
}

const jsonHeaders = { 'content-type': 'application/json' }

/** An answer, but not of the protocol that was asked. */
class Refusal extends Error {
	readonly status: number

	constructor(status: number) {
		super(`HTTP ${status}`)
		this.status = status
	}

	get words(): string {
		if (this.status === 429) return 'it refuses for now: too many requests'
		return [401, 403].includes(this.status) ? `wants a key, or another one (HTTP ${this.status})` : notThis
	}
}

/** Passes on what the network said. */
function onlyRefusals(error: unknown): undefined {
	if (error instanceof Refusal && ![401, 403, 429].includes(error.status)) return undefined
	throw error
}

/** What the system's codes mean. */
const systemWords: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'connection broken off',
	EHOSTUNREACH: 'no way to the host',
	ENETUNREACH: 'no way to its network',
	ENOTFOUND: 'no such host',
	EAI_AGAIN: 'no such host, or no name server',
	CERT_HAS_EXPIRED: 'its certificate has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host',
}

/** Why a place does not answer, by the innermost cause: `connection refused`. */
function reasonOf(error: unknown): string {
	const cause = innermostCause(error)
	const known = systemWords[String((cause as { readonly code?: unknown } | undefined)?.code)]
	if (known !== undefined) return known
	return cause instanceof DOMException && cause.name === 'TimeoutError' ? 'no answer in time' : thrownText(cause)
}

function headerIn(reply: unknown): Json {
	return objectOf(objectOf(objectOf(reply).block).header)
}

function text(value: unknown): string {
	return typeof value === 'string' ? value.slice(0, 200) : ''
}
