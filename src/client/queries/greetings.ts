import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { GreetSchema } from '../../gen/chain/greet/v1beta1/greet_pb.js'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import type { Greeting } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { abciQuery, type QueryAt } from './abciQuery.ts'

/** Path of the raw keys of the greet store. */
export const greetStorePath = '/store/greet/key'

/** Requests of one window that are under way at the same time. */
const requestsAtOnce = 32

/** Store key of a greeting; the prefix stands twice, as the module writes it. */
export function greetingKey(id: string): Uint8Array {
	return utf8(`greet-value-greet-value-${id}`)
}

/** How many greetings there are: ids are 0 .. count-1. */
export async function readGreetingCount(connection: RpcConnection, at: QueryAt = {}): Promise<number> {
	const { value } = await abciQuery(connection, greetStorePath, utf8('greet-count-greet-count-'), at)
	return value.length === 0 ? 0 : Number(fromUtf8(value))
}

/** The greeting of an id, or undefined. */
export async function readGreeting(
	connection: RpcConnection,
	id: string,
	at: QueryAt = {},
): Promise<Greeting | undefined> {
	const { value } = await abciQuery(connection, greetStorePath, greetingKey(id), at)
	if (value.length === 0) return undefined
	const { owner, message } = decodeMessage(GreetSchema, value)
	return { id, owner, message }
}

/** The greetings of ids `from` (inclusive) to `to` (exclusive), one key each: the list is never read whole. */
export async function readGreetingRange(
	connection: RpcConnection,
	from: number,
	to: number,
): Promise<readonly Greeting[]> {
	const found: (Greeting | undefined)[] = []
	for (let start = Math.max(0, from); start < to; start += requestsAtOnce) {
		const ids = Array.from({ length: Math.min(requestsAtOnce, to - start) }, (_, index) => String(start + index))
		found.push(...(await Promise.all(ids.map((id) => readGreeting(connection, id)))))
	}
	return found.filter((greeting) => greeting !== undefined)
}
