import { create } from '@bufbuild/protobuf'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { type DecodedTx, tryDecodeTx } from '../../codec/tx/decodeTx.ts'
import { messageSigners } from '../../codec/tx/messageSigners.ts'
import { ethereumMessageType, evmOutline, shortened } from '../../codec/tx/outlineTx.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { fromBase64, fromUtf8 } from '../../util/bytes.ts'
import type { AbciEvent, IndexedTx } from '../../wire/txs.ts'
import type { TxDetail, TxEvent } from '../chainTypes.ts'

/**
 * A transaction for screens. Expensive parts (decoding, JSON, events) are computed on first access, so that a block of
 * hundreds costs nothing while only its count is shown.
 */
export function txDetail(wire: IndexedTx, time: string, registry: Registry): TxDetail {
	const { tx_result: result } = wire
	const raw = fromBase64(wire.tx) ?? new Uint8Array()
	const read = once(() => tryDecodeTx(raw, registry))
	const decoded = () => {
		const tx = read()
		return tx instanceof ChainError ? undefined : tx
	}
	const json = once(() => txJson(read(), registry))
	const first = once(() => shortened(firstMessage(json())) as Readonly<Record<string, unknown>>)
	const events = once(() => (result.events ?? []).map(textEvent))
	const messageTypes = once(() => decoded()?.body.messages.map((message) => message.typeUrl) ?? [])
	const evm = once(() => (messageTypes().includes(ethereumMessageType) ? evmOutline(events()) : undefined))
	return {
		hash: wire.hash.toUpperCase(),
		height: Number(wire.height),
		index: wire.index,
		time,
		code: result.code ?? 0,
		codespace: result.codespace ?? '',
		log: result.log ?? '',
		gasWanted: BigInt(result.gas_wanted ?? '0'),
		gasUsed: BigInt(result.gas_used ?? '0'),
		raw,
		data: fromBase64(result.data ?? '') ?? new Uint8Array(),
		get evmFault() {
			return evm()?.fault || undefined
		},
		get fee() {
			return (decoded()?.authInfo.fee?.amount ?? []).map(({ denom, amount }) => ({ denom, amount }))
		},
		get memo() {
			return decoded()?.body.memo ?? ''
		},
		get json() {
			return json()
		},
		get first() {
			return first()
		},
		get messageTypes() {
			return messageTypes()
		},
		get signers() {
			return evm()?.senders ?? messageSigners(decoded()?.messages ?? [])
		},
		get events() {
			return events()
		},
	}
}

function firstMessage(json: unknown): unknown {
	const { body } = json as { readonly body?: { readonly messages?: readonly unknown[] } }
	return body?.messages?.[0] ?? {}
}

/** Proto JSON of a decoded transaction, original field names, messages with `@type`. */
export function txJson(tx: DecodedTx | ChainError, registry: Registry): unknown {
	if (tx instanceof ChainError) return { undecodable: tx.log }
	const { body, authInfo, signatures } = tx
	const message = create(TxSchema, { signatures: [...signatures] })
	message.body = body
	message.authInfo = authInfo
	return JSON.parse(encodeProtoJson(message, TxSchema, { registry }))
}

function once<T>(compute: () => T): () => T {
	let known: { readonly value: T } | undefined
	return () => {
		known ??= { value: compute() }
		return known.value
	}
}

/** An event with its keys and values as texts: they are base64 in the 0.34 dialect. */
export function textEvent(event: AbciEvent): TxEvent {
	const attributes = (event.attributes ?? []).map(({ key, value, index }) => ({
		key: text(key),
		value: text(value),
		index: index ?? false,
	}))
	return { type: event.type, attributes }
}

function text(base64: string | null | undefined): string {
	const bytes = fromBase64(base64 ?? '')
	return bytes ? fromUtf8(bytes) : (base64 ?? '')
}
