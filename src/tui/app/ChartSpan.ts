import type { ChainClient, HistorySample } from '../../client/index.ts'
import type { UserError } from '../../errors/UserError.ts'

/** How far charts look back: over the last blocks, each a column, or over a time that the node measured. */
export const chartSpans = [
	{ name: 'blocks', words: 'last blocks', seconds: 0 },
	{ name: '1h', words: 'last hour', seconds: 3_600 },
	{ name: '1d', words: 'last day', seconds: 86_400 },
	{ name: '7d', words: 'last week', seconds: 604_800 },
] as const

/** The node is asked again at most so often, in milliseconds. */
const againMs = 10_000

/** What charts need of the app. */
export interface ChartHost {
	readonly client: Pick<ChainClient, 'history'> | undefined
	readonly clock: () => number
	attempt(work: () => Promise<unknown>, failed: (error: UserError) => void): void
	touch(): void
}

/** What the node measured, shared out over spans of equal length. */
export interface Measured {
	/** Oldest first; undefined where the node did not run. */
	readonly samples: readonly (HistorySample | undefined)[]
	/** Begin of the first span and the present, in milliseconds since the epoch. */
	readonly from: number
	readonly to: number
}

/** The span of the charts on Home and Node, and what the node measured in it. */
export class ChartSpan {
	readonly #app: ChartHost
	#index = 0
	#measured: Measured | undefined
	/** What memory and disk are told by, whatever the span: the last hour. */
	#hour: Measured | undefined
	#askedAt = Number.NEGATIVE_INFINITY
	/** The node said that it does not measure. */
	#isUnknown = false

	constructor(app: ChartHost) {
		this.#app = app
	}

	get span(): (typeof chartSpans)[number] {
		return chartSpans[this.#index]!
	}

	/** What the node measured in the span; in the last hour where the charts show single blocks. Undefined until it is read. */
	get measured(): Measured | undefined {
		return this.span.seconds === 0 ? this.#hour : this.#measured
	}

	/** Why there is nothing to show. */
	get absence(): string {
		return this.#isUnknown ? 'This node records no measurements.' : 'The node measures while it runs.'
	}

	/** The spans with the present one in brackets. */
	get remark(): string {
		return chartSpans.map(({ name }, index) => (index === this.#index ? `[${name}]` : name)).join(' ')
	}

	/** Goes to the next span. */
	next(): void {
		this.#index = (this.#index + 1) % chartSpans.length
		this.#measured = undefined
		this.read()
		this.#app.touch()
	}

	/** Another node: what was read is not its own. */
	forget(): void {
		this.#measured = undefined
		this.#hour = undefined
		this.#isUnknown = false
		this.read()
	}

	/** Asks the node when what is known is old; called when charts are looked at. */
	refresh(): void {
		if (this.#app.clock() - this.#askedAt >= againMs && !this.#isUnknown) this.read()
	}

	/** Asks the node. */
	read(): void {
		const { client } = this.#app
		if (client === undefined) return
		this.#askedAt = this.#app.clock()
		const { seconds } = this.span
		this.#app.attempt(
			async () => {
				const reply = await client.history(seconds === 0 ? 3_600 : seconds)
				if (this.#app.client !== client || this.span.seconds !== seconds) return
				this.#isUnknown = reply === undefined
				if (reply === undefined) return
				const measured = spread(reply.samples, reply.step_ms, reply.now, (seconds || 3_600) * 1_000)
				if (seconds === 0) this.#hour = measured
				else this.#measured = measured
			},
			// The state says already that the node does not answer.
			() => {},
		)
	}
}

/** Samples in their places of time, from the first that there is: a chart of a young node is not mostly empty. */
function spread(samples: readonly HistorySample[], stepMs: number, now: number, spanMs: number): Measured | undefined {
	const first = samples[0]
	if (first === undefined) return undefined
	const from = Math.max(first.at, Math.floor((now - spanMs) / stepMs) * stepMs)
	const places: (HistorySample | undefined)[] = Array.from(
		{ length: Math.floor((now - from) / stepMs) + 1 },
		() => undefined,
	)
	for (const sample of samples) {
		const place = Math.floor((sample.at - from) / stepMs)
		if (place >= 0 && place < places.length) places[place] = sample
	}
	return { samples: places, from, to: now }
}
