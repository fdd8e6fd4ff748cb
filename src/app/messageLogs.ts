import type { AbciEvent } from '../abci/Application.ts'
import { quoteJson } from '../codec/goJson/quoteJson.ts'

/**
 * The log of a successful transaction: amino JSON with the events of each message, merged by type and sorted by type
 * name, attributes in order of emission. Without messages it is `[]`.
 *
 * Source: cosmos-sdk v0.44.5 types/result.go ABCIMessageLogs.String, types/events.go StringifyEvents.
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
		let list = byType.get(type)
		if (list === undefined) {
			list = []
			byType.set(type, list)
		}
		for (const { key, value } of attributes) list.push(attributeJson(key, value))
	}
	const types = [...byType.keys()].sort()
	return types.map((type) => `{"type":${quoteJson(type)},"attributes":${listJson(byType.get(type) ?? [])}}`)
}

function attributeJson(key: string, value: string): string {
	const fields: string[] = []
	if (key !== '') fields.push(`"key":${quoteJson(key)}`)
	if (value !== '') fields.push(`"value":${quoteJson(value)}`)
	return `{${fields.join(',')}}`
}

/** Amino writes a list that was never filled as null. */
function listJson(items: readonly string[]): string {
	return items.length === 0 ? 'null' : `[${items.join(',')}]`
}
