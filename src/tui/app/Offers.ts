import type { Command } from '../kit/keymap/Command.ts'
import type { AppState, Offer } from './AppState.ts'

/** Action that a message offers, by default an undo. */
export interface OfferOptions {
	/** Key id; `u` by default. */
	readonly key?: string
	/** One or two words for the footer; `undo` by default. */
	readonly title?: string
	/** Seconds until it expires (default 10). */
	readonly seconds?: number
	readonly run: () => void | Promise<void>
	/** Called once if it expires: time passed, or another offer replaced it. */
	readonly expired?: () => void
}

/** The parts of the app that offers use. */
export interface OfferHost {
	readonly clock: () => number
	readonly state: AppState
	set(part: Partial<AppState>): void
}

/** The one action offered after a message, in the footer with its seconds left; only the next offer replaces it. */
export class Offers {
	readonly #app: OfferHost
	#timer: NodeJS.Timeout | undefined

	constructor(app: OfferHost) {
		this.#app = app
	}

	/** Offers an action. */
	make({ key = 'u', title = 'undo', seconds = 10, run, expired }: OfferOptions): void {
		this.#end(true)
		const offer: Offer = { key, title, until: this.#app.clock() + seconds * 1_000, run, expired: expired ?? (() => {}) }
		this.#app.set({ offer })
		// The process may end earlier; that counts as expiry.
		this.#timer = setTimeout(() => this.#end(true), seconds * 1_000).unref()
	}

	/** The command on the offer's key; disabled without an offer. */
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
