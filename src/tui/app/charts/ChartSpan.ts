import type { ChainClient, HistorySample } from '../../../client/index.ts'
import type { UserError } from '../../../errors/UserError.ts'
import { duration } from '../../kit/text/times.ts'
import type { Pulses } from './Pulses.ts'

/** Spans of charts: the last blocks, one column each, or a time that the node measured. */
export const chartSpans = [
	{ name: 'blocks', words: 'last blocks', seconds: 0 },
	{ name: '1h', words: 'last hour', seconds: 3_600 },
	{ name: '1d', words: 'last day', seconds: 86_400 },
	{ name: '7d', words: 'last week', seconds: 604_800 },
] as const

/** Shortest time between two reads of the history, in milliseconds. */
const againMs = 10_000

/** The shortest time whose measurements are worth a chart, in seconds. */
const fewestSeconds = 60

/** The parts of the app that charts use. */
export interface ChartHost {
	readonly client: Pick<ChainClient, 'history'> | undefined
	readonly clock: () => number
	/** The last blocks. */
	readonly pulses: Pick<Pulses, 'list' | 'span'>
	attempt(work: () => Promise<unknown>, failed: (error: UserError) => void): void
}

/** The node's measurements, grouped into spans of equal length. */
export interface Measured {
	/** Oldest first; undefined where the node did not run. */
	readonly samples: readonly (HistorySample | undefined)[]
	/** Start of the first span and current time, in milliseconds since the epoch. */
	readonly from: number
	readonly to: number
}

/** The span of the charts on Home and Node, and its measurements. */
export class ChartSpan {
	readonly #app: ChartHost
	#index = 0
	#measured: Measured | undefined
	#askedAt = Number.NEGATIVE_INFINITY
	/** The node reported that it records no measurements. */
	#isUnknown = false

	constructor(app: ChartHost) {
		this.#app = app
	}

	/** Where all charts read their values, as a part of their width from the left; undefined without a cursor. */
	cursor: number | undefined

	/** Moves the cursor by hundredths of the width; from nowhere it comes in at the newest. */
	moveCursor(by: number): void {
		this.cursor = Math.max(0, Math.min(1, (this.cursor ?? 1) + by / 100))
	}

	get span(): (typeof chartSpans)[number] {
		return chartSpans[this.#index]!
	}

	/** The measurements of the span; of single blocks those of the time in which they were made. Undefined until they are read. */
	get measured(): Measured | undefined {
		return this.#measured
	}

	/** What stands below the first and the last column of every chart of the span. */
	get ends(): readonly [string, string] {
		if (this.span.seconds === 0) {
			const { list, span } = this.#app.pulses
			return [list.length === 0 ? '' : `${duration(Math.round(span))} ago`, 'now']
		}
		return this.#measured === undefined ? ['', ''] : [beginText(this.#measured.from, this.#measured.to), 'now']
	}

	/** Why there is nothing to show. */
	get absence(): string {
		return this.#isUnknown ? 'This node records no measurements.' : 'The node measures while it runs.'
	}

	/** The spans, with the current one in brackets. */
	get remark(): string {
		return chartSpans.map(({ name }, index) => (index === this.#index ? `[${name}]` : name)).join(' ')
	}

	/** Selects the next span. */
	next(): void {
		this.#index = (this.#index + 1) % chartSpans.length
		this.#measured = undefined
		this.read()
	}

	/** Drops the measurements after a change of the node. */
	forget(): void {
		this.#measured = undefined
		this.#isUnknown = false
		this.read()
	}

	/** Reads the measurements again if they are old. Charts call it when they are drawn. */
	refresh(): void {
		if (this.#app.clock() - this.#askedAt >= againMs && !this.#isUnknown) this.read()
	}

	/** Reads the measurements. */
	read(): void {
		const { client } = this.#app
		if (client === undefined) return
		this.#askedAt = this.#app.clock()
		const { seconds } = this.span
		const wanted = seconds === 0 ? Math.max(fewestSeconds, Math.ceil(this.#app.pulses.span)) : seconds
		this.#app.attempt(
			async () => {
				const reply = await client.history(wanted)
				if (this.#app.client !== client || this.span.seconds !== seconds) return
				this.#isUnknown = reply === undefined
				if (reply === undefined) return
				const { samples, step_ms, now } = reply
				const [oldest] = samples
				const begin = now - Math.max(step_ms, (seconds || this.#app.pulses.span) * 1_000)
				// Beside single blocks the axis is theirs, however few measurements there are.
				this.#measured = oldest && spread(samples, step_ms, now, seconds === 0 ? begin : Math.max(oldest.at, begin))
			},
			// The status already shows that the node does not answer.
			() => {},
		)
	}
}

/** Places samples on the time axis. @param begin where the axis begins, in milliseconds since the epoch */
function spread(samples: readonly HistorySample[], stepMs: number, now: number, begin: number): Measured {
	const from = Math.floor(begin / stepMs) * stepMs
	const places: (HistorySample | undefined)[] = Array.from(
		{ length: Math.floor((now - from) / stepMs) + 1 },
		() => undefined,
	)
	for (const sample of samples) {
		const place = Math.floor((sample.at - from) / stepMs)
		if (place in places) places[place] = sample
	}
	return { samples: places, from, to: now }
}

/** Start of a chart: the time of day, with the date if it is another day. */
function beginText(from: number, to: number): string {
	const begin = new Date(from).toISOString()
	const isToday = begin.slice(0, 10) === new Date(to).toISOString().slice(0, 10)
	return isToday ? `${begin.slice(11, 16)} UTC` : `${begin.slice(5, 10)} ${begin.slice(11, 16)} UTC`
}
