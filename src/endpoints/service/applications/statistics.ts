import { csvRow } from '../../../util/csvRow.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { byKey } from '../../../util/order.ts'
import type { Counts, Latency } from '../../../wire/management/applicationSchemas.ts'
import { limits } from '../../limits.ts'
import { percentile } from '../../metering/histogram.ts'
import type { OperationRequest, Operations } from '../Operation.ts'
import { applicationAccess } from '../projects/access.ts'
import { invalid } from '../ServiceContext.ts'

const hourMs = 3_600_000

interface Row {
	readonly hour: number
	readonly method: string
	readonly outcome: string
	readonly bucket: number
	readonly calls: number
	readonly micros: number
}

/** Statistics of the hours that a range touches; times in milliseconds, `to` not included. */
export const statisticsOperations: Operations<'statistics' | 'statisticsCsv'> = {
	async statistics(request) {
		const { rows, from, to } = await readRows(request)
		const methods = new Map<string, Row[]>()
		const hours = new Map<number, Row[]>()
		for (const row of rows) {
			getOrInsert(methods, row.method, () => []).push(row)
			getOrInsert(hours, row.hour, () => []).push(row)
		}
		return {
			from,
			to,
			...countsOf(rows),
			latency: latencyOf(rows),
			methods: [...methods]
				.sort(byKey)
				.map(([method, part]) => ({ method, ...countsOf(part), latency: latencyOf(part) })),
			hours: Array.from({ length: (to - from) / hourMs }, (_, index) => {
				const at = from + index * hourMs
				const part = hours.get(at) ?? []
				return { at, ...countsOf(part), averageMs: latencyOf(part).average }
			}),
		}
	},
	/** As CSV (RFC 4180), one line per hour, method and outcome. */
	async statisticsCsv(request) {
		const { rows } = await readRows(request)
		const lines = new Map<string, Row[]>()
		for (const row of rows) {
			const outcome = row.bucket < 0 ? 'refused' : row.outcome
			getOrInsert(lines, JSON.stringify([new Date(row.hour).toISOString(), row.method, outcome]), () => []).push(row)
		}
		const body = [...lines].map(([head, part]) => {
			const { average, p50, p95, p99 } = latencyOf(part)
			const calls = part.reduce((sum, row) => sum + row.calls, 0)
			return csvRow([...(JSON.parse(head) as string[]), ...[calls, average, p50, p95, p99].map(String)])
		})
		const titles = csvRow(['hour', 'method', 'outcome', 'calls', 'average_ms', 'p50_ms', 'p95_ms', 'p99_ms'])
		return titles + body.sort().join('')
	},
}

async function readRows(request: OperationRequest<'statistics'>) {
	const { db } = request.context.storage
	const { query: range, path } = request
	await applicationAccess(db, request)
	const from = Math.floor(range.from / hourMs) * hourMs
	const to = Math.ceil(range.to / hourMs) * hourMs
	if (!(from < to) || (to - from) / hourMs > limits.statisticsHours) {
		throw invalid('The range of statistics ends after it starts and has at most 400 days.')
	}
	const rows = await db
		.selectFrom('statistics')
		.selectAll()
		.where('application_id', '=', path.applicationId)
		.where('hour', '>=', BigInt(from))
		.where('hour', '<', BigInt(to))
		.execute()
	return {
		from,
		to,
		rows: rows.map((row) => ({
			hour: Number(row.hour),
			method: row.method,
			outcome: row.outcome,
			bucket: Number(row.bucket),
			calls: Number(row.calls),
			micros: Number(row.micros),
		})),
	}
}

function countsOf(rows: readonly Row[]): Counts {
	const sum = (test: (row: Row) => boolean) => rows.reduce((total, row) => total + (test(row) ? row.calls : 0), 0)
	return {
		total: sum(() => true),
		invalid: sum((row) => row.bucket < 0),
		success: sum((row) => row.outcome === 'ok'),
		clientErrors: sum((row) => row.outcome === '4xx'),
		serverErrors: sum((row) => row.outcome === '5xx'),
	}
}

function latencyOf(rows: readonly Row[]): Latency {
	const ran = rows.filter((row) => row.bucket >= 0)
	const calls = ran.reduce((sum, row) => sum + row.calls, 0)
	const counts = new Map<number, number>()
	for (const row of ran) counts.set(row.bucket, (counts.get(row.bucket) ?? 0) + row.calls)
	const ms = (micros: number) => Math.round(micros) / 1_000
	return {
		average: calls === 0 ? 0 : ms(ran.reduce((sum, row) => sum + row.micros, 0) / calls),
		p50: ms(percentile(counts, 0.5)),
		p95: ms(percentile(counts, 0.95)),
		p99: ms(percentile(counts, 0.99)),
	}
}
