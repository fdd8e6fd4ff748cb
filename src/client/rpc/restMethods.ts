import { type DescMethodUnary, getOption, type Message } from '@bufbuild/protobuf'
import { decodeProtoJson } from '../../codec/gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import { http } from '../../gen/google/api/annotations_pb.js'
import { fromBase64, toHexUpper } from '../../util/bytes.ts'
import type { BlockchainReply } from '../../wire/blocks.ts'
import type { IndexedTx } from '../../wire/txs.ts'
import { type Ask, type OtherMethods, statusReply } from './otherMethods.ts'
import { RpcError } from './RpcError.ts'

type Json = Readonly<Record<string, unknown>>

/** What REST of generation 8 answers: `status`, from the old routes. */
export function rest8Methods(ask: Ask): OtherMethods {
	return {
		status: async () => {
			const { block } = await read(ask, '/blocks/latest')
			const { header } = block as { readonly header: Readonly<Record<string, string>> }
			return statusOf(header, header.app_hash ?? '')
		},
	}
}

/** What REST of generation 9, the gRPC gateway, answers: `status`, queries of modules, and transactions. */
export function rest9Methods(ask: Ask): OtherMethods {
	return {
		status: async () => {
			const { block } = await read(ask, '/cosmos/base/tendermint/v1beta1/blocks/latest')
			const { header } = block as { readonly header: Readonly<Record<string, string>> }
			return statusOf(header, toHexUpper(fromBase64(header.app_hash ?? '') ?? new Uint8Array()))
		},
		broadcast_tx_sync: async ({ tx }) => {
			const body = JSON.stringify({ tx_bytes: tx, mode: 'BROADCAST_MODE_SYNC' })
			const { tx_response: sent } = await read(ask, '/cosmos/tx/v1beta1/txs', body)
			const { code, codespace, raw_log: log, txhash: hash } = sent as Readonly<Record<string, string>>
			return { code: Number(code ?? 0), codespace: codespace ?? '', log: log ?? '', data: '', hash: hash ?? '' }
		},
		// Only the header of one block, for the time of a transaction.
		blockchain: async ({ minHeight }) => {
			const { block } = await read(ask, `/cosmos/base/tendermint/v1beta1/blocks/${minHeight}`)
			const { header } = block as { readonly header: Readonly<Record<string, string>> }
			return { last_height: header.height, block_metas: [{ header }] } as unknown as BlockchainReply
		},
		tx: async ({ hash }) => {
			const bytes = fromBase64(hash ?? '') ?? new Uint8Array()
			const { tx, tx_response: found } = await read(ask, `/cosmos/tx/v1beta1/txs/${toHexUpper(bytes)}`)
			return indexedTx(found as Json, tx)
		},
		query: async (method, request, height) => {
			const { path, body } = requestOf(method, request)
			// The gateway takes the height as a header; only queries of the newest state go this way.
			if (height !== undefined) throw new RpcError(-32602, 'Invalid params', 'over REST only the newest block is read')
			const reply = await read(ask, path, body)
			return decodeProtoJson(method.output, JSON.stringify(reply), { registry, allowUnknown: true }) as never
		},
	}
}

const registry = createRegistry({ evm: true })

/** Path, query and body of a method's request, from its google.api.http annotation. */
function requestOf(method: DescMethodUnary, request: Message): { readonly path: string; readonly body?: string } {
	const { pattern } = getOption(method, http)
	if (pattern.case !== 'get' && pattern.case !== 'post') {
		throw new RpcError(-32601, 'Method not found', `${method.parent.typeName}.${method.name} has no REST path`)
	}
	const values = JSON.parse(encodeProtoJson(request, method.input, { registry })) as Json
	const named = new Set<string>()
	const path = pattern.value.replace(/\{(\w+)\}/g, (_all, name: string) => {
		named.add(name)
		return encodeURIComponent(String(values[name] ?? ''))
	})
	if (pattern.case === 'post') return { path, body: JSON.stringify(values) }
	const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !named.has(name)))
	const query = new URLSearchParams(flat(rest, '')).toString()
	return { path: query === '' ? path : `${path}?${query}` }
}

/** Fields as query parameters: those of messages are joined by dots. */
function flat(values: Json, prefix: string): [string, string][] {
	return Object.entries(values).flatMap(([name, value]): [string, string][] => {
		// Defaults are what is left out.
		if (!value || value === '0') return []
		if (Array.isArray(value)) return value.map((item) => [`${prefix}${name}`, String(item)])
		if (typeof value === 'object') return flat(value as Json, `${prefix}${name}.`)
		return [[`${prefix}${name}`, String(value)]]
	})
}

function statusOf(header: Readonly<Record<string, string>>, appHash: string) {
	const { chain_id: chainId = '', height = '0', time = '' } = header
	return statusReply({ chainId, height, time, appHash })
}

async function indexedTx(found: Json, tx: unknown): Promise<IndexedTx> {
	const { TxSchema } = await import('../../gen/cosmos/tx/v1beta1/tx_pb.js')
	const text = (name: string): string => String(found[name] ?? '')
	const message = decodeProtoJson(TxSchema, JSON.stringify(tx), { registry, allowUnknown: true })
	return {
		hash: text('txhash'),
		height: text('height'),
		index: 0,
		tx_result: {
			code: Number(found.code ?? 0),
			log: text('raw_log'),
			codespace: text('codespace'),
			gas_wanted: text('gas_wanted'),
			gas_used: text('gas_used'),
			events: (found.events ?? []) as NonNullable<IndexedTx['tx_result']['events']>,
		},
		tx: Buffer.from(encodeMessage(TxSchema, message)).toString('base64'),
	}
}

/** The JSON of a path. @throws {ChainError} if the gateway refuses: code 5 of gRPC is an item that is not there. */
async function read(ask: Ask, path: string, body?: string): Promise<Json> {
	const { status, text } = await ask(path, body)
	let reply: Json
	try {
		reply = JSON.parse(text) as Json
	} catch {
		throw new RpcError(-32603, 'Internal error', `HTTP ${status} and no JSON`)
	}
	if (status < 400) return reply
	const message = String(reply.message ?? reply.error ?? `HTTP ${status}`)
	if (reply.code === 5) throw sdkErrors.keyNotFound.wrap(message)
	throw new ChainError('sdk', Number(reply.code ?? 1), message)
}
