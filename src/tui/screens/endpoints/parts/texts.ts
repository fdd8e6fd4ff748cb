import type { EndpointsApplication } from '../../../../client/index.ts'
import { counted, grouped, short } from '../../../kit/text/numbers.ts'
import { absolute, age, duration } from '../../../kit/text/times.ts'

/** Time since an event of the service; `never` without one. */
export function ago(at: number | null, now: number): string {
	return at === null ? 'never' : `${age(new Date(at).toISOString(), now)} ago`
}

/** Time until an event of the service. */
export function until(at: number, now: number): string {
	return duration(Math.max(0, Math.round((at - now) / 1_000)))
}

/** A time of the service, absolute. */
export function when(at: number): string {
	return absolute(new Date(at).toISOString())
}

/** Requirements for callers: `key`, `key + 2 origins`, `open`. */
export function protectionText(application: EndpointsApplication): string {
	const { keyRequired, origins, ips } = application
	const parts = [
		...(keyRequired ? ['key'] : []),
		...(origins.length === 0 ? [] : [counted(origins.length, 'origin')]),
		...(ips.length === 0 ? [] : [`${ips.length} ${ips.length === 1 ? 'IP rule' : 'IP rules'}`]),
	]
	return parts.length === 0 ? '✗ open to anyone' : parts.join(' + ')
}

/** Milliseconds in a few digits; of no calls there is no latency. */
export function latencyText(ms: number, calls: number): string {
	if (calls === 0) return '–'
	return ms >= 100 ? grouped(Math.round(ms)) : ms.toFixed(ms >= 10 ? 1 : 2)
}

/** A count on an axis. A fraction of a call does not exist, so its position has no label. */
export function countLabel(value: number): string {
	return Number.isInteger(value) || value >= 1_000 ? short(value) : ''
}
