import { describe, expect, it } from 'vitest'
import {
	type ChartOptions,
	chartColumns,
	chartRows,
	niceScale,
	seriesRow,
} from '../../../../src/tui/kit/text/chartRows.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'

/** The rows of a chart with their colours: `high` near the top, `low` below. */
function drawn(values: ChartOptions['values'], options: Partial<ChartOptions> = {}): readonly string[] {
	return chartRows(namedTheme, {
		values,
		...{ width: 16, height: 8, format: String, ends: ['old', 'now'] },
		paint: (text) => `low(${text})`,
		paintHigh: (text) => `high(${text})`,
		...options,
	}).map((row) => named(row).replaceAll(/‹(?:muted|border):([^›]*)›/g, '$1'))
}

describe('chartRows', () => {
	it('a chart has its highest, middle and lowest value at the left, and the upper third in its own colour', () => {
		expect(drawn([0, 2, 4, 6, 8, 10])).toEqual([
			'10 ┤high(          ⣿⣿)',
			'   │high(        ⣶⣶⣿⣿)',
			'   │low(      ⣤⣤⣿⣿⣿⣿)',
			' 5 ┤low(    ⣤⣤⣿⣿⣿⣿⣿⣿)',
			'   │low(  ⣀⣀⣿⣿⣿⣿⣿⣿⣿⣿)',
			'   │low(  ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿)',
			' 0 └────────────',
			'    old      now',
		])
		expect(drawn([0, 2, 4, 6, 8, 10], { height: 6 })).toEqual([
			'10 ┤high(        ⣀⣀⣿⣿)',
			'   │high(      ⣤⣤⣿⣿⣿⣿)',
			'   │low(    ⣤⣤⣿⣿⣿⣿⣿⣿)',
			'   │low(  ⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿)',
			' 0 └────────────',
			'    old      now',
		])
		expect(drawn([1], { height: 3 })).toEqual(['1 ┤high(⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿)', '0 └─────────────', '   old       now'])
		expect(drawn([1], { height: 2 })).toEqual(['1 ┤high(⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿)', '0 └─────────────'])
		expect(drawn([1], { height: 0 })).toEqual(['1 ┤high(⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿)'])
	})

	it('the middle of a chart has a label from five rows on, where half of its end is a value that can be', () => {
		const labels = (values: readonly number[], height: number): readonly string[] =>
			drawn(values, { height })
				.slice(0, -2)
				.map((row) => row.split(/[┤│]/)[0]!.trim())
		expect(labels([8, 10], 7)).toEqual(['10', '', '5', '', ''])
		expect(labels([8, 10], 6)).toEqual(['10', '', '', ''])
		expect(labels([4, 5], 7)).toEqual(['5', '', '', '', ''])
		expect(labels([0.2, 0.4], 7)).toEqual(['0.5', '', '0.25', '', ''])
		expect(labels([4.5, 5], 7)).toEqual(['5', '', '2.5', '', ''])
	})

	it('the labels of a chart are as wide as the widest, and a chart as narrow as they are keeps one cell', () => {
		const format = (value: number): string => (value === 0 ? 'none' : `${value}`)
		expect(drawn([1, 2], { height: 4, width: 12, format, ends: ['2h', 'now'] })).toEqual([
			'   2 ┤high(   ⣿⣿⣿)',
			'     │low(⣿⣿⣿⣿⣿⣿)',
			'none └──────',
			'      2h now',
		])
		expect(drawn([1, 2], { height: 4, width: 12, format, ends: ['last', 'now'] }).at(-1)).toBe('         now')
		for (const width of [0, 3, 4]) expect(drawn([1], { height: 3, width })[0]).toBe('1 ┤high(⣿)')
	})

	it('a level holds while nobody measures it, and what is counted is blank there', () => {
		const values = [undefined, 2, undefined, undefined, 1, undefined]
		expect(drawn(values, { level: true, height: 4, width: 6 })[1]).toBe('  │low(⢸⣿⣿)')
		expect(drawn(values, { height: 4, width: 6 })[1]).toBe('  │low(⢸ ⡇)')
		const bars = { bars: true, height: 4, width: 9 }
		expect(drawn([2, undefined, 1], bars)[1]).toBe('  │low(█   █ )')
	})

	it('a cell of a chart is filled as far as its value, and any value above zero is seen', () => {
		const eighth = { width: 11, height: 4 }
		expect(drawn([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8], eighth)).toEqual([
			'10 ┤high(   ⣠⣤⣤⣤)',
			'   │low( ⣠⣴⣿⣿⣿⣿)',
			' 0 └───────',
			'    old now',
		])
		expect(drawn([undefined, 0, -1, 0.01, 1000], { ...eighth, width: 14 })).toEqual([
			'1000 ┤high(      ⢸⣿)',
			'     │low(     ⣀⣸⣿)',
			'   0 └────────',
			'      old  now',
		])
	})

	it('bars are as wide as there is room for, up to twelve cells, with a gap between them', () => {
		const bars = { bars: true, height: 4 }
		expect(drawn([1, 2, 3], { ...bars, width: 14 })).toEqual([
			'5 ┤high(      ▂▂ )',
			'  │low(▃▃ ▆▆ ██ )',
			'0 └─────────',
			'   old   now',
		])
		expect(drawn([4, 8], { ...bars, width: 60 })).toEqual([
			'10 ┤high(            ▅▅▅▅▅▅▅▅▅▅▅ )',
			'   │low(▆▆▆▆▆▆▆▆▆▆▆ ███████████ )',
			' 0 └────────────────────────',
			'    old                  now',
		])
	})

	it('bars that have no cell each share theirs, so that no day falls off the end', () => {
		const bars = { bars: true, height: 4 }
		expect(drawn([1, 2, 3, 4, 5, 6], { ...bars, width: 9 })).toEqual([
			'10 ┤high(    ▂)',
			'   │low(▂▃▅▆█)',
			' 0 └─────',
			'      now',
		])
		expect(drawn([1, 2, 3, 4, 5], { ...bars, width: 9 })).toEqual([
			'5 ┤high(  ▂▅█)',
			'  │low(▃▆███)',
			'0 └─────',
			'     now',
		])
	})

	it('the cursor marks its column and has its value below it, up to both ends', () => {
		const values = [1, 2, undefined, undefined, 5, 6, 7, 8, 9, 10, 11, 12]
		const at = (cursor: number): readonly string[] => drawn(values, { cursor, width: 11, height: 4 })
		expect(at(0)).toEqual([
			'20 ┤high()‹strong:┊›high(     ⢀)',
			'   │low()‹strong:⣀›low(⡀⢠⣴⣶⣿⣿)',
			' 0 └───────',
			'    ‹strong:▲ 1    ›',
		])
		expect(at(0.2)).toEqual([
			'20 ┤high( )‹strong:┊›high(    ⢀)',
			'   │low(⣀)‹strong:⡀›low(⢠⣴⣶⣿⣿)',
			' 0 └───────',
			'    ‹strong: ▲ 2   ›',
		])
		expect(at(1)).toEqual([
			'20 ┤high(      )‹strong:⢀›high()',
			'   │low(⣀⡀⢠⣴⣶⣿)‹strong:⣿›low()',
			' 0 └───────',
			'    ‹strong:   ▲ 12›',
		])
		expect([at(-1), at(2)]).toEqual([at(0), at(1)])
		expect(at(0.4).at(-1)).toBe('    ‹strong:  ▲ 5  ›')
		expect(drawn([3, 5], { cursor: 0.6, bars: true, width: 12, height: 4 })).toEqual([
			'5 ┤high(▂▂▂ )‹strong:█›high(██ )',
			'  │low(███ )‹strong:█›low(██ )',
			'0 └────────',
			'   ‹strong:    ▲ 5 ›',
		])
		expect(drawn([3, 5], { cursor: 0.4, bars: true, width: 12, height: 4 })).toEqual([
			'5 ┤high(▂▂▂)‹strong:┊›high(███ )',
			'  │low(███)‹strong:┊›low(███ )',
			'0 └────────',
			'   ‹strong:   ▲ 3  ›',
		])
	})

	it('the cursor reads the left value of a cell without a right one, and the bar of one cell that it is on', () => {
		const read = (values: ChartOptions['values'], options: Partial<ChartOptions>): string | undefined =>
			/▲ ([^›\s]+)/.exec(drawn(values, { height: 4, width: 9, ends: ['', ''], ...options }).at(-1)!)?.[1]
		expect(read([1, 2, 3, 4, 5, 6, 7, 8, 9, undefined, 1, 1], { cursor: 0.8 })).toBe('9')
		expect(read([1, undefined, 1, undefined, 1, 1], { cursor: 1, width: 6 })).toBe('1')
		expect(read([undefined, undefined, 1, 1], { cursor: 0, width: 14 })).toBe('none')
		const five = [1, 2, 3, 4, 5]
		expect([0, 0.5, 1].map((cursor) => read(five, { cursor, bars: true, width: 8 }))).toEqual(['1', '3', '5'])
	})

	it('the first time is left out where both have no room with a blank between', () => {
		const last = (width: number): string => drawn([1, 2], { width, height: 4 }).at(-1)!
		expect([last(10), last(9)]).toEqual(['   old now', '      now'])
		expect(drawn([1, 2], { height: 4, width: 20, axis: 6 }).slice(1)).toEqual([
			'       │low(⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿)',
			'     0 └────────────',
			'        old      now',
		])
	})
})

