import type { Clock } from '../../util/Clock.ts'

/** The two time headers of every reply, made once a second. */
export class HttpDate {
	readonly #clock: Clock
	#second = -1
	#unix = ''
	#text = ''

	constructor(clock: Clock) {
		this.#clock = clock
	}

	/** Seconds since the epoch, for `X-Server-Time`. */
	unixSeconds(): string {
		this.#refresh()
		return this.#unix
	}

	/** RFC 7231 form, for `Date`: `Sat, 21 Nov 2026 03:13:28 GMT`. */
	text(): string {
		this.#refresh()
		return this.#text
	}

	#refresh(): void {
		const second = Math.floor(this.#clock.now() / 1000)
		if (second === this.#second) return
		this.#second = second
		this.#unix = String(second)
		this.#text = new Date(second * 1000).toUTCString()
	}
}
