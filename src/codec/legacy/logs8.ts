import { quoteJson } from '../goJson/quoteJson.ts'

/** An event of a message as logs show it. */
export interface LogEvent {
	readonly type: string
	readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

/** The log of a message. */
export interface MessageLog {
	readonly events: readonly LogEvent[]
}

/** The `message.action` of generation 8 by today's type URL. */
const actions: ReadonlyMap<string, string> = new Map([
	['/cosmos.bank.v1beta1.MsgSend', 'send'],
	['/cosmos.bank.v1beta1.MsgMultiSend', 'multisend'],
	['/chain.greet.v1beta1.MsgCreateGreet', 'create_greet'],
])

/** The type URL of an action of generation 8; another text is itself. */
export function typeUrlOfAction(action: string): string {
	return [...actions].find(([, name]) => name === action)?.[0] ?? action
}

/** Logs as generation 8 had them: short actions, no events of coins spent and received. */
export function logs8(logs: readonly MessageLog[]): readonly MessageLog[] {
	return logs.map(({ events }) => ({
		events: events.filter(({ type }) => type !== 'coin_spent' && type !== 'coin_received').map(event8),
	}))
}

function event8({ type, attributes }: LogEvent): LogEvent {
	if (type !== 'message') return { type, attributes }
	return {
		type,
		attributes: attributes.map(({ key, value }) => ({
			key,
			value: key === 'action' ? (actions.get(value) ?? value) : value,
		})),
	}
}

/** Logs of generation 8 in JSON: index and empty text are always there. */
export function logs8Json(logs: readonly MessageLog[]): string {
	const items = logs.map(
		({ events }, index) => `{"msg_index":${index},"log":"","events":[${events.map(eventJson).join(',')}]}`,
	)
	return `[${items.join(',')}]`
}

function eventJson({ type, attributes }: LogEvent): string {
	const list = attributes.map(({ key, value }) => {
		const shown = value === '' ? '' : `,"value":${quoteJson(value)}`
		return `{"key":${quoteJson(key)}${shown}}`
	})
	return `{"type":${quoteJson(type)},"attributes":[${list.join(',')}]}`
}
