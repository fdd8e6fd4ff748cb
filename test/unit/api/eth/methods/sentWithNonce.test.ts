import { describe, expect, test } from 'vitest'
import type { EthContext } from '../../../../../src/api/eth/EthContext.ts'
import { otterscanMethods } from '../../../../../src/api/eth/methods/ethOtterscanMethods.ts'

const who = new Uint8Array(20).fill(0x11)
const other = new Uint8Array(20).fill(0x22)

/** A hash that tells the nonce. */
const hashOf = (nonce: number) => {
	const hash = new Uint8Array(32)
	hash[30] = nonce >> 8
	hash[31] = nonce & 0xff
	return hash
}

/** A chain on which a sender's transactions have their nonces in order, some of them to a block, beside one of another sender. */
function chainOf(count: number, toABlock: number) {
	const searches: bigint[] = []
	const heightOf = (nonce: number): number => 10 + Math.floor(nonce / toABlock)
	const source = {
		chain: {
			searchTxs: async (search: { query: string; page: bigint; perPage: number; order: string }) => {
				expect(search).toMatchObject({
					query: "message.sender='0x1111111111111111111111111111111111111111'",
					order: 'asc',
				})
				searches.push(search.page)
				const first = Number(search.page - 1n) * search.perPage
				const length = Math.max(0, Math.min(search.perPage, count - first))
				return { total: count, txs: Array.from({ length }, (_, at) => ({ height: heightOf(first + at), index: at })) }
			},
		},
	}
	const blocks = {
		at: async (height: number) => {
			const nonces = Array.from({ length: count }, (_, nonce) => nonce).filter((nonce) => heightOf(nonce) === height)
			const own = nonces.map((nonce) => ({ tx: { nonce: BigInt(nonce) }, from: who, hash: hashOf(nonce) }))
			return { txs: [{ tx: { nonce: BigInt(count + height) }, from: other, hash: hashOf(65_535) }, ...own] }
		},
	}
	const method = otterscanMethods.find(({ name }) => name === 'ots_getTransactionBySenderAndNonce')!
	const find = (nonce: number) =>
		method.run([who, BigInt(nonce)] as never, { source, blocks } as unknown as EthContext, {} as never)
	return { find, searches }
}
const text = (nonce: number): string => `0x${Buffer.from(hashOf(nonce)).toString('hex')}`

describe('the transaction that a sender sent with a nonce', () => {
	test.each([
		[1, 1],
		[100, 7],
		[101, 7],
		[1_000, 30],
	])('the hash of each of %s transactions is found, %s to a block', async (count, toABlock) => {
		const { find } = chainOf(count, toABlock)
		for (const nonce of [0, 1, 99, 100, 199, 500, 898, 899, 999].filter((one) => one < count)) {
			expect(await find(nonce)).toBe(text(nonce))
		}
		for (const nonce of [count, count + 1, count + 10]) expect(await find(nonce)).toBeNull()
	})

	test('a sender of nothing has none', async () => {
		expect(await chainOf(0, 1).find(0)).toBeNull()
	})

	test('pages of a hundred are halved, so that few of them are read', async () => {
		const { find, searches } = chainOf(1_600, 1)
		expect(await find(1_599)).toBe(text(1_599))
		// One tells how many there are.
		expect(searches).toEqual([1n, 8n, 12n, 14n, 15n, 16n])
		searches.length = 0
		expect(await find(0)).toBe(text(0))
		expect(searches).toEqual([1n, 8n, 4n, 2n, 1n])
	})
})
