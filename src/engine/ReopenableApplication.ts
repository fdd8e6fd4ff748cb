import type { Application } from '../abci/Application.ts'
import { LockedApplication } from '../abci/LockedApplication.ts'

/**
 * The application as seen outside the engine: one object that stays the same while the engine reopens the state behind
 * it after a revert or reset.
 */
export class ReopenableApplication extends LockedApplication {
	readonly #open: () => Application
	readonly #behind: { application: Application }

	constructor(open: () => Application) {
		const behind = { application: open() }
		super(() => behind.application)
		this.#open = open
		this.#behind = behind
	}

	/** Opens the application again on what the database now holds. */
	reopen(): void {
		this.#behind.application = this.#open()
	}
}
