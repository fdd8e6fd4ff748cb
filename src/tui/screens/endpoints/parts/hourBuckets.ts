import type { EndpointStatistics } from '../../../../client/index.ts'

/** One column of a chart. */
export interface HourBucket {
	readonly at: number
	readonly success: number
	readonly clientErrors: number
	readonly serverErrors: number
	/** Average of its calls; 0 without any. */
	readonly averageMs: number
}

/** Hours put together so that no more than `most` columns are needed. */
export function hourBuckets(hours: EndpointStatistics['hours'], most: number): readonly HourBucket[] {
	const per = Math.max(1, Math.ceil(hours.length / Math.max(1, most)))
	const out: HourBucket[] = []
	for (let from = 0; from < hours.length; from += per) {
		const part = hours.slice(from, from + per)
		const sum = (pick: 'success' | 'clientErrors' | 'serverErrors' | 'total'): number =>
			part.reduce((all, hour) => all + hour[pick], 0)
		const total = sum('total')
		out.push({
			at: part[0]!.at,
			success: sum('success'),
			clientErrors: sum('clientErrors'),
			serverErrors: sum('serverErrors'),
			averageMs: total === 0 ? 0 : part.reduce((all, hour) => all + hour.averageMs * hour.total, 0) / total,
		})
	}
	return out
}
