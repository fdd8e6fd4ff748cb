import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { GreetSchema } from '../../gen/chain/greet/v1beta1/greet_pb.js'
import { PairsSchema } from '../../gen/cosmos/base/kv/v1beta1/kv_pb.js'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import type { Greeting } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { abciQuery, type QueryAt } from './abciQuery.ts'

/** Path of the raw keys of the greet store. */
export const greetStorePath = '/store/greet/key'

/** Path of all keys of the greet store that begin alike. */
const greetSubspacePath = '/store/greet/subspace'
/** Stands twice, as the module writes it. */
const keyPrefix = 'greet-value-greet-value-'

/** Requests of one window that are under way at the same time. */
const requestsAtOnce = 32

/** Store key of a greeting. */
export function greetingKey(id: string): Uint8Array {
	return utf8(`${keyPrefix}${id}`)
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

/**
 * The greetings of ids `from` (inclusive) to `to` (exclusive), ascending; the list is never read whole. Ids from 10,000 on
 * are read a hundred at a time, by the prefix their keys share; the others one key each.
 */
export async function readGreetingRange(
	connection: RpcConnection,
	from: number,
	to: number,
): Promise<readonly Greeting[]> {
	const found: Greeting[] = []
	let id = Math.max(0, from)
	while (id < to) {
		const isHundred = id >= groupedFrom && id % 100 === 0 && id + 100 <= to
		const group = isHundred ? await readHundred(connection, id) : await readEach(connection, id, singles(id, to))
		found.push(...group)
		id = isHundred ? id + 100 : singles(id, to)
	}
	return found
}

/** Below it a prefix would cover many times more greetings than are wanted. */
const groupedFrom = 10_000

/** One past the last id that is read by itself from `id` on. */
function singles(id: number, to: number): number {
	const most = Math.min(to, id + requestsAtOnce)
	return id < groupedFrom ? Math.min(most, groupedFrom) : Math.min(most, id - (id % 100) + 100)
}

async function readEach(connection: RpcConnection, from: number, to: number): Promise<readonly Greeting[]> {
	const ids = Array.from({ length: to - from }, (_, index) => String(from + index))
	const found = await Promise.all(ids.map((id) => readGreeting(connection, id)))
	return found.filter((greeting) => greeting !== undefined)
}

/** The hundred greetings from an id on that ends in 00, by the prefix of their keys (store/iavl v0.44.5 Query, subspace). */
async function readHundred(connection: RpcConnection, from: number): Promise<readonly Greeting[]> {
	const { value } = await abciQuery(connection, greetSubspacePath, greetingKey(String(from / 100)))
	const found = new Map<number, Greeting>()
	for (const pair of decodeMessage(PairsSchema, value).pairs) {
		const id = fromUtf8(pair.key).slice(keyPrefix.length)
		const { owner, message } = decodeMessage(GreetSchema, pair.value)
		found.set(Number(id), { id, owner, message })
	}
	const ids = Array.from({ length: 100 }, (_, index) => from + index)
	return ids.flatMap((id) => found.get(id) ?? [])
}
