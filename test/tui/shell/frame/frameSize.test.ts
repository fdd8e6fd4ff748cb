import { expect, it } from 'vitest'
import { frameSize, tooSmallRows } from '../../../../src/tui/shell/frame/frameSize.ts'

it('the tabs are at the left from 100 columns on, and a cell wider from 122 on', () => {
	expect([60, 99, 100, 121, 122, 200].map((columns) => frameSize(columns, 24).sidebar)).toEqual([0, 0, 17, 17, 18, 18])
	expect([99, 100, 122].map((columns) => frameSize(columns, 24).contentWidth)).toEqual([99, 83, 104])
})

it('the screens have the rows that head, tabs, footer and a long message leave', () => {
	expect(
		[frameSize(80, 24), frameSize(80, 24, 4), frameSize(80, 3, 4)].map(({ contentHeight }) => contentHeight),
	).toEqual([...[21, 17, 0]])
})

it('a terminal of fewer than 60 columns or 16 rows is too small, which it says in its middle', () => {
	const sizes = [
		[60, 16],
		[59, 16],
		[60, 15],
	] as const
	expect(sizes.map(([columns, rows]) => frameSize(columns, rows).tooSmall)).toEqual([false, true, true])
	expect(tooSmallRows(40, 10)).toEqual([
		...['', '', ''],
		'        Make me larger, please:',
		'       60x16 at least, now 40x10.',
		'             Ctrl-C leaves.',
	])
	expect(tooSmallRows(10, 2)).toEqual(['Make me la', '60x16 at l'])
	expect(tooSmallRows(10, 4)).toEqual(['Make me la', '60x16 at l', 'Ctrl-C lea'])
	expect(tooSmallRows(0, 5)).toEqual(['', '', '', ''])
})
