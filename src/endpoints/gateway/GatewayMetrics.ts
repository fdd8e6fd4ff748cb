import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { Outcome, Usage } from '../metering/Usage.ts'
import { LatencyHistogram } from './LatencyHistogram.ts'

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
		let methods = this.#calls.get(applicationId)
		if (methods === undefined) {
			methods = new Map()
			this.#calls.set(applicationId, methods)
		}
		let relays = methods.get(method)
		if (relays === undefined) {
			relays = { ok: 0, '4xx': 0, '5xx': 0 }
			methods.set(method, relays)
		}
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
		return { type: this.registry.contentType, body: `${await this.registry.metrics()}\n${this.#seconds.text()}` }
	}
}
