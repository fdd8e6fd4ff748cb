import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { only } from '../../errors/attempt.ts'
import { type ChainError, sdkErrors } from '../../errors/ChainError.ts'
import { GreetSchema } from '../../gen/chain/greet/v1beta1/greet_pb.js'
import { Query } from '../../gen/chain/greet/v1beta1/query_pb.js'
import { PairsSchema } from '../../gen/cosmos/base/kv/v1beta1/kv_pb.js'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { Greeting } from '../chainTypes.ts'
import { abciQuery, isNotFound, type QueryAt, queryMethod } from '../queries/abciQuery.ts'

type Chain = Pick<ClientContext, 'connection'>

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

/** Number of greetings, by default at the latest height; ids are 0 .. count-1. */
export async function getGreetingCount({ connection }: Chain, at: QueryAt = {}): Promise<number> {
	if (connection.protocol !== undefined) {
		const { pagination } = await queryMethod(connection, Query.method.greetAll, {
			pagination: { limit: 1n, countTotal: true },
		})
		return Number(pagination?.total ?? 0n)
	}
	const { value } = await abciQuery(connection, greetStorePath, utf8('greet-count-greet-count-'), at)
	// Nothing is stored before the first one.
	return Number(fromUtf8(value))
}

/** The greeting of an id, by default at the latest height; undefined if there is none. */
export async function getGreeting({ connection }: Chain, id: string, at: QueryAt = {}): Promise<Greeting | undefined> {
	if (connection.protocol !== undefined) return greetingByQuery(connection, id)
	const { value } = await abciQuery(connection, greetStorePath, greetingKey(id), at)
	if (value.length === 0) return undefined
	const { owner, message } = decodeMessage(GreetSchema, value)
	return { id, owner, message }
}

/** The greeting of an id from a place that has queries of modules, but no keys of stores. */
async function greetingByQuery(connection: Chain['connection'], id: string): Promise<Greeting | undefined> {
	const reply = await queryMethod(connection, Query.method.greet, { id }).catch(only(isNotFound, () => undefined))
	return reply?.greeting && { id, owner: reply.greeting.owner, message: reply.greeting.message }
}

/**
 * Greetings of ids `from` (inclusive) to `to` (exclusive), ascending, without reading the whole list. Ids
 * from 10,000 on are read a hundred at a time by their common key prefix, the others one by one.
 */
export async function getGreetings(client: Chain, from: number, to: number): Promise<readonly Greeting[]> {
	const found: Greeting[] = []
	let id = Math.max(0, from)
	while (id < to) {
		const isHundred = client.connection.protocol === undefined && id >= groupedFrom && id % 100 === 0 && id + 100 <= to
		const group = isHundred ? await readHundred(client, id) : await readEach(client, id, singles(id, to))
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

async function readEach(client: Chain, from: number, to: number): Promise<readonly Greeting[]> {
	const ids = Array.from({ length: to - from }, (_, index) => String(from + index))
	const found = await Promise.all(ids.map((id) => getGreeting(client, id)))
	return found.filter((greeting) => greeting !== undefined)
}

/** The hundred greetings from an id that ends in 00, by their key prefix (store/iavl v0.44.5 Query, subspace). */
async function readHundred({ connection }: Chain, from: number): Promise<readonly Greeting[]> {
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

/**
 * Whether the node has the state of a height. It lacks pruned and future heights: module queries answer there as if the
 * state were empty (cosmos-sdk v0.44.5 baseapp/abci.go), but reading a store key fails.
 */
export async function hasState(client: Chain, height: number): Promise<boolean> {
	const isMissing = (error: unknown): error is ChainError => sdkErrors.invalidHeight.is(error)
	const count = await getGreetingCount(client, { height }).catch(only(isMissing, () => undefined))
	return count !== undefined
}