describe('seriesRow', () => {
	it('a row below bars has a dot for zero, and of its highest value a block', () => {
		const row = (values: readonly number[], width: number, highest = 8): string =>
			named(seriesRow(namedTheme, '4xx', values, { width, axis: 5, highest, paint: (text) => `<${text}>` }))
		expect(row([0, 1, 2, 4, 7, 8, 9, -1], 7 + 8)).toBe('‹muted:  4xx›  <·▁▂▄▇██·>')
		expect(row([0, 8], 7 + 9)).toBe('‹muted:  4xx›  <··· ███ >')
		expect(row([0, 8], 7 + 40)).toBe('‹muted:  4xx›  <··········· ███████████ >')
		expect(row([1, 3], 7 + 2, 3_000)).toBe('‹muted:  4xx›  <▁▁>')
	})
})

describe('the columns and the end of a chart', () => {
	it('values that share a column show the highest of them, and few values take several columns each', () => {
		expect(chartColumns([1, 3, undefined, 8, undefined, undefined], 3)).toEqual([3, 8, undefined])
		expect(chartColumns([5, 1, 2, 4, 3], 2)).toEqual([5, 4])
		expect(chartColumns([1, 2], 4)).toEqual([1, 1, 2, 2])
		expect(chartColumns([1, undefined], 3)).toEqual([1, 1, undefined])
		expect(chartColumns([], 2)).toEqual([undefined, undefined])
	})

	it('an axis ends at the next round number, which is a whole one for what is counted', () => {
		expect([-1, 0, 0.03, 0.9, 1, 1.2, 2.2, 2.5, 2.6, 5.1, 20, 21, 99, 101].map((value) => niceScale(value))).toEqual([
			...[1, 1, 0.05, 1, 1, 2, 2.5, 2.5, 5, 10, 20, 25, 100, 200],
		])
		expect([1, 2, 2.2, 3, 21, 24].map((value) => niceScale(value, true))).toEqual([1, 2, 5, 5, 25, 25])
		// What a sum of fractions is off by makes no axis longer.
		expect(niceScale(0.1 + 0.2 + 0.2)).toBe(0.5)
		expect(niceScale(5.000_000_1)).toBe(5)
	})
})

