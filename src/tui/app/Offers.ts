import type { Command } from '../kit/keymap/Command.ts'
import type { AppState, Offer } from './AppState.ts'

/** What a message offers to do: undo by default. */
export interface OfferOptions {
	/** Key id; `u` by default. */
	readonly key?: string
	/** One or two words for the footer; `undo` by default. */
	readonly title?: string
	/** How long it can be done; 10 by default. */
	readonly seconds?: number
	readonly run: () => void | Promise<void>
	/** Called once when it was not done and no longer can be: time passed, or another offer took its place. */
	readonly expired?: () => void
}

/** What offers need of their app. */
export interface OfferHost {
	readonly clock: () => number
	readonly state: AppState
	set(part: Partial<AppState>): void
}

/**
 * The one thing that can be done for a while after a message, shown in the footer with the seconds left. Other messages
 * leave it standing; the next offer takes its place.
 */
export class Offers {
	readonly #app: OfferHost
	#timer: NodeJS.Timeout | undefined

	constructor(app: OfferHost) {
		this.#app = app
	}

	/** Offers something from now on. */
	make({ key = 'u', title = 'undo', seconds = 10, run, expired }: OfferOptions): void {
		this.#end(true)
		const offer: Offer = { key, title, until: this.#app.clock() + seconds * 1_000, run, expired: expired ?? (() => {}) }
		this.#app.set({ offer })
		// The process may end before: then it is as if the time had passed.
		this.#timer = setTimeout(() => this.#end(true), seconds * 1_000).unref()
	}

	/** The command on the offer's key; it cannot run while nothing is offered. */
	command(): Command {
		const { offer } = this.#app.state
		return {
			id: 'app.offer',
			keys: [offer?.key ?? 'u'],
			title: offer?.title ?? 'undo',
			description: 'Undo the action in the footer while it counts down, or run what the footer offers.',
			group: 'Everywhere',
			enabled: () => this.#app.state.offer !== undefined || 'there is nothing to undo now',
			run: async () => {
				this.#end(false)
				await offer?.run()
			},
		}
	}

	#end(expired: boolean): void {
		clearTimeout(this.#timer)
		const { offer } = this.#app.state
		if (offer === undefined) return
		this.#app.set({ offer: undefined })
		if (expired) offer.expired()
	}
}
