import { Text } from 'ink'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StaticTable } from '../../../../src/tui/kit/components/ListTable.tsx'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { endpointCommands } from '../../../../src/tui/screens/endpoints/endpointsCommands.ts'
import type { StatisticsModel } from '../../../../src/tui/screens/endpoints/pages/StatisticsPage.tsx'
import { methodColumns, StatisticsView } from '../../../../src/tui/screens/endpoints/parts/StatisticsView.tsx'
import { commandOf } from '../../support/commandLines.ts'
import { renderPart } from '../../support/renderPart.tsx'
import { application, endpointsOver, now, statisticsOf } from './support/endpointsDouble.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

/** Rows of statistics in an area, with a word in place of the methods. */
function drawn(hours: number, height: number, change: object = {}): readonly string[] {
	const statistics = { ...statisticsOf(hours), ...change } as never
	const part = renderPart(<StatisticsView statistics={statistics} methods={<Text>methods</Text>} />, {
		width: 70,
		height,
	})
	const rows = part.text().split('\n')
	part.unmount()
	return rows
}

describe('the view of statistics', () => {
	it('the view of statistics has charts from 16 rows on, one of latency from 24 on, and the methods below', () => {
		expect(drawn(24, 26)).toEqual([
			'72 requests   1 invalid   5.00 ms average',
			'✓ success 48   4xx 24   5xx 0   p50 4.00  p95 50.0  p99 500 ms',
			'',
			'requests that succeeded',
			'      2 ┤█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █',
			'        │█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █',
			'        │█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █',
			'      1 ┤█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █',
			'        │█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █',
			'        │█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █',
			'      0 └────────────────────────────────────────────────',
			'         00:00 UTC                              23:00 UTC',
			'    4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
			'    5xx  · · · · · · · · · · · · · · · · · · · · · · · ·',
			'average latency in ms',
			'     50 ┤                                            ▁ ▁',
			'        │▂ ▂ ▂ ▃ ▃ ▃ ▄ ▄ ▄ ▄ ▅ ▅ ▅ ▆ ▆ ▆ ▇ ▇ ▇ █ █ █ █ █',
			'      0 └────────────────────────────────────────────────',
			'         00:00 UTC                              23:00 UTC',
			'',
			'methods',
		])
		const titles = (height: number): readonly string[] =>
			drawn(24, height).flatMap((row, y) =>
				/^(requests|average| *4xx| *5xx|methods| *ms)/.test(row) ? [`${y} ${row.trim().slice(0, 24)}`] : [],
			)
		expect([16, 23, 24, 42].map(titles)).toEqual([
			[
				'3 requests that succeeded',
				'9 4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
				'10 5xx  · · · · · · · · · ·',
				'11 ms  ▂ ▂ ▂ ▃ ▃ ▃ ▄ ▄ ▄ ▄ ',
				'13 methods',
			],
			[
				'3 requests that succeeded',
				'14 4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
				'15 5xx  · · · · · · · · · ·',
				'16 ms  ▂ ▂ ▂ ▃ ▃ ▃ ▄ ▄ ▄ ▄ ',
				'18 methods',
			],
			[
				'3 requests that succeeded',
				'10 4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
				'11 5xx  · · · · · · · · · ·',
				'12 average latency in ms',
				'18 methods',
			],
			[
				'3 requests that succeeded',
				'19 4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
				'20 5xx  · · · · · · · · · ·',
				'21 average latency in ms',
				'30 methods',
			],
		])
	})

	it('the view of statistics draws all errors in the scale of all requests, and no latency of hours without calls', () => {
		const hour = { total: 0, success: 0, clientErrors: 0, serverErrors: 0, averageMs: 0 }
		const hours = [
			{ ...hour, at: now, total: 4, success: 2, clientErrors: 1, serverErrors: 1, averageMs: 4 },
			{ ...hour, at: now, total: 1, success: 1, averageMs: 8 },
			{ ...hour, at: now, averageMs: 8 },
		]
		const rows = [
			...drawn(3, 16, { hours }).slice(9, 12),
			...drawn(3, 5, { hours }).slice(2),
			...drawn(3, 4, { hours }).slice(3),
			...drawn(3, 4, { hours, clientErrors: 0, serverErrors: 1 }).slice(3),
		]
		expect(rows).toEqual([
			'    4xx  ▂▂▂▂▂▂▂▂▂▂▂ ··········· ···········',
			'    5xx  ▂▂▂▂▂▂▂▂▂▂▂ ··········· ···········',
			'     ms  ▄▄▄▄▄▄▄▄▄▄▄ ███████████ ···········',
			'     ok  ▄▄▄▄▄▄▄▄▄▄▄ ▂▂▂▂▂▂▂▂▂▂▂ ···········',
			'    4xx  ▂▂▂▂▂▂▂▂▂▂▂ ··········· ···········',
			'    5xx  ▂▂▂▂▂▂▂▂▂▂▂ ··········· ···········',
			' errors  ▄▄▄▄▄▄▄▄▄▄▄ ··········· ···········',
			' errors  ▄▄▄▄▄▄▄▄▄▄▄ ··········· ···········',
		])
	})

	it('the view of statistics of few rows has a row for each series, or for all errors, or of successes alone', () => {
		expect(drawn(24, 15)).toEqual([
			'72 requests   1 invalid   5.00 ms average',
			'✓ success 48   4xx 24   5xx 0   p50 4.00  p95 50.0  p99 500 ms',
			'     ok  ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆',
			'    4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
			'    5xx  · · · · · · · · · · · · · · · · · · · · · · · ·',
			'',
			'methods',
		])
		expect([3, 4, 5, 8, 9].map((height) => drawn(24, height).slice(2))).toEqual([
			['     ok  ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆'],
			[
				'     ok  ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆',
				' errors  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
			],
			[
				'     ok  ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆',
				'    4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
				'    5xx  · · · · · · · · · · · · · · · · · · · · · · · ·',
			],
			[
				'     ok  ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆',
				'    4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
				'    5xx  · · · · · · · · · · · · · · · · · · · · · · · ·',
			],
			[
				'     ok  ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆',
				'    4xx  ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃ ▃',
				'    5xx  · · · · · · · · · · · · · · · · · · · · · · · ·',
				'',
				'methods',
			],
		])
		expect(drawn(24, 4, { clientErrors: 0 }).slice(2)).toEqual([
			'     ok  ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆ ▆',
		])
	})

	it('the view of statistics puts hours together where there are more than columns', () => {
		expect(drawn(61, 8).slice(2, 5)).toEqual([
			'     ok  ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆',
			'    4xx  ▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃',
			'    5xx  ·····························································',
		])
		expect(drawn(62, 8).slice(2, 5)).toEqual([
			'     ok  ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆',
			'    4xx  ▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃',
			'    5xx  ·······························',
		])
		expect(drawn(0, 17)).toEqual([
			'0 requests   1 invalid   – ms average',
			'✓ success 0   4xx 0   5xx 0   p50 –  p95 –  p99 – ms',
			'',
			'requests that succeeded',
			'',
			'    4xx',
			'    5xx',
			'     ms',
			'',
			'methods',
		])
	})

	it('the table of methods has the columns that its width holds', () => {
		const { methods } = statisticsOf(1) as { readonly methods: readonly object[] }
		const counted = [{ ...methods[0], total: 200_000, clientErrors: 1_234 }, methods[1]] as never
		const table = (width: number): readonly string[] => {
			const shown = <StaticTable columns={methodColumns(() => 200_001)} rows={counted} />
			const part = renderPart(shown, { width, height: 4 })
			const lines = part.text().split('\n').slice(0, 3)
			part.unmount()
			return [String(width), ...lines]
		}
		const rows = [59, 60, 75, 76, 83, 84, 93, 94].flatMap(table)
		expect(rows).toEqual([
			'59',
			'method                           requests   share    p95 ms',
			'eth_call                            200 k   100 %      50.0',
			'eth_chainId                             1     0 %      50.0',
			'60',
			'method                            requests   share    p95 ms',
			'eth_call                           200,000   100 %      50.0',
			'eth_chainId                              1     0 %      50.0',
			'75',
			'method                                           requests   share    p95 ms',
			'eth_call                                          200,000   100 %      50.0',
			'eth_chainId                                             1     0 %      50.0',
			'76',
			'method                        requests   share       4xx       5xx    p95 ms',
			'eth_call                       200,000   100 %     1,234         0      50.0',
			'eth_chainId                          1     0 %         0         1      50.0',
			'83',
			'method                               requests   share       4xx       5xx    p95 ms',
			'eth_call                              200,000   100 %     1,234         0      50.0',
			'eth_chainId                                 1     0 %         0         1      50.0',
			'84',
			'method                      requests   share       4xx       5xx    p50 ms    p95 ms',
			'eth_call                     200,000   100 %     1,234         0      4.00      50.0',
			'eth_chainId                        1     0 %         0         1      4.00      50.0',
			'93',
			'method                               requests   share       4xx       5xx    p50 ms    p95 ms',
			'eth_call                              200,000   100 %     1,234         0      4.00      50.0',
			'eth_chainId                                 1     0 %         0         1      4.00      50.0',
			'94',
			'method                      requests   share       4xx       5xx    p50 ms    p95 ms    p99 ms',
			'eth_call                     200,000   100 %     1,234         0      4.00      50.0       500',
			'eth_chainId                        1     0 %         0         1      4.00      50.0       500',
		])
		expect(
			methodColumns(() => 0)
				.find(({ id }) => id === 'share')
				?.text({ total: 0 } as never, {} as never),
		).toBe('')
	})
})

