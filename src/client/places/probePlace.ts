import { connect } from 'node:net'
import { thrownText } from '../../errors/thrownText.ts'

/** Protocols a place may speak. */
export type PlaceProtocol = 'Tendermint RPC' | 'REST' | 'EVM JSON-RPC' | 'gRPC' | 'old heights'

/** The result of one check of a place. */
export interface PlaceCheck {
	readonly protocol: PlaceProtocol
	readonly ok: boolean
	/** Milliseconds until the answer. */
	readonly ms: number
	/** What was found, or why nothing was. Untrusted text. */
	readonly text: string
	/** Where it was found; absent where nothing was. */
	readonly url?: string
}

/** What a place is and offers. Texts are untrusted. */
export interface PlaceReport {
	readonly url: string
	/** In the order of `PlaceProtocol`. */
	readonly checks: readonly PlaceCheck[]
	/** Empty while unknown. */
	readonly chainId: string
	/** Newest block; 0 while unknown. */
	readonly height: number
	/** Time of that block, RFC 3339; empty while unknown. */
	readonly time: string
	/** `node 0.34.15`, `REST generation 8`, `EVM JSON-RPC`; empty when nothing answers. */
	readonly kind: string
	/** Short names of what it offers: `rpc`, `rest 8`, `rest 9`, `evm`, `grpc`, `archive` or `pruning`. */
	readonly offers: readonly string[]
	/** Milliseconds of the first answer at the address itself; undefined when nothing answers there. */
	readonly ms: number | undefined
	/** Why nothing answers at the address; empty if something does. */
	readonly fault: string
	/** Whether it refused for want of a key. */
	readonly needsKey: boolean
}

/** The newest block of a place. */
export interface PlaceBeat {
	readonly height: number
	readonly chainId: string
	readonly ms: number
}

/** How to ask a place. */
export interface ProbeOptions {
	/** Sent as `x-api-key`. */
	readonly key?: string | undefined
	/** Longest wait for each answer, in milliseconds (default: 4,000). */
	readonly timeoutMs?: number
}

type Json = Readonly<Record<string, unknown>>

/** Longest wait for an answer of a port that was not named, in milliseconds. */
const besideMs = 1_500

/** Asks a place for all it offers: every protocol at its address and at the usual ports beside it, and old heights. */
export async function probePlace(url: string, options: ProbeOptions = {}): Promise<PlaceReport> {
	const asker = new Asker(options)
	const [rpc, rest, evm] = await Promise.all([asker.tendermint(url), asker.rest(url), asker.evm(url)])
	const here = [rpc, rest, evm].find(({ ok }) => ok)
	const chainId = rpc.chainId ?? rest.chainId ?? ''
	const beside = here === undefined ? undefined : await besides(asker, url, { rpc, rest, evm })
	const allRest = rest.ok ? rest : (beside?.rest ?? rest)
	const allEvm = evm.ok ? evm : (beside?.evm ?? evm)
	const grpc = beside?.grpc
	const old = rpc.ok ? await asker.oldHeights(url, rpc.height ?? 0) : undefined
	const check = (protocol: PlaceProtocol, found: Found): PlaceCheck => ({
		protocol,
		ok: found.ok,
		ms: found.ms,
		text: found.text,
		...(found.ok && found.url !== undefined ? { url: found.url } : {}),
	})
	return {
		url,
		checks: [
			check('Tendermint RPC', rpc),
			check('REST', allRest),
			check('EVM JSON-RPC', allEvm),
			...(grpc === undefined ? [] : [check('gRPC', grpc)]),
			...(old === undefined ? [] : [check('old heights', old)]),
		],
		chainId: chainId === '' ? (allEvm.chainId ?? '') : chainId,
		height: rpc.height ?? rest.height ?? evm.height ?? 0,
		time: rpc.time ?? '',
		kind: here?.kind ?? '',
		offers: [rpc, allRest, allEvm, ...(grpc === undefined ? [] : [grpc]), ...(old === undefined ? [] : [old])].flatMap(
			({ offers = [] }) => offers,
		),
		ms: here?.ms,
		fault: here === undefined ? (rpc.text === notThis ? evm.text : rpc.text) : '',
		needsKey: here === undefined && [rpc, rest, evm].some(({ needsKey }) => needsKey === true),
	}
}

