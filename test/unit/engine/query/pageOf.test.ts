import { expect, it } from 'vitest'
import { pageBounds, pageOf } from '../../../../src/engine/query/pageOf.ts'

// tendermint v0.34.15 rpc/core/env.go validatePage
it.each([
	[0, 1n, 30, [0, 0]],
	[1, 1n, 30, [0, 1]],
	[30, 1n, 30, [0, 30]],
	[31, 1n, 30, [0, 30]],
	[31, 2n, 30, [30, 31]],
	[60, 2n, 30, [30, 60]],
	[0, 0n, 30, 1],
	[0, 2n, 30, 1],
	[30, 2n, 30, 1],
	[31, 3n, 30, 2],
	[31, -1n, 30, 2],
] as const)('a list of %i results has, on page %s of %i each, those within %o', (total, page, perPage, wanted) => {
	const bounds = () => pageBounds(total, { page, perPage, order: 'asc', query: '' })
	if (typeof wanted !== 'number') return expect(bounds()).toEqual(wanted)
	expect(bounds).toThrow(`page should be within [1, ${wanted}] range, given ${page}`)
})

it('a page has its results in the order of their numbers, or against it, with the number of all', () => {
	const found = new Set([30, 4, 200, 1])
	const page = (number: bigint, order: 'asc' | 'desc') => pageOf(found, { page: number, perPage: 3, order, query: '' })
	expect(page(1n, 'asc')).toEqual({ page: [1, 4, 30], total: 4 })
	expect(page(2n, 'asc')).toEqual({ page: [200], total: 4 })
	expect(page(1n, 'desc')).toEqual({ page: [200, 30, 4], total: 4 })
	expect(page(2n, 'desc')).toEqual({ page: [1], total: 4 })
})
