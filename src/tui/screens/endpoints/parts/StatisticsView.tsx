import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { EndpointStatistics } from '../../../../client/index.ts'
import { Chart } from '../../../kit/components/Chart.tsx'
import { Area } from '../../../kit/components/layout.tsx'
import { Rows } from '../../../kit/components/Rows.tsx'
import { useArea, usePlain, useTheme } from '../../../kit/hooks/hooks.ts'
import type { ListColumn } from '../../../kit/models/List.ts'
import { seriesRow } from '../../../kit/text/chartRows.ts'
import { counted, grouped, short } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { Paint } from '../../../kit/theme/Theme.ts'
import { countLabel, latencyText } from './texts.ts'

/** How often and how fast a method was called. */
export type MethodStatistics = EndpointStatistics['methods'][number]

/** From this height on there are charts; below, a row for each series. */
const chartsFrom = 14
/** Least height at which latency has its own chart. */
const latencyChartFrom = 22
/** Width of the labels at the left of all charts and rows, which fits the results of `short`. */
const axis = 7

/** Counts, requests and latencies over time, and the called methods below them, as far as there is room. */
export function StatisticsView({
	statistics,
	methods,
}: {
	readonly statistics: EndpointStatistics
	/** The list of methods, in the remaining rows. */
	readonly methods: ReactElement
}): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const { total, invalid, success, clientErrors, serverErrors, latency, hours } = statistics
	const ms = (value: number): string => latencyText(value, total)
	const head = [
		`${theme.strong(counted(total, 'request'))}   ${grouped(invalid)} invalid   ${ms(latency.average)} ms average`,
		`✓ success ${theme.good(short(success))}   4xx ${theme.warn(short(clientErrors))}   5xx ${theme.bad(short(serverErrors))}   ${theme.muted('p50')} ${ms(latency.p50)}  ${theme.muted('p95')} ${ms(latency.p95)}  ${theme.muted('p99')} ${ms(latency.p99)} ms`,
	]
	const room = height - head.length
	const buckets = hourBuckets(hours, Math.max(1, width - axis - 2))
	// Errors use the scale of all requests, so that two of a thousand do not look like half.
	const highest = Math.max(0, ...buckets.map((hour) => hour.success + hour.clientErrors + hour.serverErrors))
	const row = (name: string, pick: (bucket: HourBucket) => number, paint: Paint, most = highest): string =>
		seriesRow(theme, name, buckets.map(pick), { width, axis, highest: most, paint })
	const errors = [
		row('4xx', ({ clientErrors: count }) => count, theme.warn),
		row('5xx', ({ serverErrors: count }) => count, theme.bad),
	]
	const slowest = Math.max(0, ...buckets.map(({ averageMs }) => averageMs))
	const label = hours.length > 48 ? dayLabel : hourLabel
	const end = (hour: (typeof hours)[number] | undefined): string => (hour === undefined ? '' : label(hour.at))
	const ends = [end(hours[0]), end(hours.at(-1))] as const
	const parts: { readonly key: string; readonly rows: number; readonly child: ReactElement }[] = []
	const add = (key: string, lines: readonly string[]): void => {
		parts.push({ key, rows: lines.length, child: <Rows lines={lines} /> })
	}
	const chart = (
		key: string,
		pick: (bucket: HourBucket) => number,
		as: 'chart' | 'chart2',
		format: (value: number) => string,
		rows: number,
	): void => {
		const one = <Chart values={buckets.map(pick)} format={format} ends={ends} as={as} bars axis={axis} empty="" />
		parts.push({ key, rows, child: one })
	}
	add('head', head)
	if (plain) {
		// The charts contain no text; their sums are above.
	} else if (room >= chartsFrom) {
		// About a third is for the methods.
		const rows = Math.floor((room * 2) / 3) - 4
		const latencyRows = room >= latencyChartFrom ? Math.max(4, Math.floor(rows / 3)) : 0
		add('requests title', ['', theme.muted('requests that succeeded')])
		chart('requests', (bucket) => bucket.success, 'chart', countLabel, rows - latencyRows)
		add('errors', errors)
		if (latencyRows === 0) add('latency', [row('ms', ({ averageMs }) => averageMs, theme.chart2, slowest)])
		else {
			add('latency title', [theme.muted('average latency in ms')])
			chart('latency', ({ averageMs }) => averageMs, 'chart2', short, latencyRows)
		}
	} else {
		const succeeded = row('ok', (bucket) => bucket.success, theme.chart)
		const both = row('errors', (bucket) => bucket.clientErrors + bucket.serverErrors, theme.bad)
		if (room >= 3) add('series', [succeeded, ...errors])
		else add('series', room >= 2 && clientErrors + serverErrors > 0 ? [succeeded, both] : [succeeded])
	}
	const left = height - parts.reduce((sum, { rows }) => sum + rows, 0)
	if (plain || left >= 4) parts.push({ key: 'methods', rows: left, child: <Below>{methods}</Below> })
	return (
		<Box flexDirection="column" flexShrink={0}>
			{parts.map(({ key, rows, child }) => (
				<Area key={key} width={width} height={rows}>
					{child}
				</Area>
			))}
		</Box>
	)
}

