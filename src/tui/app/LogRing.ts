import type { LogEntry } from '../../client/index.ts'

/** The newest log lines, up to a fixed number, for the Logs screen and the crash report. */
export class LogRing {
	readonly #limit: number
	#entries: LogEntry[] = []

	constructor(limit = 5_000) {
		this.#limit = limit
	}

	/** Oldest first. */
	get entries(): readonly LogEntry[] {
		return this.#entries
	}

	/** Adds lines and drops the oldest. Lines that the node logged before anyone listened are inserted by time. */
	add(entries: readonly LogEntry[]): void {
		const all = [...this.#entries, ...entries]
		const last = this.#entries.at(-1)
		if (last !== undefined && entries.some(({ time }) => time < last.time)) {
			all.sort((a, b) => Number(a.time > b.time) - Number(a.time < b.time))
		}
		this.#entries = all.slice(-this.#limit)
	}

	/** Every line as text, oldest first. */
	text(): readonly string[] {
		return this.#entries.map((entry) => `${entry.time} ${entry.level} ${entry.source}: ${entry.message}`)
	}
}
