import type { EndpointStatistics } from '../../../../client/EndpointsClient.ts'
import { sparkline } from '../../../components/charts.ts'
import type { ListCursor } from '../../../components/ListCursor.ts'
import { table } from '../../../components/table.ts'
import type { Line, View } from '../../../components/View.ts'
import { grouped, short } from '../../../format/numbers.ts'
import { fitCells } from '../../../term/cells.ts'
import { safeText } from '../../../term/safeText.ts'
import { chartColumns, columnChart } from './columnChart.ts'
import { hourBuckets } from './hourBuckets.ts'

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
	const ms = (value: number): string => (value >= 100 ? grouped(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2))
	const lines: Line[] = [
		`${theme.strong(grouped(total))} requests   ${grouped(invalid)} invalid   ${ms(latency.average)} ms average`,
		`✓ success ${theme.good(short(success))}   4xx ${theme.warn(short(clientErrors))}   5xx ${theme.bad(short(serverErrors))}   ${theme.muted('p50')} ${ms(latency.p50)}  ${theme.muted('p95')} ${ms(latency.p95)}  ${theme.muted('p99')} ${ms(latency.p99)} ms`,
	]
	const buckets = hourBuckets(hours, chartColumns(width))
	const label = hours.length > 48 ? dayLabel : hourLabel
	const ends: readonly [string, string] = [label(hours[0]?.at ?? 0), label(hours.at(-1)?.at ?? 0)]
	const room = height - lines.length
	if (room >= 14 && !view.plain) {
		const rows = Math.min(12, Math.floor((room - 6) / 2))
		const chart = (title: string, values: readonly number[], paint: (text: string) => string, most: number): void => {
			lines.push(theme.muted(title), ...columnChart(values, { width, height: most, theme, paint, ends }))
		}
		lines.push('')
		chart(
			'requests that succeeded',
			buckets.map((bucket) => bucket.success),
			theme.chart,
			Math.max(3, rows - 2),
		)
		lines.push(
			row(
				'4xx',
				buckets.map((bucket) => bucket.clientErrors),
				theme.warn,
			),
			row(
				'5xx',
				buckets.map((bucket) => bucket.serverErrors),
				theme.bad,
			),
		)
		if (room >= 22) {
			chart(
				'average latency, ms',
				buckets.map((bucket) => bucket.averageMs),
				theme.chart2,
				Math.max(3, Math.floor(rows / 2)),
			)
		} else
			lines.push(
				row(
					'ms',
					buckets.map((bucket) => bucket.averageMs),
					theme.chart2,
				),
			)
	} else {
		lines.push(
			row(
				'ok',
				buckets.map((bucket) => bucket.success),
				theme.chart,
			),
			...(room >= 4 || clientErrors + serverErrors > 0
				? [
						row(
							'errors',
							buckets.map((bucket) => bucket.clientErrors + bucket.serverErrors),
							theme.bad,
						),
					]
				: []),
		)
	}
	const left = height - lines.length
	const { cursor } = options
	if (left >= 3 && (cursor !== undefined || left >= 4)) {
		lines.push('')
		if (cursor !== undefined)
			return [...lines, ...methodTable(statistics, view.part(0, lines.length, width, left - 1), cursor)]
		for (const method of methods.slice(0, left - 1)) {
			const share = total === 0 ? 0 : (method.total / total) * 100
			lines.push(
				`${fitCells(safeText(method.method, 80), Math.max(10, width - 26))} ${short(method.total).padStart(8)} ${theme.muted(`${share.toFixed(0)} %`.padStart(6))} ${theme.muted(`${ms(method.latency.p95)} ms`.padStart(9))}`,
			)
		}
	}
	return lines

	function row(name: string, values: readonly number[], paint: (text: string) => string): Line {
		return `${theme.muted(name.padEnd(7))}${paint(sparkline(values, Math.min(values.length, width - 7)))}`
	}
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