describe('the page of statistics', () => {
	it('the page of statistics shows those of its range, also when an earlier answer comes after the later one', async () => {
		const answers: ((statistics: object) => void)[] = []
		const { model } = await endpointsOver({ statistics: () => new Promise((resolve) => answers.push(resolve)) })
		model.go(model.routes.statistics(application as never))
		const page = model.page.model as StatisticsModel
		const until = (holds: () => boolean): Promise<void> =>
			vi.waitFor(() => expect(holds()).toBe(true), { timeout: 10_000, interval: 2 })
		await until(() => answers.length === 1)
		void commandOf(endpointCommands(model), 'earlier').run()
		await until(() => answers.length === 2)
		const [first, second] = [statisticsOf(1), statisticsOf(2)]
		answers[1]!(second)
		await until(() => page.statistics !== undefined)
		answers[0]!(first)
		await new Promise(setImmediate)
		expect(page.statistics).toBe(second)
		// Also where both begin or end at the same time.
		for (const change of [{ to: page.range.to - 3_600_000 }, { from: page.range.from - 3_600_000 }]) {
			const asked = answers.length
			model.refresh()
			page.range = { ...page.range, ...change }
			model.refresh()
			await until(() => answers.length === asked + 2)
			const last = statisticsOf(3)
			answers[asked + 1]!(last)
			await until(() => page.statistics === last)
			answers[asked]!(first)
			await new Promise(setImmediate)
			expect(page.statistics).toBe(last)
		}
	})

	it('the page of statistics steps from the last day to what is live, the month, days of one’s choice, and back', async () => {
		const { app, model, calls } = await endpointsOver()
		model.go(model.routes.statistics(application as never))
		const page = model.page.model as StatisticsModel
		const until = (holds: () => boolean): Promise<void> =>
			vi.waitFor(() => expect(holds()).toBe(true), { timeout: 10_000, interval: 2 })
		const press = (verb: string): unknown => commandOf(endpointCommands(model), verb).run()
		await until(() => page.isRead)
		const hour = Date.UTC(2026, 10, 21, 13)
		const read = (): string | undefined => calls.findLast((call) => call.startsWith('statistics '))
		expect(read()).toBe(`statistics "app_1" {"from":${hour - 86_400_000},"to":${hour}}`)
		press('range')
		expect([page.isLiveShown, page.range.kind, page.served]).toEqual([true, 'day', undefined])
		const path = {} as never
		for (const on of [true, false]) {
			app.client!.requests.served = async (of) => ({ on, path: of === '/v1/aa' ? path : undefined }) as never
			model.refresh()
			await until(() => page.served === (on ? path : undefined))
		}
		press('range')
		expect([page.isLiveShown, page.range.kind, page.range.from]).toEqual([false, 'month', Date.UTC(2026, 10, 1)])
		press('range')
		const form = app.topOverlay as Form
		const type = (id: string, text: string): string | undefined => {
			const field = form.field(id)!
			field.buffer.set(text)
			return field.problem
		}
		expect([form.field('from')?.value, form.field('to')?.value]).toEqual(['2026-11-01', '2026-11-21'])
		expect([
			type('from', '2026-1-1'),
			type('from', '2026-13-01'),
			type('from', '2026-01-01'),
			type('to', '2025-12-31'),
			type('to', '2026-01-01'),
			type('to', '2027-02-04'),
			type('to', '2027-02-05'),
			type('to', 'soon'),
		]).toEqual([
			'a day such as 2026-11-21',
			'a day such as 2026-11-21',
			undefined,
			'not before the first day',
			undefined,
			undefined,
			'at most 400 days',
			'a day such as 2026-11-21',
		])
		type('to', '2026-01-02')
		await form
			.commands()
			.find(({ id }) => id === 'form.submit')
			?.run()
		await until(() => page.range.kind === 'custom')
		expect(app.topOverlay).toBeUndefined()
		expect(page.range).toEqual({ kind: 'custom', from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 3) })
		expect(commandOf(endpointCommands(model), 'later').enabled?.()).toBe(true)
		press('earlier')
		expect(page.range).toEqual({ kind: 'custom', from: Date.UTC(2025, 11, 30), to: Date.UTC(2026, 0, 1) })
		press('later')
		expect(page.range.from).toBe(Date.UTC(2026, 0, 1))
		press('range')
		expect(page.range).toEqual({ kind: 'day', from: hour - 86_400_000, to: hour })
		const later = (): unknown => commandOf(endpointCommands(model), 'later').enabled?.()
		expect(later()).toBe('nothing is later than now')
		page.range = { ...page.range, to: Date.now() }
		expect(later()).toBe('nothing is later than now')
		// The last hour of a day ends with it.
		vi.setSystemTime(Date.UTC(2026, 10, 21, 23, 30))
		for (const verb of ['range', 'range', 'range']) press(verb)
		expect((app.topOverlay as Form).field('to')?.value).toBe('2026-11-21')
	})
})
