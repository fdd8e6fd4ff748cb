import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { getGreeting, getGreetingCount, getGreetings } from '../../../../src/client/actions/greetings.ts'
import type { QueryCall } from '../../../../src/client/rpc/RpcConnection.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { GreetSchema } from '../../../../src/gen/chain/greet/v1beta1/greet_pb.js'
import { PairSchema, PairsSchema } from '../../../../src/gen/cosmos/base/kv/v1beta1/kv_pb.js'
import { fromHex, fromUtf8, toBase64, utf8 } from '../../../../src/util/bytes.ts'
import { connectionOf, gone, refused } from '../connectionOf.ts'

const prefix = 'greet-value-greet-value-'
const greeting = (id: number) => ({ owner: `kite1${id}`, message: `number ${id}` })
const bytesOf = (id: number) => encodeMessage(GreetSchema, create(GreetSchema, greeting(id)))

/** A node with the greetings below `count` except one, the questions it was asked, and how many at a time. */
function nodeOf(count: number, missing = -1) {
	const asked: string[] = []
	let open = 0
	let most = 0
	const has = (id: number) => id < count && id !== missing
	const abci_query = async ({ path, data }: { readonly path: string; readonly data: string }) => {
		const name = fromUtf8(fromHex(data)!).slice(prefix.length)
		asked.push(`${path.slice('/store/greet/'.length)} ${name}`)
		most = Math.max(most, ++open)
		await new Promise<void>((resolve) => setImmediate(resolve))
		open--
		if (path.endsWith('/key'))
			return { response: { value: has(Number(name)) ? toBase64(bytesOf(Number(name))) : null } }
		// All whose number begins like this, in the order of their keys.
		const ids = Array.from({ length: count }, (_, id) => id).filter((id) => has(id) && String(id).startsWith(name))
		const pairs = ids.sort().map((id) => create(PairSchema, { key: utf8(`${prefix}${id}`), value: bytesOf(id) }))
		return { response: { value: toBase64(encodeMessage(PairsSchema, create(PairsSchema, { pairs }))) } }
	}
	return { connection: connectionOf({ abci_query }), asked, most: () => most }
}
const ids = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
const keys = (from: number, to: number) => ids(from, to).map((id) => `key ${id}`)

test.each<readonly [number, number, readonly string[]]>([
	[5, 5, []],
	[-3, 2, keys(0, 2)],
	[100, 200, keys(100, 200)],
	[9_998, 10_002, keys(9_998, 10_002)],
	[9_990, 10_100, [...keys(9_990, 10_000), 'subspace 100']],
	[10_000, 10_099, keys(10_000, 10_099)],
	[10_000, 10_200, ['subspace 100', 'subspace 101']],
	[10_149, 10_152, keys(10_149, 10_152)],
	[10_098, 10_301, [...keys(10_098, 10_100), 'subspace 101', 'subspace 102', 'key 10300']],
])('the greetings %i to %i are read by these questions alone', async (from, to, questions) => {
	const { asked, ...node } = nodeOf(10_400, 10_150)
	const found = await getGreetings(node, from, to)
	const there = ids(Math.max(0, from), to).filter((id) => id !== 10_150)
	expect(found).toEqual(there.map((id) => ({ id: String(id), ...greeting(id) })))
	expect(asked).toEqual(questions)
})

test('greetings are read 32 at a time where they are read one by one', async () => {
	const node = nodeOf(100)
	expect(await getGreetings(node, 0, 70)).toHaveLength(70)
	expect(node.most()).toBe(32)
})

test('greetings of a place that has queries of modules alone are read one by one', async () => {
	const { connection, asked } = nodeOf(0)
	const read: string[] = []
	const query = async (_method: unknown, { id }: { readonly id: string }) => {
		read.push(id)
		return { greeting: { id, owner: 'kite1a', message: 'hi' } }
	}
	const place = { ...connection, protocol: 'rest 9', query: query as unknown as QueryCall } as const
	expect(await getGreetings({ connection: place }, 10_000, 10_100)).toHaveLength(100)
	expect([read, asked]).toEqual([ids(10_000, 10_100).map(String), []])
})

test.each<readonly [string, Error, unknown]>([
	['that it does not know', new RpcError(-32603, 'Internal error', 'Greeting Not Found'), undefined],
	['that it refuses', refused, refused],
	['of a place that does not answer', gone, gone],
])('a greeting %s is read as none, or with its fault', async (_name, fault, expected) => {
	const query = (async () => {
		throw fault
	}) as unknown as QueryCall
	const connection = { ...connectionOf({}), protocol: 'rest 9', query } as const
	expect(await getGreeting({ connection }, '3').catch((error: unknown) => error)).toBe(expected)
})

test('the number of greetings is what the store says of a height, and 0 where it says nothing', async () => {
	const asked: unknown[] = []
	const count = (value: string | null, height?: number) => {
		const abci_query = (params: object) => {
			asked.push(params)
			return { response: { value } }
		}
		return getGreetingCount({ connection: connectionOf({ abci_query }) }, height === undefined ? {} : { height })
	}
	expect([await count(toBase64(utf8('7'))), await count(toBase64(utf8('10400')), 5), await count(null)]).toEqual([
		7, 10_400, 0,
	])
	const question = { path: '/store/greet/key', data: Buffer.from('greet-count-greet-count-').toString('hex') }
	expect(asked).toEqual([question, { ...question, height: '5' }, question])
})
