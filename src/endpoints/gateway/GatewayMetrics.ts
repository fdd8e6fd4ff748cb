import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Usage } from '../metering/Usage.ts'

/** Prometheus metrics of this process. Labels are ids of applications and names of methods the service knows: bounded. */
export class GatewayMetrics {
	readonly registry = new Registry()
	private readonly relays = new Counter({
		name: 'chain_tui_endpoint_calls_total',
		help: 'JSON-RPC calls that were run, by application, method and outcome',
		labelNames: ['application', 'method', 'outcome'],
		registers: [this.registry],
	})
	private readonly refusals = new Counter({
		name: 'chain_tui_endpoint_refusals_total',
		help: 'Requests that were refused before a call was run, by application and HTTP status',
		labelNames: ['application', 'status'],
		registers: [this.registry],
	})
	private readonly seconds = new Histogram({
		name: 'chain_tui_endpoint_call_seconds',
		help: 'Time a call took to run, without counting and sending, by method',
		labelNames: ['method'],
		buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
		registers: [this.registry],
	})
	private readonly counters = new Map<string, Counter.Internal>()
	private readonly timers = new Map<string, Histogram.Internal<'method'>>()
	private hasDefaults = false

	/** A call was run. */
	ran({ applicationId, method, outcome, micros }: Usage): void {
		const key = `${applicationId} ${method} ${outcome}`
		let counter = this.counters.get(key)
		if (counter === undefined) {
			counter = this.relays.labels(applicationId, method, outcome)
			this.counters.set(key, counter)
		}
		counter.inc()
		if (micros === undefined) return
		let timer = this.timers.get(method)
		if (timer === undefined) {
			timer = this.seconds.labels(method)
			this.timers.set(method, timer)
		}
		timer.observe(micros / 1e6)
	}

	/** A request was refused. */
	refused(applicationId: string, status: number): void {
		this.refusals.labels(applicationId, String(status)).inc()
	}

	/** The exposition text and its content type. */
	async text(): Promise<{ readonly type: string; readonly body: string }> {
		if (!this.hasDefaults) {
			this.hasDefaults = true
			collectDefaultMetrics({ register: this.registry })
		}
		return { type: this.registry.contentType, body: await this.registry.metrics() }
	}
}
