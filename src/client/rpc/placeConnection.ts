import { UserError } from '../../errors/UserError.ts'
import type { CallArgs, MethodName, ReplyOf } from '../../wire/NodeSchema.ts'
import type { PlaceSpeech } from '../places/places.ts'
import { type Ask, evmMethods, type OtherMethods } from './otherMethods.ts'
import type { ApiKeySource, OtherProtocol, RpcConnection } from './RpcConnection.ts'
import { RpcError } from './RpcError.ts'
import { keyHeader, nodeUrl, remoteConnection } from './remoteConnection.ts'

/** Timeout of one request in milliseconds. */
const requestTimeoutMs = 20_000

/** What names a place in errors, and the key it takes. */
export interface PlaceConnectionOptions {
	readonly apiKey?: ApiKeySource | undefined
	readonly chosenBy?: string
	/** `User-Agent` of its requests. */
	readonly agent?: string
}

/**
 * A connection to a place in the protocol it speaks. One of REST or of the EVM alone answers `status`, and REST of
 * generation 9 the queries of modules and transactions too; other methods are refused as by a node that lacks them.
 * @throws {UserError} if its address is none.
 */
export function placeConnection(
	{ url, speaks }: { readonly url: string; readonly speaks: PlaceSpeech },
	{ apiKey, chosenBy = 'that address', agent }: PlaceConnectionOptions = {},
): RpcConnection {
	if (speaks === 'rpc') return remoteConnection(url, chosenBy, apiKey, agent)
	const abort = new AbortController()
	const base = nodeUrl(url).href.replace(/\/$/, '')
	const ask: Ask = async (path, body) => {
		let response: Response
		try {
			response = await fetch(`${base}${path}`, {
				...(body === undefined ? {} : { method: 'POST', body }),
				headers: { 'content-type': 'application/json', ...(await keyHeader(apiKey)) },
				redirect: 'error',
				signal: AbortSignal.any([abort.signal, AbortSignal.timeout(requestTimeoutMs)]),
			})
		} catch (cause) {
			if (cause instanceof UserError) throw cause
			throw new UserError(`${new URL(base).origin} does not answer.`, { next: `Check ${chosenBy}.`, cause })
		}
		const text = await response.text()
		if ([401, 403].includes(response.status)) {
			throw new UserError(`${new URL(base).origin} refuses without the right key.`, {
				why: `HTTP ${response.status}.`,
				next: 'Edit the place and give its key.',
			})
		}
		return { status: response.status, text }
	}
	let methods: Promise<OtherMethods> | undefined
	const load = (): Promise<OtherMethods> => {
		methods ??= speaks === 'evm' ? Promise.resolve(evmMethods(ask)) : restMethods(ask, speaks)
		return methods
	}
	return {
		kind: 'remote',
		name: base,
		protocol: speaks,
		...(apiKey === undefined ? {} : { apiKey }),
		call: async <M extends MethodName>(method: M, ...[params = {}]: CallArgs<M>) => {
			const run = (await load())[method] as ((params: unknown) => Promise<ReplyOf<M>>) | undefined
			if (run === undefined) throw notOffered(base, speaks)
			return run(params)
		},
		query: async (method, request, height) => {
			const { query } = await load()
			if (query === undefined) throw notOffered(base, speaks)
			return query(method, request, height)
		},
		subscribe: (_query, _listener, onState = () => {}) => {
			// It has no events: whoever follows it asks instead.
			const timer = setImmediate(() => onState({ up: false, reason: 'it sends none' }))
			return () => clearImmediate(timer)
		},
		close: () => abort.abort(),
	}
}

/** What a place of a protocol offers, in words. */
export const protocolWords: Readonly<Record<OtherProtocol, string>> = {
	'rest 9': 'REST of generation 9',
	'rest 8': 'REST of generation 8',
	evm: 'EVM JSON-RPC',
}

async function restMethods(ask: Ask, speaks: 'rest 8' | 'rest 9'): Promise<OtherMethods> {
	const { rest8Methods, rest9Methods } = await import('./restMethods.ts')
	return speaks === 'rest 9' ? rest9Methods(ask) : rest8Methods(ask)
}

function notOffered(base: string, speaks: OtherProtocol): RpcError {
	return new RpcError(-32601, 'Method not found', `${base} offers ${protocolWords[speaks]} only`)
}
