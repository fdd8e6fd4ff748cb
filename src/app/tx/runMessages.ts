import type { AbciEvent } from '../../abci/Application.ts'
import { listOrNull } from '../../codec/amino/stdTx.ts'
import { quoteJson } from '../../codec/goJson/quoteJson.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import { type MsgData, MsgDataSchema, TxMsgDataSchema } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { byKey } from '../../util/order.ts'
import type { AppContext } from '../AppContext.ts'
import type { TxMode } from '../Context.ts'
import { EventList } from '../EventList.ts'
import type { AppTx } from './AppTx.ts'

/** Combined result of a transaction's messages. */
export interface MessagesResult {
	/** A TxMsgData with each message's response. */
	readonly data: Uint8Array
	readonly log: string
	readonly events: readonly AbciEvent[]
}

/**
 * Executes the messages in order, each with its own events behind a `message.action`; none is executed in a check.
 * Throws the first failure with the message's index in front. It waits only for handlers that answer by a promise. Source: cosmos-sdk v0.44.5 baseapp/baseapp.go runMsgs.
 */
export async function runMessages(ctx: AppContext, tx: AppTx, mode: TxMode): Promise<MessagesResult> {
	const executed = mode === 'check' || mode === 'recheck' ? [] : tx.messages
	const lists: AbciEvent[][] = []
	const data: MsgData[] = []
	for (const [index, { type, typeUrl, value }] of executed.entries()) {
		const events = new EventList()
		ctx.trace?.enter(`message ${index} ${typeUrl}`)
		events.emit('message', [['action', typeUrl]])
		try {
			const answer = type.handle(ctx.with({ events }), value)
			const bytes = answer instanceof Uint8Array ? answer : await answer
			data.push({ $typeName: MsgDataSchema.typeName, msgType: typeUrl, data: bytes })
		} catch (error) {
			if (error instanceof ChainError && !sdkErrors.panic.is(error)) {
				throw error.wrap(`failed to execute message; message index: ${index}`)
			}
			throw error
		}
		lists.push(events.events)
	}
	const bytes = encodeMessage(TxMsgDataSchema, { $typeName: TxMsgDataSchema.typeName, data, msgResponses: [] })
	return { data: bytes, log: messageLogs(lists), events: lists.flat() }
}

/**
 * The log of a successful transaction: amino JSON with the events of each message, merged by type and sorted by type
 * name, attributes in order of emission. Without messages it is `[]`. Source: cosmos-sdk v0.44.5 types/result.go
 * ABCIMessageLogs.String, types/events.go StringifyEvents.
 */
export function messageLogs(events: readonly (readonly AbciEvent[])[]): string {
	const logs = events.map((list, index) => {
		const position = index === 0 ? '' : `"msg_index":${index},`
		return `{${position}"events":[${stringEvents(list).join(',')}]}`
	})
	return `[${logs.join(',')}]`
}

function stringEvents(events: readonly AbciEvent[]): readonly string[] {
	const byType = new Map<string, string[]>()
	for (const { type, attributes } of events) {
		const list = getOrInsert(byType, type, () => [])
		for (const { key, value } of attributes) list.push(attributeJson(key, value))
	}
	const sorted = [...byType].sort(byKey)
	return sorted.map(([type, attributes]) => `{"type":${quoteJson(type)},"attributes":${listOrNull(attributes)}}`)
}

function attributeJson(key: string, value: string): string {
	const fields: string[] = []
	if (key !== '') fields.push(`"key":${quoteJson(key)}`)
	if (value !== '') fields.push(`"value":${quoteJson(value)}`)
	return `{${fields.join(',')}}`
}
