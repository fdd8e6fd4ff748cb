import { setImmediate as nextTurn } from 'node:timers/promises'
import { GreetingFilter, type Names } from './GreetingFilter.ts'
import type { GreetingPages } from './GreetingPages.ts'

/** Milliseconds of looking before keys have a turn. */
const slice = 8

/** What the matches are made of. */
export interface GreetingMatchesDeps {
	readonly pages: GreetingPages
	readonly names: Names
	/** Draws again. */
	readonly touch: () => void
	/** Runs work whose failure is shown to the user. */
	readonly attempt: (work: () => Promise<void>) => void
	/** Called when all greetings have been looked at. */
	readonly done: () => void
	/** Called for a new greeting that the filter hides. */
	readonly hidden: (id: number) => void
}

/** The greetings that a filter leaves: found in slices, the newest first, and kept up to date as greetings are added. */
export class GreetingMatches {
	/** Ids that match, ascending; undefined without a filter. */
	ids: readonly number[] | undefined
	/** Words of the filter that are marked in the rows. */
	words: readonly string[] = []
	/** Not all greetings have been looked at yet. */
	scanning = false
	readonly #deps: GreetingMatchesDeps
	#filter: GreetingFilter | undefined
	/** Of the greetings that were there when the filter was set, the newest first. */
	#found: number[] = []
	/** Of the greetings added since. */
	#added: number[] = []
	/** New greetings that the filter has not checked yet. */
	readonly #unchecked = new Set<number>()
	/** The look of the last filter: what an older one still finds does not count. */
	#run: object | undefined

	constructor(deps: GreetingMatchesDeps) {
		this.#deps = deps
	}

	/** Looks through all greetings for a text; a blank one ends the filter. */
	set(text: string): void {
		const run = {}
		this.#run = run
		this.#unchecked.clear()
		this.#found = []
		this.#added = []
		this.#filter = text.trim() === '' ? undefined : new GreetingFilter(text, this.#deps.names)
		this.ids = this.#filter === undefined ? undefined : []
		this.words = this.#filter?.words ?? []
		this.scanning = this.#filter !== undefined
		if (this.#filter === undefined) this.#deps.touch()
		else this.#deps.attempt(() => this.#scan(run))
	}

	/** Whether a greeting is new and not checked yet. */
	isUnchecked(id: number): boolean {
		return this.#unchecked.has(id)
	}

	/** Checks new greetings, in their order. */
	add(ids: readonly number[]): void {
		const run = this.#run
		for (const id of ids) this.#unchecked.add(id)
		this.#deps.attempt(async () => {
			try {
				for (const id of ids) {
					const isMatch = await this.#matches(id)
					if (run !== this.#run) return
					if (isMatch) this.#added.push(id)
					else this.#deps.hidden(id)
				}
			} finally {
				// What could not be read is not waited for.
				if (run === this.#run) {
					for (const id of ids) this.#unchecked.delete(id)
					this.#list()
				}
			}
		})
	}

	async #matches(id: number): Promise<boolean> {
		const { pages } = this.#deps
		if (!pages.has(id)) await pages.load(id)
		const greeting = pages.get(id)
		return greeting !== undefined && this.#filter?.matches(greeting, pages.lower(id)) === true
	}

	async #scan(run: object): Promise<void> {
		try {
			let worked = performance.now()
			for (let id = this.#deps.pages.count - 1; id >= 0; id--) {
				const isMatch = await this.#matches(id)
				if (run !== this.#run) return
				if (isMatch) this.#found.push(id)
				if (performance.now() - worked > slice) {
					this.#list()
					this.#deps.touch()
					await nextTurn()
					worked = performance.now()
				}
			}
		} finally {
			if (run === this.#run) {
				this.#list()
				this.scanning = false
				this.#deps.done()
			}
		}
	}

	#list(): void {
		if (this.#filter !== undefined) this.ids = [...this.#found.toReversed(), ...this.#added]
	}
}
