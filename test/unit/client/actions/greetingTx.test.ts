import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { getGreetingTx } from '../../../../src/client/actions/greetingTx.ts'
import { SummaryReader, summarySource } from '../../../../src/client/queries/SummaryReader.ts'
import type { TxReader } from '../../../../src/client/queries/TxReader.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { GreetSchema } from '../../../../src/gen/chain/greet/v1beta1/greet_pb.js'
import { fromHex, fromUtf8, toBase64, utf8 } from '../../../../src/util/bytes.ts'
import { connectionOf, gone, refused } from '../connectionOf.ts'

/** A transaction with its greetings, each `owner: text`. */
interface Made {
	readonly height: number
	readonly greetings: readonly string[]
	/** Not 0 for one that failed; default 0. */
	readonly code?: number
}

/** Of which heights a node still has the state and the index. */
interface Kept {
	readonly stateFrom?: number
	readonly indexFrom?: number
	/** Last height when the greetings are counted; those after come before the transactions are. */
	readonly countedAt?: number
	readonly fault?: Error
}

/** Asks a node of a chain of these transactions, whose hashes are their places, for the transaction of a greeting. */
async function find(
	id: number,
	chain: readonly Made[],
	{ stateFrom = 1, indexFrom = 1, countedAt = 9_999, fault }: Kept = {},
) {
	const asked: string[] = []
	const created = chain.flatMap((tx, place) =>
		(tx.code ?? 0) !== 0 ? [] : tx.greetings.map((text) => ({ ...partsOf(text), height: tx.height, place })),
	)
	const summaries = chain.map(({ height, greetings, code = 0 }, place) => ({
		...{ hash: String(place), height, code, gas_wanted: '1', gas_used: '1' },
		message_types:
			greetings.length === 0 ? [['/other', 1]] : [['/chain.greet.v1beta1.MsgCreateGreet', greetings.length]],
		// A long text is cut in a summary.
		first: greetings.slice(0, 1).map((text) => partsOf(text.slice(0, 200)))[0] ?? {},
	}))
	const connection = connectionOf(
		{
			abci_query: ({ data, height }: { readonly data: string; readonly height?: string }) => {
				if (height !== undefined && fault !== undefined) return fault
				if (height !== undefined && Number(height) < stateFrom) return { response: { log: 'version does not exist' } }
				const there = created.filter((greeting) => greeting.height <= Number(height ?? countedAt))
				const key = fromUtf8(fromHex(data)!)
				const greeting = there[Number(/value-(\d+)$/.exec(key)?.[1] ?? Number.NaN)]
				const message = greeting && encodeMessage(GreetSchema, create(GreetSchema, greeting))
				const value = key.startsWith('greet-count') ? utf8(String(there.length)) : (message ?? new Uint8Array())
				return { response: { code: 0, value: toBase64(value) } }
			},
			chain_txs: ({
				query,
				page,
				perPage,
			}: {
				readonly query: string
				readonly page: number
				readonly perPage: number
			}) => {
				asked.push(query)
				const owner = /message.sender='(\w+)'/.exec(query)?.[1]
				const found = summaries
					.filter(({ height, code, first }) => code === 0 && height >= indexFrom && 'owner' in first)
					.filter(({ hash }) =>
						chain[Number(hash)]!.greetings.some((text) => owner === undefined || partsOf(text).owner === owner),
					)
					.reverse()
				if (page > 1 && (page - 1) * perPage >= found.length) return refused
				return { txs: found.slice((page - 1) * perPage, page * perPage), total: found.length }
			},
			chain_block: ({ height }: { readonly height: number }) => ({
				block: { height, gas_used: '1' },
				txs: summaries.filter((tx) => tx.height === height),
			}),
		},
		asked,
	)
	const sources = {
		connection,
		summaries: new SummaryReader(summarySource(connection, createRegistry())),
		details: {
			tx: async (hash: string) => ({ json: { body: { messages: chain[Number(hash)]?.greetings.map(partsOf) } } }),
		} as unknown as TxReader,
	}
	return { found: (await getGreetingTx(sources, String(id)))?.hash, asked }
}

function partsOf(text: string) {
	const [owner = '', message = ''] = text.split(': ')
	return { owner, message }
}

/** The places found for each greeting of a chain. */
const findAll = async (chain: readonly Made[], kept?: Kept) => {
	const count = chain.flatMap(({ greetings, code = 0 }) => (code === 0 ? greetings : [])).length
	return Promise.all(Array.from({ length: count }, async (_, id) => (await find(id, chain, kept)).found))
}

