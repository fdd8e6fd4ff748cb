import { expect, it } from 'vitest'
import { parseQuery } from '../../../../src/engine/query/parseQuery.ts'
import { fromPosition, heightsAsked } from '../../../../src/engine/query/searchTxs.ts'

const highest = 1_073_741_823

it.each([
	['tx.height > 5', [6, highest]],
	['tx.height >= 5', [5, highest]],
	['tx.height < 5', [0, 4]],
	['tx.height <= 5', [0, 5]],
	['tx.height = 5', [5, 5]],
	['tx.height > 5 AND tx.height <= 9', [6, 9]],
	['tx.height = 5 AND tx.height = 6', [6, 5]],
	["tx.height = 5 AND tx.height = '6'", [5, -1]],
	['tx.height = 0', [0, 0]],
	// Only whole numbers can match a height.
	['tx.height >= 1.5', [0, -1]],
	['tx.height > TIME 2013-05-03T14:45:00Z', [0, -1]],
	['tx.height EXISTS', [0, highest]],
	["tx.height CONTAINS '5'", undefined],
	["tx.height > 5 AND a.b = 'c'", undefined],
	["a.b = 'c'", undefined],
	// The search itself tells the fault of an operand that is no number of 64 bits.
	['tx.height > 9223372036854775808', undefined],
] as const)('a query of %s asks for the heights %o alone', (query, wanted) => {
	const heights = heightsAsked(parseQuery(query))
	expect(heights).toEqual(wanted && { lower: wanted[0], upper: wanted[1] })
})

it('the number of a place in a chain is its height times what a block can have, and its index', () => {
	expect(fromPosition(7 * 8_388_608 + 8_388_607)).toEqual({ height: 7, index: 8_388_607 })
	expect(fromPosition(highest * 8_388_608)).toEqual({ height: highest, index: 0 })
})
