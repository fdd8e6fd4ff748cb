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
		let cell = this.#methods.get(method)
		if (cell === undefined) {
			cell = { counts: new Float64Array(limits.length), sum: 0, count: 0 }
			this.#methods.set(method, cell)
		}
		const seconds = micros / 1e6
		cell.sum += seconds
		cell.count += 1
		for (let index = 0; index < limits.length; index++) {
			if (seconds <= limits[index]!) {
				cell.counts[index]! += 1
				return
			}
		}
	}

	/** The lines of the metric in Prometheus' text format 0.0.4. Names of methods need no escaping: the service knows them. */
	text(): string {
		const lines = [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} histogram`]
		for (const [method, { counts, sum, count }] of this.#methods) {
			let upTo = 0
			for (const [index, limit] of limits.entries()) {
				upTo += counts[index] ?? 0
				lines.push(`${this.#name}_bucket{le="${limit}",method="${method}"} ${upTo}`)
			}
			lines.push(`${this.#name}_bucket{le="+Inf",method="${method}"} ${count}`)
			lines.push(`${this.#name}_sum{method="${method}"} ${sum}`, `${this.#name}_count{method="${method}"} ${count}`)
		}
		return `${lines.join('\n')}\n`
	}
}
