import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { checkHeight, clampPerPage, pageBounds, parsePagination } from '../../../../src/api/services/pages.ts'
import { PageRequestSchema } from '../../../../src/gen/cosmos/base/query/v1beta1/pagination_pb.js'

const parsed = (fields: { offset?: bigint; limit?: bigint }) => parsePagination(create(PageRequestSchema, fields))

test('a missing page request is the first page of a hundred', () => {
	expect(parsePagination(undefined)).toEqual({ page: 1n, limit: 100n })
})

test('an offset inside a page is that page', () => {
	expect(parsed({ offset: 25n, limit: 10n })).toEqual({ page: 3n, limit: 10n })
})

test('a page request keeps all 64 bits, and its last page wraps around as in Go', () => {
	expect(parsed({ offset: 2n ** 63n - 2n, limit: 1n })).toEqual({ page: 2n ** 63n - 1n, limit: 1n })
	expect(parsed({ offset: 2n ** 63n - 1n, limit: 1n })).toEqual({ page: -(2n ** 63n), limit: 1n })
	expect(parsed({ limit: 2n ** 63n - 1n })).toEqual({ page: 1n, limit: 2n ** 63n - 1n })
})

test('a page request beyond a signed 64-bit number is negative and refused', () => {
	expect(() => parsed({ offset: 2n ** 64n - 1n })).toThrow(
		'rpc error: code = InvalidArgument desc = offset must greater than 0',
	)
	expect(() => parsed({ limit: 2n ** 63n })).toThrow(
		'rpc error: code = InvalidArgument desc = limit must greater than 0',
	)
})

test('the first page exists even when it is empty, the one after the last does not', () => {
	expect(pageBounds(1n, 30, 0)).toEqual([0, 30])
	expect(pageBounds(2n, 30, 31)).toEqual([30, 60])
	expect(() => pageBounds(2n, 30, 0)).toThrow('page should be within [1, 1] range, given 2')
	expect(() => pageBounds(0n, 30, 0)).toThrow('page should be within [1, 1] range, given 0')
	expect(() => pageBounds(3n, 30, 31)).toThrow('page should be within [1, 2] range, given 3')
})

test('a page that is refused is told with all its digits', () => {
	for (const page of [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n]) {
		expect(() => pageBounds(page, 30, 31)).toThrow(`page should be within [1, 2] range, given ${page}`)
	}
})

test('a page of the engine has at most a hundred entries', () => {
	expect(clampPerPage(2n ** 63n - 1n)).toBe(100)
	expect(clampPerPage(101n)).toBe(100)
	expect([7n, 99n, 100n].map(clampPerPage)).toEqual([7, 99, 100])
})

test('a height is one of the blocks that are kept, up to the latest allowed', () => {
	const status = { height: 9, earliestHeight: 3 } as Parameters<typeof checkHeight>[0]
	expect([3n, 9n, 10n].map((height) => checkHeight(status, height, 10))).toEqual([3, 9, 10])
	for (const [height, text] of [
		[0n, 'height must be greater than 0, but got 0'],
		[-1n, 'height must be greater than 0, but got -1'],
		[2n, 'height 2 is not available, lowest height is 3'],
		[1n, 'height 1 is not available, lowest height is 3'],
		[11n, 'height 11 must be less than or equal to the current blockchain height 10'],
		[2n ** 62n, `height ${2n ** 62n} must be less than or equal to the current blockchain height 10`],
	] as const) {
		expect(() => checkHeight(status, height, 10)).toThrow(text)
	}
	const fresh = { height: 1, earliestHeight: 1 } as typeof status
	expect(checkHeight(fresh, 1n, 1)).toBe(1)
})

test('a limit of nothing is a hundred, and an offset begins the next page at its limit', () => {
	expect(parsed({})).toEqual({ page: 1n, limit: 100n })
	expect(parsed({ offset: 200n })).toEqual({ page: 3n, limit: 100n })
	expect(parsed({ limit: 1n })).toEqual({ page: 1n, limit: 1n })
	expect(parsed({ offset: 9n, limit: 10n })).toEqual({ page: 1n, limit: 10n })
	expect(parsed({ offset: 10n, limit: 10n })).toEqual({ page: 2n, limit: 10n })
})
