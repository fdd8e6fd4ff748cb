import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryReply, HistorySample } from '../../../../src/client/index.ts'
import type { ChartSpan } from '../../../../src/tui/app/charts/ChartSpan.ts'
import { chartRemark, DiskChart, MemoryChart } from '../../../../src/tui/app/charts/MeasuredChart.tsx'
import { ServedCharts, servedLately } from '../../../../src/tui/app/charts/ServedCharts.tsx'
import { Throughput } from '../../../../src/tui/app/charts/Throughput.tsx'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { BlockTimeChart, GasChart, MempoolChart, TxChart } from '../../../../src/tui/screens/home/HomeCharts.tsx'
import type { HomeModel } from '../../../../src/tui/screens/home/HomeModel.ts'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

const now = Date.parse('2026-01-01T00:10:00Z')
let app: TuiApp
let home: HomeModel
beforeEach(() => {
	vi.useFakeTimers({ now, toFake: ['Date'] })
	app = placesApp({})
	home = app.screens.find(({ id }) => id === 'home')!.model as HomeModel
})
afterEach(() => {
	vi.useRealTimers()
})

/** The rows of a part, without the blanks at their ends. */
function rows(part: Parameters<typeof renderPart>[0], width: number, height: number): readonly string[] {
	const drawn = renderPart(part, { app, width, height })
	try {
		return drawn
			.text()
			.split('\n')
			.map((row) => row.trimEnd())
	} finally {
		drawn.unmount()
	}
}

/** The titles and remarks of panels beside each other, and the rows at their feet. */
const head = (part: Parameters<typeof renderPart>[0], width = 60): string =>
	rows(part, width, 8)[0]!.replaceAll(/─{2,}/g, '─')

/** Measurements of a node, a minute apart. */
async function measure(...samples: readonly Partial<HistorySample>[]): Promise<void> {
	const usual = { blocks: 1, txs: 0, gas: 0, most_txs: 0, most_gas: 0, longest_ms: 0, mempool: 0, memory: 0, disk: 0 }
	const reply = {
		...{ step_ms: 60_000, now },
		samples: samples.map((sample, index) => ({ ...usual, at: now - (samples.length - index) * 60_000, ...sample })),
	} as HistoryReply
	app.client = { history: async () => reply } as never
	app.chartSpan.next()
	await expect.poll(() => app.chartSpan.measured).toBeDefined()
}