/** The newest block of a place, asked by the first protocol that answers. Undefined, or why, when none does. */
export async function placeBeat(url: string, options: ProbeOptions = {}): Promise<PlaceBeat | string> {
	const asker = new Asker(options)
	const rpc = await asker.tendermint(url)
	const found = rpc.ok ? rpc : (await Promise.all([asker.rest(url), asker.evm(url)])).find(({ ok }) => ok)
	return found === undefined ? rpc.text : { height: found.height ?? 0, chainId: found.chainId ?? '', ms: found.ms }
}

/** How two places stand to each other. */
export interface PlaceComparison {
	readonly sameChain: boolean
	/** The height that both have; 0 without one. */
	readonly height: number
	/** App hashes at that height, upper-case hex; empty where a place does not tell. */
	readonly appHashes: readonly [string, string]
	/** Blocks that the first is ahead of the second; negative when it is behind. */
	readonly ahead: number
}

/** Compares two places: the same chain, the same state at a height both have, and who is behind. */
export async function comparePlaces(
	first: Pick<PlaceReport, 'url' | 'chainId' | 'height'>,
	second: Pick<PlaceReport, 'url' | 'chainId' | 'height'>,
	options: ProbeOptions = {},
): Promise<PlaceComparison> {
	const asker = new Asker(options)
	const height = Math.min(first.height, second.height)
	const appHashes = await Promise.all([first, second].map(({ url }) => asker.appHash(url, height)))
	return {
		sameChain: first.chainId !== '' && first.chainId === second.chainId,
		height,
		appHashes: [appHashes[0] ?? '', appHashes[1] ?? ''],
		ahead: first.height - second.height,
	}
}

/** What one question found. */
interface Found {
	readonly ok: boolean
	readonly ms: number
	readonly text: string
	readonly url?: string
	readonly chainId?: string
	readonly height?: number
	readonly time?: string
	readonly kind?: string
	readonly offers?: readonly string[]
	readonly needsKey?: boolean
}

/** Said of an address that answers in another protocol. */
const notThis = 'not at this address'

/** REST, EVM and gRPC at the usual ports of the host, if they are of the same chain. */
async function besides(
	asker: Asker,
	url: string,
	{ rpc, rest, evm }: { readonly rpc: Found; readonly rest: Found; readonly evm: Found },
): Promise<{ readonly rest: Found | undefined; readonly evm: Found | undefined; readonly grpc: Found }> {
	const at = (port: number): string => {
		const other = new URL(url)
		other.port = String(port)
		other.pathname = ''
		return other.href.replace(/\/$/, '')
	}
	const { hostname } = new URL(url)
	const isSame = ({ ok, chainId }: Found): boolean => ok && (rpc.chainId === undefined || chainId === rpc.chainId)
	const [foundRest, foundEvm, grpc] = await Promise.all([
		rest.ok ? undefined : asker.rest(at(1317), besideMs),
		// An EVM has a number in place of the chain's name, so that its chain cannot be told.
		evm.ok ? undefined : asker.evm(at(8546), besideMs),
		asker.port(hostname, 9090),
	])
	return {
		rest: foundRest !== undefined && isSame(foundRest) ? foundRest : undefined,
		evm: foundEvm?.ok === true ? foundEvm : undefined,
		grpc,
	}
}

class Asker {
	readonly #key: string | undefined
	readonly #timeoutMs: number

