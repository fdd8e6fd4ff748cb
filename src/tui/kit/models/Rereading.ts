import type { UserError } from '../../../errors/UserError.ts'
import type { UiApp } from '../UiApp.ts'

/** Reads that never overlap: one that is asked for while another runs is made after it, once. */
export class Rereading {
	readonly #app: Pick<UiApp, 'attempt'>
	#running = false
	#next: (() => void) | undefined

	constructor(app: Pick<UiApp, 'attempt'>) {
		this.#app = app
	}

	/** Reads now, or as soon as what is being read is there. @param failed see `UiApp.attempt` */
	run(read: () => Promise<void>, failed?: (error: UserError) => void): void {
		if (this.#running) {
			this.#next = () => this.run(read, failed)
			return
		}
		this.#running = true
		this.#app.attempt(async () => {
			try {
				await read()
			} finally {
				this.#running = false
				const next = this.#next
				this.#next = undefined
				next?.()
			}
		}, failed)
	}
}