describe('the charts of what a node measured', () => {
	it('the charts of what a node measured tell the most, the slowest or the last value, and none of what it did not measure', async () => {
		await measure(
			{ most_gas: 77_000, most_txs: 2, longest_ms: 1_234, mempool: 5, memory: 190_000_000, disk: 12_000_000 },
			{ most_gas: 1_000, most_txs: 9, longest_ms: 0, mempool: 3 },
		)
		expect([<GasChart key="a" model={home} />, <TxChart key="b" model={home} />].map((part) => head(part, 70))).toEqual(
			[
				'╭─ Gas per block ─ most 77 k · blocks [1h] 1d 7d ─╮',
				'╭─ Transactions per block ─ most 9 · blocks [1h] 1d 7d ─╮',
			],
		)
		expect(head(<BlockTimeChart model={home} />)).toBe('╭─ Block time ─ slowest 1.2 s · blocks [1h] 1d 7d ─╮')
		// Where no memory was measured, the mempool was not counted.
		expect(head(<MempoolChart model={home} />)).toBe('╭─ Mempool ─ most 5 · blocks [1h] 1d 7d ─╮')
		expect(head(<MemoryChart />)).toBe('╭─ Memory ─ 190 MB now · blocks [1h] 1d 7d ─╮')
		expect(head(<DiskChart />)).toBe('╭─ Disk ─ 12 MB now · blocks [1h] 1d 7d ─╮')
		await measure({})
		expect(head(<MemoryChart />)).toBe('╭─ Memory ─ blocks 1h [1d] 7d ─╮')
		expect(head(<BlockTimeChart model={home} />)).toBe('╭─ Block time ─ blocks 1h [1d] 7d ─╮')
	})

	it.each([
		[99_400, 'slowest 99 s'],
		[100_000, 'slowest 1m'],
		[9_960, 'slowest 10.0 s'],
		[10_400, 'slowest 10 s'],
	])('a block that took %i ms is told as %j', async (longest_ms, words) => {
		await measure({ longest_ms })
		expect(head(<BlockTimeChart model={home} />)).toContain(`─ ${words} · `)
	})

	it('the charts of single blocks tell how many there are, and how long the slowest took', () => {
		expect(rows(<BlockTimeChart model={home} />, 60, 8).join('\n')).toContain('The second block adds the first column.')
		expect(head(<GasChart model={home} />)).toContain('─ last 0 blocks · [blocks] 1h 1d 7d ─')
		app.pulses.list = [0, 1, 4].map((second, index) => ({
			...{ height: index + 1, time: second * 1_000, blockTime: '', txs: 3, gas: 1_000 },
		}))
		expect(head(<GasChart model={home} />)).toContain('─ last 3 blocks · [blocks] 1h 1d 7d ─')
		expect(head(<BlockTimeChart model={home} />)).toContain('─ slowest 3.0 s · [blocks] 1h 1d 7d ─')
		expect(rows(<Throughput />, 60, 2)).toEqual([
			expect.stringMatching(/^tx\/s {3}.* {5}2\.3$/),
			expect.stringMatching(/^gas\/s {2}.* {6}750$/),
		])
		// Half a second counts as much as it is; the line of blocks has the cells that label and rate leave, at least four.
		app.pulses.list = [0, 500].map((time, index) => ({ height: index + 1, time, blockTime: '', txs: 3, gas: 1_000 }))
		expect([25, 20, 19].map((width) => rows(<Throughput />, width, 2)[0])).toEqual([
			...['tx/s          ██       12', 'tx/s     ██       12', 'tx/s     ██       …'],
		])
		app.pulses.list = []
		expect(rows(<Throughput />, 60, 2)[0]).toMatch(/ {7}0$/)
	})

	it('the mempool of a node that does not measure is counted by the app', () => {
		expect(rows(<MempoolChart model={home} />, 60, 8).join('\n')).toContain('The app counts the mempool while it runs.')
		expect(head(<MempoolChart model={home} />)).toContain('─ 0 now ─')
		home.samples = [...Array.from({ length: 29 }, () => 1), 7]
		expect(head(<MempoolChart model={home} />)).toContain('─ 7 now ─')
		expect(rows(<MempoolChart model={home} />, 60, 8).at(-2)).toMatch(/ 1m ago +now /)
	})

	it('the remark of a chart is as much as there is room for', () => {
		const span = { remark: '[blocks] 1h 1d 7d', span: { name: 'blocks' } } as unknown as ChartSpan
		const at = (figure: string, room: number): string => chartRemark(figure, span, room)
		expect([26, 25, 17, 16, 5, 4].map((room) => at('most 5', room))).toEqual([
			...['most 5 · [blocks] 1h 1d 7d', 'most 5 · [blocks]', 'most 5 · [blocks]', 'most 5', '', ''],
		])
		expect([17, 16, 8, 7].map((room) => at('', room))).toEqual(['[blocks] 1h 1d 7d', '[blocks]', '[blocks]', ''])
	})
})

describe('the charts of requests that were answered', () => {
	const spans = Array.from({ length: 360 }, (_, index) => (index >= 330 ? 2 : 1))
	const served = { total: 999, spans }

	it('the charts of requests that were answered sum the last five minutes and the last 60', () => {
		expect([servedLately(served), servedLately(undefined), servedLately({ total: 9, spans: [4] })]).toEqual([
			...[
				[60, 390],
				[0, 0],
				[4, 4],
			],
		])
		const part = <ServedCharts title="REST" served={served} empty="none" />
		expect(head(part, 100)).toBe('╭─ REST, last 5 minutes ─ 60 requests ─╮ ╭─ REST, last 60 minutes ─ 390 requests ─╮')
		const unknown = <ServedCharts title="REST" served={undefined} empty="not counted" />
		expect([
			head(unknown, 100),
			rows(unknown, 100, 8)
				.join(' ')
				.match(/not counted/g)?.length,
		]).toEqual([...['╭─ REST, last 5 minutes ─╮ ╭─ REST, last 60 minutes ─╮', 2]])
		// Each minute has the requests of its six spans, and no other has any.
		const first = { total: 9, spans: Array.from({ length: 360 }, (_, index) => Number(index % 6 === 0)) }
		expect(rows(<ServedCharts title="REST" served={first} empty="" />, 100, 4)[1]).toMatch(/│ │ 1 ┤⣿{42} │$/)
		// A minute has six spans of ten seconds: twelve requests, below the next round number.
		expect(rows(part, 100, 8).join('\n')).toContain('│ 20 ┤')
	})

	it.each([
		[55, 'REST, last 60 minutes'],
		[54, '60 min'],
	])('the charts of requests, %i cells wide, have the title %j', (width, title) => {
		expect(head(<ServedCharts title="REST" served={served} empty="" />, width)).toContain(`─ ${title} ─`)
	})
})
