import { absolute, age, duration } from '../../../kit/text/times.ts'

/** How long ago a time of the service was; `never` without one. */
export function ago(at: number | null, now: number): string {
	return at === null ? 'never' : `${age(new Date(at).toISOString(), now)} ago`
}

/** How long until a time of the service. */
export function until(at: number, now: number): string {
	return duration(Math.max(0, Math.round((at - now) / 1_000)))
}

/** A time of the service, absolute. */
export function when(at: number): string {
	return absolute(new Date(at).toISOString())
}
