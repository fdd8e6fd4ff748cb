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
