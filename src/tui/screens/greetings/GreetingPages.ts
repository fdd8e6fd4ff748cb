import type { Greeting } from '../../../client/index.ts'
import type { PageSource } from '../../app/list/ListModel.ts'

/** Greetings read in one go. */
const pageSize = 500

/** Greetings by id, read a page at a time when a row is drawn or a filter looks; they never change once read. */
export class GreetingPages {
	readonly #source: PageSource<readonly Greeting[]>
	#greetings: (Greeting | undefined)[] = []
	#lower: (string | undefined)[] = []
	readonly #asked = new Map<number, { readonly to: number; readonly reading: Promise<void> }>()
	count = 0

	constructor(source: PageSource<readonly Greeting[]>) {
		this.#source = source
	}

	/** The greeting if it is loaded, otherwise undefined, and it is requested. */
	get(id: number): Greeting | undefined {
		const greeting = this.#greetings[id]
		if (greeting === undefined && id >= 0 && id < this.count) {
			// A row that the node lacks must not be redrawn, because drawing would request it again.
			this.load(id).then(() => this.has(id) && this.#source.loaded(), this.#source.failed)
		}
		return greeting
	}

	/** The message in lower case, of a greeting that was read. */
	lower(id: number): string {
		const known = this.#lower[id]
		if (known !== undefined) return known
		const lower = this.#greetings[id]?.message.toLowerCase() ?? ''
		this.#lower[id] = lower
		return lower
	}

	has(id: number): boolean {
		return this.#greetings[id] !== undefined
	}

	/** Reads the page of a greeting, once however often it is asked for. */
	load(id: number): Promise<void> {
		const page = Math.floor(id / pageSize)
		const asked = this.#asked.get(page)
		// A page that was asked for before the greeting was made comes without it.
		if (asked !== undefined) return id < asked.to ? asked.reading : asked.reading.then(() => this.load(id))
		const from = page * pageSize
		const to = Math.min(this.count, from + pageSize)
		const reading = this.#source
			.read(from, to)
			.then((greetings) => {
				for (const greeting of greetings) this.#greetings[Number(greeting.id)] = greeting
			})
			.finally(() => this.#asked.delete(page))
		this.#asked.set(page, { to, reading })
		return reading
	}

	/** Forgets everything: the chain was reset or reverted. */
	clear(): void {
		this.#greetings = []
		this.#lower = []
		this.count = 0
	}
}
