import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { exposition } from '../../serve/exposition.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import type { Outcome, Usage } from '../metering/UsageBatch.ts'

type Relays = Record<Outcome, number>

/** Prometheus metrics of this process. Labels are ids of applications and names of methods the service knows: bounded. */
export class GatewayMetrics {
	readonly registry = new Registry()
	/** Calls by application and method; passed to the library when the metrics are read. */
	readonly #calls = new Map<string, Map<string, Relays>>()
	readonly #refusals = new Counter({
		name: 'chain_tui_endpoint_refusals_total',
		help: 'Requests that were refused before a call was run, by application and HTTP status',
		labelNames: ['application', 'status'],
		registers: [this.registry],
	})
	readonly #seconds = new LatencyHistogram(
		'chain_tui_endpoint_call_seconds',
		'Time a call took to run, without counting and sending, by method',
	)
	#hasDefaults = false

	constructor() {
		const calls = this.#calls
		new Counter({
			name: 'chain_tui_endpoint_calls_total',
			help: 'JSON-RPC calls that were run, by application, method and outcome',
			labelNames: ['application', 'method', 'outcome'],
			registers: [this.registry],
			collect() {
				this.reset()
				for (const [application, methods] of calls) {
					for (const [method, relays] of methods) {
						for (const [outcome, count] of Object.entries(relays)) {
							if (count > 0) this.inc({ application, method, outcome }, count)
						}
					}
				}
			},
		})
	}

	/** A call was run. */
	ran(applicationId: string, { method, outcome, micros }: Usage): void {
		const methods = getOrInsert(this.#calls, applicationId, () => new Map())
		const relays = getOrInsert(methods, method, () => ({ ok: 0, '4xx': 0, '5xx': 0 }))
		relays[outcome] += 1
		if (micros !== undefined) this.#seconds.observe(method, micros)
	}

	/** A request was refused. */
	refused(applicationId: string, status: number): void {
		this.#refusals.labels(applicationId, String(status)).inc()
	}

	/** The exposition text and its content type. */
	async text(): Promise<{ readonly type: string; readonly body: string }> {
		if (!this.#hasDefaults) {
			this.#hasDefaults = true
			collectDefaultMetrics({ register: this.registry })
		}
		return { type: this.registry.contentType, body: `${await exposition(this.registry)}\n${this.#seconds.text()}` }
	}
}

/** Upper limits of the classes in seconds. */
const limits = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

/**
 * A Prometheus histogram by method. prom-client's own looks up its labels for each value, which costs as much as all
 * other counting of a call. This one adds to an array and writes the exposition text on request.
 */
export class LatencyHistogram {
	readonly #name: string
	readonly #help: string
	readonly #methods = new Map<string, { readonly counts: Float64Array; sum: number; count: number }>()

	constructor(name: string, help: string) {
		this.#name = name
		this.#help = help
	}

	/** Adds the time of one call in microseconds. */
	observe(method: string, micros: number): void {
		const cell = getOrInsert(this.#methods, method, () => ({
			counts: new Float64Array(limits.length),
			sum: 0,
			count: 0,
		}))
		const seconds = micros / 1e6
		cell.sum += seconds
		cell.count += 1
		const index = limits.findIndex((limit) => seconds <= limit)
		if (index >= 0) cell.counts[index]! += 1
	}

	/** The lines of the metric in Prometheus' text format 0.0.4. Names of methods need no escaping: the service knows them. */
	text(): string {
		const lines = [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} histogram`]
		for (const [method, { counts, sum, count }] of this.#methods) {
			let upTo = 0
			for (const [index, limit] of limits.entries()) {
				upTo += counts[index]!
				lines.push(`${this.#name}_bucket{le="${limit}",method="${method}"} ${upTo}`)
			}
			lines.push(`${this.#name}_bucket{le="+Inf",method="${method}"} ${count}`)
			lines.push(`${this.#name}_sum{method="${method}"} ${sum}`, `${this.#name}_count{method="${method}"} ${count}`)
		}
		return `${lines.join('\n')}\n`
	}
}