describe('a cell of a chart that is read', () => {
	it('a cell of a chart that is read tells the later of its two values that is known', () => {
		// Two values a cell, eight cells beside the axis and its line.
		const values = [1, 2, 3, undefined, undefined, 6, undefined, undefined, 9, 10, 11, 12, 13, undefined, 15, 16]
		const read = (place: number): string =>
			drawn(values, { width: 12, cursor: place / 7 })
				.at(-1)!
				.replaceAll(/‹strong:|›/g, '')
				.trim()
		expect([0, 1, 2, 3, 4, 6].map(read)).toEqual(['▲ 2', '▲ 3', '▲ 6', '▲ none', '▲ 10', '▲ 13'])
	})

	it('the blocks of a row below a chart of bars are as wide as its columns', () => {
		const row = (width: number): string =>
			named(seriesRow(namedTheme, 'a', [1, 1, 1, 1], { width, axis: 3, highest: 1, paint: (text) => text }))
		expect([13, 12].map(row)).toEqual(['‹muted:  a›  █ █ █ █ ', '‹muted:  a›  ████'])
		expect(named(seriesRow(namedTheme, 'a', [], { width: 13, axis: 3, highest: 1, paint: (text) => text }))).toBe(
			'‹muted:  a›  ',
		)
	})
})
