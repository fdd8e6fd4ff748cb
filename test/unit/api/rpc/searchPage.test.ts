import { expect, test } from 'vitest'
import { pageSize, searchPage } from '../../../../src/api/rpc/methods/heights.ts'

test('a page has 30 entries, or what is asked for up to 100', () => {
	expect([undefined, -5n, 0n, 1n, 30n, 99n, 100n, 101n, 2n ** 63n - 1n].map(pageSize)).toEqual([
		30, 30, 30, 1, 30, 99, 100, 100, 100,
	])
})

test('a search asks for the page and the order of the request, and looks for the order last', async () => {
	const asked: object[] = []
	const search = (request: Partial<Parameters<typeof searchPage>[0]>, fault?: Error) =>
		searchPage({ page: undefined, per_page: undefined, order_by: '', ...request }, 'desc', async (page) => {
			asked.push(page)
			if (fault !== undefined) throw fault
			return 'found'
		})
	expect(await search({})).toBe('found')
	expect(await search({ page: 3n, per_page: 7n, order_by: 'asc' })).toBe('found')
	expect(await search({ page: 0n, order_by: 'desc' })).toBe('found')
	const order = 'expected order_by to be either `asc` or `desc` or empty'
	await expect(search({ page: 9n, per_page: 7n, order_by: 'ASC' })).rejects.toThrow(order)
	await expect(search({ order_by: 'x' }, new Error('a faulty query'))).rejects.toThrow('a faulty query')
	expect(asked).toEqual([
		{ page: 1n, perPage: 30, order: 'desc' },
		{ page: 3n, perPage: 7, order: 'asc' },
		{ page: 0n, perPage: 30, order: 'desc' },
		{ page: 1n, perPage: 7, order: 'desc' },
		{ page: 1n, perPage: 30, order: 'desc' },
	])
})
