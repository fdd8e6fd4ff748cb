import type { Application } from '../abci/Application.ts'
import { LockedApplication } from '../abci/LockedApplication.ts'

/** The application outside the engine: the same object while the engine reopens the state behind it. */
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
