import { describe, expect, it } from 'vitest'
import {
	formatCoin,
	formatCoinBoth,
	formatCoinShort,
	parseAmount,
	unitName,
} from '../../../../src/tui/app/format/coins.ts'
import { formatKey } from '../../../../src/tui/kit/keymap/formatKey.ts'
import { byteSize, counted, grouped, short } from '../../../../src/tui/kit/text/numbers.ts'
import { bar, sparkline } from '../../../../src/tui/kit/text/sparkline.ts'
import { absolute, age } from '../../../../src/tui/kit/text/times.ts'

describe('numbers', () => {
	it('groups digits', () => {
		expect([0, 999, 1_204, 1_234_567n, '10000.5'].map(grouped)).toEqual(['0', '999', '1,204', '1,234,567', '10,000.5'])
		expect(['-999', '-1000', '-123456.78', '12345', '100000', 'none', ''].map(grouped)).toEqual([
			...['-999', '-1,000', '-123,456.78', '12,345', '100,000', 'none', ''],
		])
		// A node may tell a number of any length.
		expect(grouped('9'.repeat(90_001))).toBe(`9${',999'.repeat(30_000)}`)
	})
	it('shortens from each unit on, and not one below it', () => {
		expect([999, 1_000, 9_999, 10_000, 1e6, 1e9].map(short)).toEqual(['999', '1,000', '9,999', '10 k', '1 M', '1 G'])
		expect([0.994, 1, 99.94, 100.4].map(short)).toEqual(['0.99', '1', '99.9', '100'])
	})

	it('shortens for charts', () => {
		expect([0, 0.025, 2.14, 1_470, 118_300, 15_000_000].map(short)).toEqual([
			'0',
			'0.03',
			'2.1',
			'1,470',
			'118 k',
			'15 M',
		])
	})
	it('counts things', () => {
		expect([counted(1, 'block'), counted(2_000, 'block')]).toEqual(['1 block', '2,000 blocks'])
		expect([0n, 1n, 2n].map((count) => counted(count, 'block'))).toEqual(['0 blocks', '1 block', '2 blocks'])
	})
})

describe('coins', () => {
	it('shows whole units in lists and both in details', () => {
		const coin = { denom: 'uchain', amount: '999980000' }
		expect(formatCoin(coin)).toBe('999.98 CHAIN')
		expect(formatCoinBoth(coin)).toBe('999.98 CHAIN · 999980000uchain')
		expect(formatCoin({ denom: 'uchain', amount: '1000000000' })).toBe('1,000 CHAIN')
		expect(formatCoin({ denom: 'uchain', amount: '1' })).toBe('0.000001 CHAIN')
		expect(formatCoin({ denom: 'foo', amount: '12' })).toBe('12 foo')
		expect(formatCoinShort({ denom: 'uchain', amount: '999999186' })).toBe('999.99… CHAIN')
		expect(formatCoinShort({ denom: 'uchain', amount: '1' })).toBe('<0.01 CHAIN')
		expect(unitName('uchain')).toBe('CHAIN')
	})
	it('reads amounts as people write them', () => {
		expect(parseAmount('5', 'uchain')).toEqual({ denom: 'uchain', amount: '5000000' })
		expect(parseAmount('0.25 chain', 'uchain')).toEqual({ denom: 'uchain', amount: '250000' })
		expect(parseAmount('1,000 CHAIN', 'uchain')).toEqual({ denom: 'uchain', amount: '1000000000' })
		expect(parseAmount('250000uchain', 'uchain')).toEqual({ denom: 'uchain', amount: '250000' })
		for (const wrong of ['', '0', '-1', '1.2.3', '0.0000001', '1.5uchain', 'five'])
			expect(parseAmount(wrong, 'uchain'), wrong).toBeUndefined()
		expect(parseAmount('0.000001', 'uchain')).toEqual({ denom: 'uchain', amount: '1' })
		expect(parseAmount(' 1_000.5 Chain ', 'uchain')).toEqual({ denom: 'uchain', amount: '1000500000' })
		expect(parseAmount('5 foo', 'uchain')).toEqual({ denom: 'foo', amount: '5' })
		// However many blanks there are, they are looked at once.
		expect(parseAmount(`5${' '.repeat(50_000)}foo!`, 'uchain')).toBeUndefined()
		expect(parseAmount('5ibc/AB12', 'uchain')).toEqual({ denom: 'ibc/AB12', amount: '5' })
	})
	it('an amount of a coin without smaller units has no fraction, however its unit is written', () => {
		for (const text of ['5', '5 stake', '5STAKE']) {
			expect(parseAmount(text, 'stake'), text).toEqual({ denom: 'stake', amount: '5' })
		}
		for (const wrong of ['5.5', '5.5 stake', '5.5 STAKE', '5.0 foo']) {
			expect(parseAmount(wrong, 'stake'), wrong).toBeUndefined()
		}
	})
	it('writes amounts of every size in whole units', () => {
		const coins = ['0', '1', '999999', '1000000', '1500000', '10000', '12345678901234'].map((amount) => ({
			denom: 'uchain',
			amount,
		}))
		expect(coins.map(formatCoin)).toEqual([
			...[
				'0 CHAIN',
				'0.000001 CHAIN',
				'0.999999 CHAIN',
				'1 CHAIN',
				'1.50 CHAIN',
				'0.01 CHAIN',
				'12,345,678.901234 CHAIN',
			],
		])
		expect(coins.map(formatCoinShort)).toEqual([
			...['0 CHAIN', '<0.01 CHAIN', '0.99… CHAIN', '1 CHAIN', '1.50 CHAIN', '0.01 CHAIN', '12,345,678.90… CHAIN'],
		])
		expect(['uchain', 'uc', 'u12', 'stake', 'uCHAIN'].map(unitName)).toEqual(['CHAIN', 'uc', 'u12', 'stake', 'uCHAIN'])
		expect(formatCoinBoth({ denom: 'stake', amount: '1200' })).toBe('1,200 stake')
	})
})