	constructor({ key, timeoutMs = 4_000 }: ProbeOptions) {
		this.#key = key
		this.#timeoutMs = timeoutMs
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
				offers: ['rpc'],
			}
		})
	}

	/** `node_info` of a REST server: of generation 9 if it has the gateway's paths too. */
	rest(url: string, timeoutMs?: number): Promise<Found> {
		return this.#timed(url, async () => {
			const old = await this.#get(`${url}/node_info`, timeoutMs).catch(onlyRefusals)
			const info = objectOf(objectOf(old).node_info)
			if (info.network === undefined) return undefined
			const gateway = await this.#get(`${url}/cosmos/base/tendermint/v1beta1/blocks/latest`, timeoutMs).catch(
				onlyRefusals,
			)
			const header = objectOf(objectOf(objectOf(gateway).block).header)
			const generation = header.height === undefined ? 8 : 9
			const latest = generation === 9 ? header : await this.#oldHeader(url, timeoutMs)
			return {
				text: `generation ${generation}`,
				chainId: text(info.network),
				height: Number(latest.height) || 0,
				kind: `REST generation ${generation}`,
				offers: [`rest ${generation}`],
			}
		})
	}

	/** `eth_chainId` and `eth_blockNumber`. */
	evm(url: string, timeoutMs?: number): Promise<Found> {
		return this.#timed(url, async () => {
			const chain = await this.#rpc(url, 'eth_chainId', [], timeoutMs)
			if (typeof chain !== 'string' || !/^0x[0-9a-f]+$/i.test(chain)) return undefined
			const height = Number(await this.#rpc(url, 'eth_blockNumber', [], timeoutMs))
			return {
				text: `chain ${Number(chain)}`,
				chainId: String(Number(chain)),
				height: Number.isSafeInteger(height) ? height : 0,
				kind: 'EVM JSON-RPC',
				offers: ['evm'],
			}
		})
	}

	/** The oldest state that a node still answers from: the first block, or a round number of blocks ago. */
	oldHeights(url: string, height: number): Promise<Found> {
		return this.#timed(url, async () => {
			const ages = [100_000, 10_000, 1_000, 100, 10].filter((age) => age < height - 1)
			for (const at of [1, ...ages.map((age) => height - age)]) {
				const path = '/cosmos.auth.v1beta1.Query/Params'
				const reply = objectOf(await this.#rpc(url, 'abci_query', { path, data: '', height: String(at), prove: false }))
				if (objectOf(reply.response).code !== 0) continue
				return at === 1
					? { text: 'answers from the first block on (archive)', offers: ['archive'] }
					: { text: `answers from block ${at} on (pruning)`, offers: ['pruning'] }
			}
			return { text: 'answers of its newest blocks only (pruning)', offers: ['pruning'] }
		})
	}

	/** The app hash in the header of a height, upper-case hex; empty where it is not told. */
	async appHash(url: string, height: number): Promise<string> {
		try {
			const block = objectOf(objectOf(await this.#rpc(url, 'block', { height: String(height) })).block)
			return text(objectOf(block.header).app_hash)
		} catch {
			return ''
		}
	}

	/** Whether something listens at a port. */
	port(host: string, port: number): Promise<Found> {
		const began = performance.now()
		return new Promise((resolve) => {
			const socket = connect({ host, port, timeout: besideMs })
			const done = (ok: boolean): void => {
				socket.destroy()
				resolve({
					ok,
					ms: performance.now() - began,
					text: ok ? `listens at :${port}` : `nothing listens at :${port}`,
					url: `${host}:${port}`,
					...(ok ? { offers: ['grpc'] } : {}),
				})
			}
			socket.once('connect', () => done(true))
			socket.once('timeout', () => done(false))
			socket.once('error', () => done(false))
		})
	}

	async #oldHeader(url: string, timeoutMs?: number): Promise<Json> {
		const latest = await this.#get(`${url}/blocks/latest`, timeoutMs).catch(onlyRefusals)
		return objectOf(objectOf(objectOf(latest).block).header)
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
				text: error instanceof Refusal ? notThis : reasonOf(error),
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
			...(init.headers as Record<string, string>),
			...(this.#key === undefined ? {} : { 'x-api-key': this.#key }),
		}
		const response = await fetch(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
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
}

/** Passes on what the network said. */
function onlyRefusals(error: unknown): undefined {
	if (error instanceof Refusal && ![401, 403].includes(error.status)) return undefined
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
	let current = error
	while (current instanceof Error && current.cause instanceof Error) current = current.cause
	if (current instanceof AggregateError && current.errors[0] instanceof Error) current = current.errors[0]
	const known = systemWords[String((current as { readonly code?: unknown } | undefined)?.code)]
	if (known !== undefined) return known
	return current instanceof DOMException && current.name === 'TimeoutError' ? 'no answer in time' : thrownText(current)
}

function objectOf(value: unknown): Json {
	return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function text(value: unknown): string {
	return typeof value === 'string' ? value.slice(0, 200) : ''
}