describe('the transaction of a greeting on a node that keeps everything', () => {
	test('the transaction of a greeting is told by the counts before its block, past those that failed or made none', async () => {
		const chain = [
			{ height: 1, greetings: ['ann: hi', 'ann: hi'] },
			{ height: 1, greetings: ['bob: hi'] },
			{ height: 3, greetings: ['ann: no'], code: 5 },
			{ height: 3, greetings: [] },
			{ height: 3, greetings: ['ann: hi', 'ann: ho', 'ann: hi'] },
			{ height: 3, greetings: ['ann: hi'] },
			{ height: 4, greetings: ['ann: hi'] },
			{ height: 9, greetings: ['ann: hi'] },
		]
		expect(await findAll(chain)).toEqual(['0', '0', '1', '4', '4', '4', '5', '6', '7'])
	})

	test('the transaction of a greeting costs a few questions among a thousand, halving the heights', async () => {
		const chain = Array.from({ length: 1_000 }, (_, at) => ({ height: at + 2, greetings: ['ann: hi', 'ann: hi'] }))
		for (const [id, place] of [
			[0, '0'],
			[1, '0'],
			[2, '1'],
			[999, '499'],
			[1_000, '500'],
			[1_999, '999'],
		] as const) {
			const { found, asked } = await find(id, chain)
			expect(found).toBe(place)
			// Of each of ten halvings the transaction and the count; before them three questions, after them three.
			expect(asked.filter((line) => line.startsWith('abci_query')).length).toBeLessThanOrEqual(13)
		}
	})
})

describe('the transaction of a greeting on a node that keeps a part', () => {
	const chain = [
		{ height: 2, greetings: ['ann: a', 'bob: b'] },
		{ height: 4, greetings: ['ann: again'] },
		{ height: 6, greetings: ['ann: again', 'bob: c'] },
		{ height: 8, greetings: ['ann: again'] },
		{ height: 9, greetings: ['bob: d'] },
	]

	test('the transaction of a greeting whose state is pruned is the only one with its text, and none of several', async () => {
		expect(await findAll(chain, { stateFrom: 100 })).toEqual(['0', '0', undefined, undefined, '2', undefined, '4'])
		expect(await findAll(chain, { stateFrom: 8 })).toEqual(['0', '0', undefined, undefined, '2', undefined, '4'])
		expect(await findAll(chain, { stateFrom: 7 })).toEqual(['0', '0', undefined, undefined, '2', '3', '4'])
		expect(await findAll(chain, { stateFrom: 3 })).toEqual(['0', '0', '1', '2', '2', '3', '4'])
	})

	test('the transaction of a greeting that is no longer indexed is not taken for a later one with its text', async () => {
		expect(await findAll(chain, { indexFrom: 8 })).toEqual([
			...[undefined, undefined, undefined, undefined, undefined],
			...['3', '4'],
		])
		expect(await findAll(chain, { indexFrom: 10 })).toEqual(Array.from({ length: 7 }))
	})

	test('the transaction of a greeting is sought among two thousand of its owner, a hundred at a time', async () => {
		const many = (count: number) => [
			...[{ height: 2, greetings: ['ann: first', 'ann: second'] }],
			...Array.from({ length: count - 1 }, (_, at) => ({ height: at + 3, greetings: [`ann: ${at}`] })),
		]
		const pages = async (count: number) => {
			const { found, asked } = await find(0, many(count), { stateFrom: 9_999 })
			return [found, asked.filter((line) => line.includes("message.sender='ann'")).length]
		}
		expect(await pages(100)).toEqual(['0', 1])
		expect(await pages(101)).toEqual(['0', 2])
		expect(await pages(2_000)).toEqual(['0', 20])
		expect(await pages(2_001)).toEqual([undefined, 20])
	})

	test('the transaction of a greeting is told from those with the text of another owner, with its begin, and with its cut form', async () => {
		const long = 'x'.repeat(300)
		const alike = [
			['bob: hi', 'ann: ho'],
			['ann: hi'],
			['ann: ha', 'bob: he'],
			['ann: he'],
			['ann: hi there'],
			[`ann: ${long}a`],
			[`ann: ${long}b`],
		].map((greetings, at) => ({ height: at + 2, greetings }))
		expect(await findAll(alike, { stateFrom: 100 })).toEqual(['0', '0', '1', '2', '2', '3', '4', '5', '6'])
	})

	test('the transaction of a greeting is the one at its place where each made one, whatever is pruned', async () => {
		const single = [2, 4, 6].map((height) => ({ height, greetings: ['ann: hi'] }))
		expect(await findAll(single, { stateFrom: 100 })).toEqual(['0', '1', '2'])
		expect(await findAll(single.slice(0, 1), { stateFrom: 100 })).toEqual(['0'])
	})

	test('the transaction of a greeting is sought by the counts where another came while they were asked for', async () => {
		const grown = [
			{ height: 2, greetings: ['ann: a', 'ann: b'] },
			{ height: 3, greetings: ['ann: c'] },
		]
		expect((await find(1, grown, { countedAt: 2 })).found).toBe('0')
	})

	test('the transaction of a greeting is none where the same text was greeted in the block before', async () => {
		const twice = [5, 6].map((height) => ({ height, greetings: ['ann: hi'] }))
		expect(await findAll(twice, { indexFrom: 6 })).toEqual([undefined, '1'])
	})

	test('the transaction of a greeting is sought as on a pruned node where the state is refused', async () => {
		expect(await findAll(chain, { fault: refused })).toEqual(await findAll(chain, { stateFrom: 100 }))
	})

	test('the transaction of a greeting is not guessed where the node does not answer', async () => {
		await expect(find(0, chain, { fault: gone })).rejects.toBe(gone)
	})
})
