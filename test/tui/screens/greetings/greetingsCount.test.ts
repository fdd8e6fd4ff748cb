import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChainClient, ChainEvent, TxSummary } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { GreetingsModel } from '../../../../src/tui/screens/greetings/GreetingsModel.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
beforeEach(async () => {
	t = await testApp({ keys: ['alice'], greetings: ['one', 'two', 'three'] })
	t.press('2')
	await t.until('Greetings 3')
})
afterEach(() => t.stop())

const model = (): GreetingsModel => t.app.screens.find(({ id }) => id === 'greetings')!.model as GreetingsModel
const greet = '/chain.greet.v1beta1.MsgCreateGreet'
const time = '2026-01-02T03:04:05Z'

function tx(hash: string, more: Partial<TxSummary> = {}): TxSummary {
	return { hash, height: 1, time, code: 0, messageTypes: [greet], ...more } as TxSummary
}

const block = (height: number, ...txs: readonly TxSummary[]): ChainEvent =>
	({ type: 'block', block: { height, time }, txs: txs.map((one) => ({ ...one, height })) }) as unknown as ChainEvent

/** A node that tells these heights and counts, one after the other and the last for good, and these transactions. */
function node(
	heights: readonly number[],
	counts: readonly number[],
	txs: (page: number) => { readonly txs: readonly TxSummary[]; readonly total: number } = () => ({ txs: [], total: 0 }),
) {
	const asked: string[] = []
	let [heightsTold, countsTold] = [0, 0]
	const client = {
		status: async () => ({ height: heights[Math.min(heightsTold++, heights.length - 1)] }),
		greetingCount: async () => counts[Math.min(countsTold++, counts.length - 1)],
		listTxs: async (query: string, page: number, perPage: number) => {
			asked.push(`${query}, ${page} of ${perPage}`)
			return txs(page)
		},
	} as unknown as ChainClient
	return { client, asked, counted: () => countsTold }
}

/** Counts anew; events that come meanwhile wait. */
async function count({ client }: ReturnType<typeof node>, ...meanwhile: readonly ChainEvent[]): Promise<void> {
	model().connected(client)
	await Promise.resolve()
	model().events(meanwhile)
	expect(model().isCounted).toBe(false)
	await t.until(() => model().isCounted)
}

describe('the number of greetings', () => {
	it('the number of greetings is that of one height: it is asked for again when a block came meanwhile', async () => {
		const moving = node([5, 6, 6], [1, 2])
		await count(moving, block(6, tx('a')), block(7, tx('b'), tx('c')))
		expect([moving.counted(), model().pages.count]).toEqual([2, 4])
		expect([model().seen.idOf('a'), model().seen.idOf('b'), model().seen.idOf('c')]).toEqual([undefined, 2, 3])
		expect(model().seen.get(3)).toEqual({ height: 7, time, hash: 'c' })
		model().events([block(7, tx('b')), block(6, tx('a'))])
		expect(model().pages.count).toBe(4)
		const still = node([8], [9])
		await count(still)
		expect([still.counted(), model().pages.count]).toEqual([1, 9])
	})

	it('the number of greetings is taken as it is after twenty more tries on a chain that is never still', async () => {
		const busy = node(
			Array.from({ length: 100 }, (_, index) => index),
			[3],
		)
		await count(busy)
		expect([busy.counted(), model().pages.count]).toEqual([21, 3])
	})

	it('the number of greetings grows by each one of a block, and by none of a transaction that failed', async () => {
		await count(node([5], [3]))
		model().events([
			{ type: 'log', entry: { time, level: 'info', source: 'engine', message: 'x' } },
			block(
				6,
				...[tx('failed', { code: 5 }), tx('two', { messageTypes: [greet, '/x.MsgSend', greet] })],
				...[tx('other', { messageTypes: ['/x.MsgSend'] }), tx('one')],
			),
		])
		expect(model().pages.count).toBe(6)
		expect(['failed', 'two', 'other', 'one'].map((hash) => model().seen.idOf(hash))).toEqual([
			...[undefined, 4, undefined, 5],
		])
		expect([2, 3, 4, 5, 6].map((id) => model().seen.get(id)?.hash)).toEqual([undefined, 'two', 'two', 'one', undefined])
	})
})

