import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { GreetSchema } from '../../gen/chain/greet/v1beta1/greet_pb.js'
import { PairsSchema } from '../../gen/cosmos/base/kv/v1beta1/kv_pb.js'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import type { Greeting } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { abciQuery, type QueryAt } from './abciQuery.ts'

/** Query path of the raw keys of the greet store. */
export const greetStorePath = '/store/greet/key'

/** Query path of all keys of the greet store with a common prefix. */
const greetSubspacePath = '/store/greet/subspace'
/** The module writes the prefix twice. */
const keyPrefix = 'greet-value-greet-value-'

/** Concurrent requests of one range. */
const requestsAtOnce = 32

/** Store key of a greeting. */
export function greetingKey(id: string): Uint8Array {
	return utf8(`${keyPrefix}${id}`)
}

/** Reads the number of greetings: ids are 0 .. count-1. */
export async function readGreetingCount(connection: RpcConnection, at: QueryAt = {}): Promise<number> {
	const { value } = await abciQuery(connection, greetStorePath, utf8('greet-count-greet-count-'), at)
	return value.length === 0 ? 0 : Number(fromUtf8(value))
}

/** Reads the greeting of an id; undefined if there is none. */
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
 * Reads the greetings of ids `from` (inclusive) to `to` (exclusive), ascending, without reading the whole list. Ids
 * from 10,000 on are read a hundred at a time by their common key prefix, the others one by one.
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

/** Below this id a prefix would match many more greetings than needed. */
const groupedFrom = 10_000

/** One past the last id that is read alone, starting at `id`. */
function singles(id: number, to: number): number {
	const most = Math.min(to, id + requestsAtOnce)
	return id < groupedFrom ? Math.min(most, groupedFrom) : Math.min(most, id - (id % 100) + 100)
}

async function readEach(connection: RpcConnection, from: number, to: number): Promise<readonly Greeting[]> {
	const ids = Array.from({ length: to - from }, (_, index) => String(from + index))
	const found = await Promise.all(ids.map((id) => readGreeting(connection, id)))
	return found.filter((greeting) => greeting !== undefined)
}

/** The hundred greetings from an id that ends in 00, by their key prefix (store/iavl v0.44.5 Query, subspace). */
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