/** The called methods, how often and how fast. */
export function methodColumns(total: () => number): readonly ListColumn<MethodStatistics>[] {
	const count = (
		id: 'clientErrors' | 'serverErrors',
		title: string,
		paint: 'warn' | 'bad',
	): ListColumn<MethodStatistics> => ({
		id,
		title,
		width: 8,
		align: 'right',
		from: 76,
		text: (method, { theme }) => (method[id] === 0 ? '0' : theme[paint](grouped(method[id]))),
		order: (method) => method[id],
	})
	const latency = (id: 'p50' | 'p95' | 'p99'): ListColumn<MethodStatistics> => ({
		id,
		title: `${id} ms`,
		width: 8,
		align: 'right',
		text: (method) => latencyText(method.latency[id], total()),
		order: (method) => method.latency[id],
	})
	return [
		{
			id: 'method',
			width: 'flex',
			text: ({ method }, { mark }) => mark(safeText(method, 100)),
			order: ({ method }) => method,
		},
		{
			id: 'requests',
			width: (table) => (table < 60 ? 8 : 12),
			align: 'right',
			text: (method, { cells }) => (cells < 12 ? short(method.total) : grouped(method.total)),
			order: ({ total }) => total,
		},
		{
			id: 'share',
			width: 6,
			align: 'right',
			text: (method) => (total() === 0 ? '' : `${((method.total / total()) * 100).toFixed(0)} %`),
		},
		count('clientErrors', '4xx', 'warn'),
		count('serverErrors', '5xx', 'bad'),
		{ ...latency('p50'), from: 84 },
		latency('p95'),
		{ ...latency('p99'), from: 94 },
	]
}

/** Something an empty row below what is before it. */
function Below({ children }: { readonly children: ReactElement }): ReactElement {
	const { width, height } = useArea()
	return (
		<>
			<Rows lines={['']} />
			<Area width={width} height={height - 1}>
				{children}
			</Area>
		</>
	)
}

function hourLabel(at: number): string {
	return `${new Date(at).toISOString().slice(11, 16)} UTC`
}

function dayLabel(at: number): string {
	return new Date(at).toISOString().slice(0, 10)
}

/** One column of a chart. */
interface HourBucket {
	readonly success: number
	readonly clientErrors: number
	readonly serverErrors: number
	/** Average of its calls; 0 without any. */
	readonly averageMs: number
}

/** Hours put together so that no more than `most` columns are needed. */
function hourBuckets(hours: EndpointStatistics['hours'], most: number): readonly HourBucket[] {
	const per = Math.ceil(hours.length / most)
	const out: HourBucket[] = []
	for (let from = 0; from < hours.length; from += per) {
		const part = hours.slice(from, from + per)
		const sum = (pick: 'success' | 'clientErrors' | 'serverErrors' | 'total'): number =>
			part.reduce((all, hour) => all + hour[pick], 0)
		const total = sum('total')
		out.push({
			success: sum('success'),
			clientErrors: sum('clientErrors'),
			serverErrors: sum('serverErrors'),
			averageMs: total === 0 ? 0 : part.reduce((all, hour) => all + hour.averageMs * hour.total, 0) / total,
		})
	}
	return out
}