describe('times', () => {
	it('tells ages in their largest unit', () => {
		const now = Date.parse('2026-11-21T02:45:10Z')
		const at = (seconds: number): string => age(new Date(now - seconds * 1_000).toISOString(), now)
		expect([3, 300, 7_200, 345_600, -120].map(at)).toEqual(['3s', '5m', '2h', '4d', '+2m'])
		expect(age('nonsense', now)).toBe('–')
		expect([0, 59, 60, 3_599, 3_600, 86_399, 86_400, 0.9, -0.5, -1, -1.5, -2].map(at)).toEqual([
			...['0s', '59s', '1m', '59m', '1h', '23h', '1d', '0s', '0s', '0s', '+2s', '+2s'],
		])
	})
	it('tells absolute times with their zone', () => {
		expect(absolute('2026-11-21T02:45:10.123456789Z')).toBe('2026-11-21 02:45:10 UTC')
		expect(absolute('nonsense')).toBe('nonsense')
	})
})

describe('sizes of files', () => {
	it('sizes of files have three digits at most, in the largest unit', () => {
		expect([0, 999, 1_000, 9_949, 9_950, 999_499, 999_500, 9.96e9, 1e12, 2e15].map(byteSize)).toEqual([
			...['0 B', '999 B', '1.0 kB', '9.9 kB', '10 kB', '999 kB', '1.0 MB', '10 GB', '1.0 TB', '2000 TB'],
		])
	})
})

describe('charts', () => {
	it('draws one cell per value, the newest at the right', () => {
		expect(sparkline([0, 1, 2, 4], 6)).toBe('  ▁▃▅█')
		expect(sparkline([], 3)).toBe('   ')
		expect([sparkline([1], 0), sparkline([0, 0], 2), sparkline([1, 7, 8], 3)]).toEqual(['', '▁▁', '▂██'])
		// Those that share a cell are summed, from the newest on.
		expect(sparkline([9, 1, 1, 2, 3], 2)).toBe('█▆')
		expect(
			sparkline(
				Array.from({ length: 100 }, () => 1),
				10,
			),
		).toHaveLength(10)
	})
	it('draws a share of a whole', () => {
		expect(bar(1, 2, 4)).toBe('██░░')
		expect(bar(5, 0, 4)).toBe('░░░░')
		expect([bar(-1, 2, 4), bar(3, 2, 4), bar(1, 8, 4), bar(0.9, 8, 4)]).toEqual(['░░░░', '████', '█░░░', '░░░░'])
	})
})

describe('formatKey', () => {
	it('writes keys as people read them', () => {
		expect(['n', 'G', 'ctrl+k', 'shift+tab', 'enter', 'up', '?', ':', '+'].map(formatKey)).toEqual([
			'n',
			'G',
			'Ctrl-K',
			'Shift-Tab',
			'⏎',
			'↑',
			'?',
			':',
			'+',
		])
	})
})
