import type { TxSummary } from '../../../client/index.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { Debounce } from '../../kit/models/Debounce.ts'

/** Additional data of the selected greeting. */
export interface GreetingFacts {
	readonly id: string
	tx: TxSummary | undefined | 'loading'
	/** Proofs asked for so far. */
	tries: number
	proof: { readonly ok: boolean; readonly height: number; readonly reason: string } | 'checking'
}

/** The selection rests this long before its transaction and proof are asked for; held keys ask for nothing. */
const restsMs = 120
/** Failed proofs of one greeting after which the next block asks once more. */
const mostTries = 4

/** Whether the next block asks for the proof of a greeting again. */
export function isAskedAgain({ proof, tries }: GreetingFacts): boolean {
	return proof !== 'checking' && !proof.ok && tries <= mostTries
}

/** Transaction and proof of the selected greeting, one after the other, so that scrolling piles up no requests. */
export class SelectedFacts {
	facts: GreetingFacts | undefined
	readonly #app: TuiApp
	readonly #selectedId: () => string | undefined
	readonly #rest = new Debounce(restsMs)
	#asking = 0
	/** The selection moved on meanwhile. */
	#askNext = false

	/** @param selectedId Id of the selected greeting; undefined when none of the chain is. */
	constructor(app: TuiApp, selectedId: () => string | undefined) {
		this.#app = app
		this.#selectedId = selectedId
	}

	/** Reads them once the selection rests. */
	load(): void {
		this.#rest.run(() => {
			const id = this.#selectedId()
			if (id === undefined || this.#app.client === undefined || this.facts?.id === id) return
			this.read(id)
		})
	}

	/** Reads them now, again if need be. */
	read(id: string): void {
		if (this.#asking > 0) {
			this.#askNext = true
			return
		}
		const facts: GreetingFacts = { id, tx: 'loading', tries: 1, proof: 'checking' }
		this.facts = facts
		this.#app.attempt(
			async () => {
				facts.tx = await this.#asked(this.#app.connectedClient.greetingTx(id))
			},
			(error) => {
				facts.tx = undefined
				this.#app.logError(error)
			},
		)
		this.#prove(facts)
	}

	/** A block was made. A proof needs the header of the next one: of a new greeting it is asked for again until it is there. */
	blockMade(): void {
		const { facts } = this
		if (facts === undefined || !isAskedAgain(facts)) return
		facts.tries++
		this.#prove(facts)
	}

	async #asked<T>(question: Promise<T>): Promise<T> {
		this.#asking++
		try {
			return await question
		} finally {
			if (--this.#asking === 0 && this.#askNext) {
				this.#askNext = false
				this.load()
			}
		}
	}

	#prove(facts: GreetingFacts): void {
		this.#app.attempt(
			async () => {
				facts.proof = await this.#asked(this.#app.connectedClient.verifyGreeting(facts.id))
			},
			(error) => {
				facts.proof = { ok: false, height: 0, reason: error.message }
			},
		)
	}
}
