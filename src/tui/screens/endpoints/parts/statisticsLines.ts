import type { EndpointStatistics } from '../../../../client/EndpointsClient.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import type { ListCursor } from '../../../kit/models/ListCursor.ts'
import { fitCells } from '../../../kit/text/cells.ts'
import { counted, grouped, short } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { Paint } from '../../../kit/theme/Theme.ts'
import { chartColumns, columnChart, columnRow } from './columnChart.ts'
import { type HourBucket, hourBuckets } from './hourBuckets.ts'

/**
 * Counts, charts of requests and latency, and the methods called, as much as fits. With a cursor the methods are a list
 * that can be moved through.
 */
export function statisticsLines(
	statistics: EndpointStatistics,
	view: View,
	options: { readonly cursor: ListCursor | undefined },
): readonly Line[] {
	const { theme, width, height } = view
	const { total, invalid, success, clientErrors, serverErrors, latency, hours, methods } = statistics
	// Of nothing there is no latency.
	const ms = (value: number): string =>
		total === 0 ? '–' : value >= 100 ? grouped(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)
	const lines: Line[] = [
		`${theme.strong(counted(total, 'request'))}   ${grouped(invalid)} invalid   ${ms(latency.average)} ms average`,
		`✓ success ${theme.good(short(success))}   4xx ${theme.warn(short(clientErrors))}   5xx ${theme.bad(short(serverErrors))}   ${theme.muted('p50')} ${ms(latency.p50)}  ${theme.muted('p95')} ${ms(latency.p95)}  ${theme.muted('p99')} ${ms(latency.p99)} ms`,
	]
	const buckets = hourBuckets(hours, chartColumns(width))
	const label = hours.length > 48 ? dayLabel : hourLabel
	const ends: readonly [string, string] = [label(hours[0]?.at ?? 0), label(hours.at(-1)?.at ?? 0)]
	const room = height - lines.length
	// Errors stand to the scale of all requests: two of a thousand must not look like half.
	const highest = Math.max(0, ...buckets.map((hour) => hour.success + hour.clientErrors + hour.serverErrors))
	const series = (pick: (bucket: HourBucket) => number): readonly number[] => buckets.map(pick)
	const errors = (paintWidth: number): readonly Line[] => [
		columnRow(
			'4xx',
			series((bucket) => bucket.clientErrors),
			{ width: paintWidth, theme, paint: theme.warn, highest },
		),
		columnRow(
			'5xx',
			series((bucket) => bucket.serverErrors),
			{ width: paintWidth, theme, paint: theme.bad, highest },
		),
	]
	if (room >= 14 && !view.plain) {
		const chart = (title: string, values: readonly number[], paint: Paint, rows: number): readonly Line[] => [
			theme.muted(title),
			...columnChart(values, { width, height: rows, theme, paint, ends }),
		]
		// What is left below is for the methods: about a third.
		const rows = Math.floor((room * 2) / 3) - 5
		const latencyRows = room >= 22 ? Math.max(3, Math.floor(rows / 3)) : 0
		lines.push(
			'',
			...chart(
				'requests that succeeded',
				series((bucket) => bucket.success),
				theme.chart,
				Math.max(3, rows - latencyRows),
			),
			...errors(width),
			...(latencyRows === 0
				? [
						columnRow(
							'ms',
							series((bucket) => bucket.averageMs),
							{ width, theme, paint: theme.chart2 },
						),
					]
				: chart(
						'average latency in ms',
						series((bucket) => bucket.averageMs),
						theme.chart2,
						latencyRows,
					)),
		)
	} else {
		lines.push(
			columnRow(
				'ok',
				series((bucket) => bucket.success),
				{ width, theme, paint: theme.chart, highest },
			),
		)
		if (room >= 3) lines.push(...errors(width))
		else if (room >= 2 && clientErrors + serverErrors > 0) {
			const both = series((bucket) => bucket.clientErrors + bucket.serverErrors)
			lines.push(columnRow('error', both, { width, theme, paint: theme.bad, highest }))
		}
	}
	const left = height - lines.length
	const { cursor } = options
	if (cursor !== undefined && left >= 3) {
		return [...lines, '', ...methodTable(statistics, view.part(0, lines.length + 1, width, left - 1), cursor)]
	}
	if (cursor === undefined && left >= 4) {
		const cell = (text: string, cells: number): string => text.padStart(cells)
		lines.push(
			'',
			theme.muted(fitCells('method', width - 26) + cell('requests', 9) + cell('share', 6) + cell('p95 ms', 9)),
		)
		for (const method of methods.slice(0, left - 2)) {
			const share = total === 0 ? 0 : (method.total / total) * 100
			const numbers = cell(short(method.total), 9) + cell(`${share.toFixed(0)} %`, 6) + cell(ms(method.latency.p95), 9)
			lines.push(fitCells(safeText(method.method, 80), Math.max(8, width - 26)) + numbers)
		}
	}
	return lines
}

function methodTable(statistics: EndpointStatistics, view: View, cursor: ListCursor): readonly Line[] {
	const { methods, total } = statistics
	return table(view, {
		cursor,
		count: methods.length,
		columns: [
			{ title: 'method', width: 'flex' },
			{ title: 'requests', width: 12, align: 'right' },
			{ title: 'share', width: 6, align: 'right' },
			{ title: '4xx', width: 8, align: 'right' },
			{ title: '5xx', width: 8, align: 'right' },
			{ title: 'p50 ms', width: 8, align: 'right', from: 80 },
			{ title: 'p95 ms', width: 8, align: 'right', from: 70 },
			{ title: 'p99 ms', width: 8, align: 'right', from: 90 },
		],
		row: (index) => {
			const method = methods[index]!
			return [
				safeText(method.method, 100),
				grouped(method.total),
				total === 0 ? '' : `${((method.total / total) * 100).toFixed(0)} %`,
				grouped(method.clientErrors),
				grouped(method.serverErrors),
				method.latency.p50.toFixed(2),
				method.latency.p95.toFixed(2),
				method.latency.p99.toFixed(2),
			]
		},
		empty: ['Nothing was called in this time.'],
	})
}

function hourLabel(at: number): string {
	return `${new Date(at).toISOString().slice(11, 16)} UTC`
}

function dayLabel(at: number): string {
	return new Date(at).toISOString().slice(0, 10)
}
