import { describe, expect, test } from 'vitest'
import { Bound } from '../../../../../src/api/eth/rpc/Bound.ts'
import { asksOf, EthHandler } from '../../../../../src/api/eth/rpc/EthHandler.ts'
import { defineMethod } from '../../../../../src/api/eth/rpc/EthMethod.ts'
import { EthMethodSet } from '../../../../../src/api/eth/rpc/EthMethodSet.ts'
import { allowedOrigins } from '../../../../../src/serve/allowedOrigins.ts'
import type { TakeTurn } from '../../../../../src/serve/TakeTurn.ts'

const five = defineMethod<object>()({
	...{ name: 'test_five', params: [], cost: 'none', endpoint: 'serve' },
	run: () => 'x'.repeat(5),
})
const bound = (most: number, refuses: boolean): Bound =>
	new Bound({ counts: 'things', most, text: refuses ? () => 'too much' : undefined })
const request = (id: number | undefined): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'test_five' })
const answer = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":"xxxxx"}`
const refusal = (id: number): string => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32005,"message":"too much"}}`

/** The handler of one method that refuses more than some items of an array, and more than some bytes of replies. */
function handlerOf(items: number, bytes: number, refuses = true): EthHandler {
	const limits = { batchItems: bound(items, refuses), batchReplyBytes: bound(bytes, refuses) }
	return new EthHandler(EthMethodSet.of([five], {}), { limits, hasPowers: false })
}

describe('an array of requests', () => {
	const length = answer(1).length

	test('an array of requests may have as many items as the bound says, and no more', async () => {
		const three = `[${[1, 2, 3].map(request).join(',')}]`
		expect(await handlerOf(3, 1_000).reply(three)).toBe(`[${[1, 2, 3].map(answer).join(',')}]`)
		expect(await handlerOf(2, 1_000).reply(three)).toBe(`[${refusal(1)}]`)
		expect(await handlerOf(2, 1_000, false).reply(three)).toBe(`[${[1, 2, 3].map(answer).join(',')}]`)
	})

	test('an array of requests is answered until its replies have more bytes than the bound says', async () => {
		const four = `[${[1, 2, undefined, 4].map(request).join(',')}]`
		expect(await handlerOf(9, 2 * length).reply(four)).toBe(`[${answer(1)},${answer(2)},${answer(4)}]`)
		expect(await handlerOf(9, 2 * length - 1).reply(four)).toBe(`[${answer(1)},${answer(2)},${refusal(4)}]`)
		expect(await handlerOf(9, 0, false).reply(four)).toBe(`[${answer(1)},${answer(2)},${answer(4)}]`)
	})

	test('an array of requests of which none wants an answer has no reply, and one that is left is not gone on with', async () => {
		const silent = `[${[undefined, undefined].map(request).join(',')}]`
		expect(await handlerOf(9, 1_000).reply(silent)).toBe('')
		const caller = { hasLeft: true } as never
		expect(await handlerOf(9, 1_000).reply(`[${request(1)}]`, { asker: { caller } as never })).toBe('')
	})

	test('a request alone has one turn, and each item of an array its own', async () => {
		const turns: boolean[] = []
		const turn: TakeTurn = async (job, isItem) => {
			turns.push(isItem)
			return job()
		}
		expect(await handlerOf(9, 1_000).reply(request(7), { turn })).toBe(answer(7))
		expect(turns.splice(0)).toEqual([false])
		await handlerOf(9, 1_000).reply(`[${[1, 2].map(request).join(',')}]`, { turn })
		expect(turns).toEqual([false, true, true])
	})
})

test('a body that is no JSON is told so, and one of an array without items too', async () => {
	const codes = await Promise.all(['{', '[]'].map((body) => handlerOf(9, 1_000).reply(body)))
	expect(codes.map((reply) => JSON.parse(reply).error)).toMatchObject([{ code: -32700 }, { code: -32600 }])
})

describe('what a caller may ask by its origin', () => {
	const extension = 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn'
	const page = 'https://example.com'

	test.each<[string | undefined, string, boolean, ReturnType<typeof asksOf>]>([
		[undefined, '', false, 'all'],
		[page, page, false, 'all'],
		[page, '', true, 'nothing'],
		[page, 'same-machine', true, 'nothing'],
		[extension, 'same-machine', true, 'as wallet'],
		[extension, 'same-machine', false, 'nothing'],
		[extension, page, true, 'nothing'],
		[extension, '*', false, 'all'],
	])('a caller of the origin %s where %j is allowed, and wallets: %s, may ask %s', (origin, allowed, wallets, asks) => {
		expect(asksOf(origin, allowedOrigins(allowed), wallets)).toBe(asks)
	})
})