describe('when greetings were made', () => {
	/** What is known of the newest `known` greetings of `count`, and what was asked for. */
	async function lookBack(count_: number, txs: Parameters<typeof node>[2]) {
		const chain = node([7], [count_], txs)
		await count(chain)
		const ids = Array.from({ length: count_ }, (_, id) => id)
		return { asked: chain.asked, seen: ids.filter((id) => model().seen.get(id) !== undefined) }
	}
	/** A page of twenty transactions of one greeting each. */
	const page = (number: number) =>
		Array.from({ length: 20 }, (_, index) => tx(`t${20 * (number - 1) + index}`, { height: 2 }))

	it('when greetings were made is known of those in the latest transactions, the last one in the newest', async () => {
		const { asked, seen } = await lookBack(50, (number) => ({
			txs: page(number).slice(0, number === 3 ? 1 : 20),
			total: 41,
		}))
		expect(asked).toEqual([1, 2, 3].map((number) => `tx.height <= 7, ${number} of 20`))
		expect([seen.length, seen[0], seen.at(-1)]).toEqual([41, 9, 49])
		expect([model().seen.idOf('t0'), model().seen.idOf('t40')]).toEqual([49, 9])
		expect(model().seen.get(49)).toMatchObject({ height: 2, time, hash: 't0' })
	})

	it('when greetings were made is asked for on one page where it has all, and on five at most', async () => {
		expect((await lookBack(20, (number) => ({ txs: page(number), total: 20 }))).asked).toHaveLength(1)
		const many = await lookBack(150, (number) => ({ txs: page(number), total: 1_000 }))
		expect([many.asked.length, many.seen.length, many.seen[0]]).toEqual([5, 100, 50])
	})

	it('when greetings were made is known of five hundred at most, of transactions that succeeded', async () => {
		const types = (length: number) => ({ messageTypes: Array.from({ length }, () => greet) })
		const big = await lookBack(700, (number) => ({
			txs: [tx('failed', { code: 1 }), tx(`big ${number}`, types(number === 1 ? 499 : 100))],
			total: 1_000,
		}))
		expect([big.asked.length, big.seen.length, big.seen[0]]).toEqual([2, 500, 200])
		expect([model().seen.get(699)?.hash, model().seen.get(200)?.hash]).toEqual(['big 1', 'big 2'])
		const exact = await lookBack(700, () => ({ txs: [tx('all', types(500))], total: 1_000 }))
		expect([exact.asked.length, exact.seen.length]).toEqual([1, 500])
	})

	it('when greetings were made is not known of a node without an index, which says so in the log', async () => {
		await lookBack(3, () => {
			throw new UserError('There is no index here.')
		})
		expect([model().pages.count, model().seen.get(2)]).toEqual([3, undefined])
		expect(t.app.log.entries.some(({ message }) => message.includes('There is no index here.'))).toBe(true)
	})
})

describe('the selection and the filter of greetings', () => {
	const greeted = async (text: string): Promise<void> => {
		await t.chain.greet('alice', text)
		t.chain.makeBlock()
	}

	it('the selection of greetings stays where it is when anything else is sent', async () => {
		t.press('j')
		t.app.outbox.start({
			...{ kind: 'send', label: 'coins', key: 'alice', options: {} },
			again: () => t.chain.createGreeting('alice', 'by another way'),
		})
		expect([model().list.cursor.selected, model().selectedEntry, model().pending]).toEqual([1, undefined, []])
	})

	it('the filter of greetings is remembered without blanks around it, and tells nothing of what it hides of others', async () => {
		t.press('/')
		t.type('tw ')
		t.press('enter')
		await t.until('1 of 3')
		await greeted('another')
		await t.until('1 of 4')
		expect(t.app.state.toast).toBeUndefined()
		const { app } = t
		await t.stop()
		t = await testApp({
			...{ keys: ['alice'], greetings: ['one', 'two', 'three'] },
			preferences: { filters: app.preferences.get('filters') },
		})
		t.press('2')
		await t.until('1 of 3')
		expect([model().list.filter, model().matches]).toEqual(['tw', [1]])
	})

	it('the form of a greeting opens by a link that asks for it, and no greeting by one that names none', async () => {
		t.app.open('greetings', '1x')
		expect([model().detailOpen, t.app.state.overlays]).toEqual([false, []])
		t.app.open('greetings', 'new')
		await t.until('New greeting')
	})
})

it.each([
	['counts', 'greetingCount', 1],
	['tells its height once more', 'status', 2],
	['lists its transactions', 'listTxs', 1],
] as const)(
	'the greetings of a place that was left are not those of the next one, also when it %s late',
	async (_, name, at) => {
		/** A node whose answer to one call waits until it is let go. */
		const held = (from: ReturnType<typeof node>, held: string, call: number) => {
			let release: (() => void) | undefined
			let calls = 0
			const ask = Reflect.get(from.client, held) as (...args: readonly unknown[]) => Promise<unknown>
			const client = {
				...from.client,
				[held]: async (...args: readonly unknown[]) => {
					if (++calls === call) await new Promise<void>((resolve) => (release = resolve))
					return ask(...args)
				},
			} as ChainClient
			return { client, isAsked: () => release !== undefined, release: () => release?.() }
		}
		const turns = async (): Promise<void> => {
			for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
		}
		for (const isFirst of [true, false]) {
			const left = held(
				node([5], [7], () => ({ txs: [tx('old')], total: 1 })),
				name,
				at,
			)
			const next = held(node([9], [2]), 'greetingCount', 1)
			model().connected(left.client)
			await t.until(left.isAsked)
			model().connected(next.client)
			await t.until(next.isAsked)
			if (isFirst) {
				left.release()
				await turns()
				expect(model().isCounted).toBe(false)
			}
			next.release()
			await t.until(() => model().isCounted)
			left.release()
			await turns()
			expect([model().pages.count, model().seen.idOf('old')]).toEqual([2, undefined])
			model().events([block(9, tx('known'))])
			expect(model().pages.count).toBe(2)
			model().events([block(10, tx('new'))])
			expect(model().pages.count).toBe(3)
		}
	},
)
