import type { BroadcastResult } from '../../client/index.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { tryDecodeTx } from '../../codec/tx/decodeTx.ts'
import { txToJson } from '../../codec/txJson/txJson.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { fromBase64, toHexUpper } from '../../util/bytes.ts'
import { items, jsonOf, member } from '../../util/jsonParts.ts'
import type { AbciEvent, IndexedTx, TxResult } from '../../wire/txs.ts'

/** The framework's TxResponse in the order of its fields (cosmos-sdk v0.44.5 types/result.go). */
export type TxResponse = ReturnType<typeof broadcastResponse>

/** The response of a node to a broadcast, which has its data in upper-case hex already. */
export function broadcastResponse({ hash, code, codespace, log, data }: BroadcastResult) {
	return {
		height: '0',
		txhash: hash,
		codespace,
		code,
		data,
		raw_log: log,
		logs: parseLogs(log),
		info: '',
		gas_wanted: '0',
		gas_used: '0',
		tx: null as unknown,
		timestamp: '',
		events: [] as readonly unknown[],
	}
}

/** A transaction's result in a block, without the transaction itself. */
export function resultResponse(hash: string, height: string, result: TxResult): TxResponse {
	const { code, codespace, log } = result
	const data = toHexUpper(fromBase64(result.data ?? '') ?? new Uint8Array())
	return {
		...broadcastResponse({ hash, code: code ?? 0, codespace: codespace ?? '', log: log ?? '', data }),
		height,
		info: result.info ?? '',
		gas_wanted: result.gas_wanted ?? '0',
		gas_used: result.gas_used ?? '0',
		events: (result.events ?? []).map(eventJson),
	}
}

/** A transaction of the index with its content and the time of its block. */
export function txResponse(wire: IndexedTx, time: string, registry: Registry): TxResponse {
	const raw = fromBase64(wire.tx) ?? new Uint8Array()
	return {
		...resultResponse(wire.hash.toUpperCase(), wire.height, wire.tx_result),
		tx: typedTx(raw, registry),
		timestamp: time.replace(/\.\d+Z$/, 'Z'),
	}
}

function typedTx(raw: Uint8Array, registry: Registry): unknown {
	const tx = tryDecodeTx(raw, registry)
	if (tx instanceof ChainError) return null
	return { '@type': '/cosmos.tx.v1beta1.Tx', ...(JSON.parse(txToJson(tx, registry)) as object) }
}

/** The log of a success is JSON with one entry per message; any other log is text. */
function parseLogs(log: string): readonly unknown[] {
	const entries = items(jsonOf(log))
	// A node can tell null in place of each part of it.
	if (entries.includes(null)) return []
	return entries.map((entry) => ({
		msg_index: member(entry, 'msg_index') ?? 0,
		log: member(entry, 'log') ?? '',
		events: member(entry, 'events') ?? [],
	}))
}

function eventJson(event: AbciEvent): unknown {
	const attributes = (event.attributes ?? []).map(({ key, value, index }) => ({
		key: key ?? null,
		value: value ?? null,
		index: index ?? false,
	}))
	return { type: event.type, attributes }
}
