import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { checkPage, clampPerPage } from '../../../../src/api/services/pages.ts'
import { parsePagination } from '../../../../src/api/services/parsePagination.ts'
import { PageRequestSchema } from '../../../../src/gen/cosmos/base/query/v1beta1/pagination_pb.js'

test('no page request is the first page of a hundred', () => {
	expect(parsePagination(undefined)).toEqual({ page: 1, limit: 100 })
})

test('an offset inside a page is that page', () => {
	expect(parsePagination(create(PageRequestSchema, { offset: 25n, limit: 10n }))).toEqual({ page: 3, limit: 10 })
})

test('numbers beyond a signed 64-bit one are negative and refused', () => {
	expect(() => parsePagination(create(PageRequestSchema, { offset: 2n ** 64n - 1n }))).toThrow(
		'rpc error: code = InvalidArgument desc = offset must greater than 0',
	)
	expect(() => parsePagination(create(PageRequestSchema, { limit: 2n ** 63n }))).toThrow(
		'rpc error: code = InvalidArgument desc = limit must greater than 0',
	)
})

test('the first page exists even when it is empty, the one after the last does not', () => {
	expect(() => checkPage(1, 30, 0)).not.toThrow()
	expect(() => checkPage(2, 30, 31)).not.toThrow()
	expect(() => checkPage(3, 30, 31)).toThrow('page should be within [1, 2] range, given 3')
})

test('pages have at most a hundred entries', () => {
	expect(clampPerPage(1000)).toBe(100)
	expect(clampPerPage(7)).toBe(7)
})
