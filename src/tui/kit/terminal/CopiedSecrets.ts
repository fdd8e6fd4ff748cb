import { createHash } from 'node:crypto'
import type { SystemClipboard } from './SystemClipboard.ts'

/** Runs something after some milliseconds, unless what it returns is called before. */
export type Schedule = (milliseconds: number, run: () => void) => () => void

/** What a keeper of copied secrets is made of. */
export interface CopiedSecretsOptions {
	readonly system: SystemClipboard | undefined
	readonly schedule?: Schedule
	/** Called when a secret that is due could not be taken off the clipboard. */
	readonly failed?: () => void
	/** Milliseconds a secret stays. */
	readonly clearAfter?: number
}

/** Milliseconds that the end of the app waits for the clipboard's tool at most. */
const endWaits = 2_000

/**
 * Takes copied secrets off the desktop's clipboard: each after a minute, all when the app ends. What a user copied
 * since then stays. Only fingerprints of the secrets are kept here.
 */
export class CopiedSecrets {
	/** Milliseconds a secret stays on the clipboard. */
	readonly clearAfter: number
	readonly #system: SystemClipboard | undefined
	readonly #schedule: Schedule
	readonly #failed: () => void
	/** What calls off the clearing, by fingerprint. */
	readonly #pending = new Map<string, () => void>()
	#writing: Promise<unknown> = Promise.resolve()

	constructor({ system, schedule = afterTime, failed = () => {}, clearAfter = 60_000 }: CopiedSecretsOptions) {
		this.#system = system
		this.#schedule = schedule
		this.#failed = failed
		this.clearAfter = clearAfter
	}

	/** Puts a secret on the clipboard, unless there is none; the same one again stays its whole time from now. */
	async put(text: string): Promise<boolean> {
		const system = this.#system
		if (system === undefined) return false
		// No tool installed, or no display: that is no fault.
		const writing = system.write(text).then(
			() => true,
			() => false,
		)
		this.#writing = writing
		if (!(await writing)) return false
		this.#keep(text)
		return true
	}

	#keep(text: string): void {
		const print = fingerprint(text)
		this.#pending.get(print)?.()
		this.#pending.set(
			print,
			this.#schedule(this.clearAfter, () => {
				this.#pending.delete(print)
				this.#clear((held) => held === print).catch(() => this.#failed())
			}),
		)
	}

	/** The app ends: whatever secret of it is still there goes now. Resolves also when that fails. */
	async end(): Promise<void> {
		let timer: NodeJS.Timeout | undefined
		const patience = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, endWaits)
		})
		await Promise.race([this.#clearAll().catch(() => {}), patience])
		clearTimeout(timer)
	}

	async #clearAll(): Promise<void> {
		// One that was copied in the last moment is to be found there.
		await this.#writing
		if (this.#pending.size === 0) return
		const prints = new Set(this.#pending.keys())
		for (const cancel of this.#pending.values()) cancel()
		this.#pending.clear()
		await this.#clear((held) => prints.has(held))
	}

	async #clear(isOurs: (print: string) => boolean): Promise<void> {
		if (this.#system === undefined) return
		if (isOurs(fingerprint(await this.#system.read()))) await this.#system.write('')
	}
}

function fingerprint(text: string): string {
	// Tools of some systems end what they read with a line break of their own.
	return createHash('sha256').update(text.trimEnd()).digest('hex')
}

/** The clearing does not keep the program from ending: its end clears by itself. */
function afterTime(milliseconds: number, run: () => void): () => void {
	const timer = setTimeout(run, milliseconds)
	timer.unref()
	return () => clearTimeout(timer)
}
