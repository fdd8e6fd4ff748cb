import { createHash } from 'node:crypto'

/** Runs a function after a delay in milliseconds; the returned function cancels it. */
export type Schedule = (milliseconds: number, run: () => void) => () => void

/** Dependencies of `CopiedSecrets`. */
export interface CopiedSecretsOptions {
	readonly system: SystemClipboard | undefined
	readonly schedule?: Schedule
	/** Called if a secret could not be cleared in time. */
	readonly failed?: () => void
	/** Milliseconds until a secret is cleared. */
	readonly clearAfter?: number
}

/** Longest wait for the clipboard tool when the app ends, in milliseconds. */
const endWaits = 2_000

/**
 * Clears copied secrets from the desktop's clipboard: each after a minute, all when the app ends. Text that the user
 * copied later stays. Only fingerprints of the secrets are kept here.
 */
export class CopiedSecrets {
	/** Milliseconds until a secret is cleared. */
	readonly clearAfter: number
	readonly #system: SystemClipboard | undefined
	readonly #schedule: Schedule
	readonly #failed: () => void
	/** Functions that cancel a pending clearing, by fingerprint. */
	readonly #pending = new Map<string, () => void>()
	#writing: Promise<unknown> = Promise.resolve()

	constructor({ system, schedule = afterTime, failed = () => {}, clearAfter = 60_000 }: CopiedSecretsOptions) {
		this.#system = system
		this.#schedule = schedule
		this.#failed = failed
		this.clearAfter = clearAfter
	}

	/** Puts a secret on the clipboard if there is one. Copying the same secret again restarts its time. */
	async put(text: string): Promise<boolean> {
		const system = this.#system
		if (system === undefined) return false
		// A missing tool or display is not an error.
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

	/** Clears the remaining secrets when the app ends. Resolves also if that fails. */
	async end(): Promise<void> {
		let timer: NodeJS.Timeout | undefined
		const patience = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, endWaits)
		})
		await Promise.race([this.#clearAll().catch(() => {}), patience])
		clearTimeout(timer)
	}

	async #clearAll(): Promise<void> {
		// Waits for a secret that is being copied, so that it can be cleared.
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
	// The tools of some systems append a line break to what they return.
	return createHash('sha256').update(text.trimEnd()).digest('hex')
}

/** The timer does not keep the program alive; its end clears the secrets anyway. */
function afterTime(milliseconds: number, run: () => void): () => void {
	const timer = setTimeout(run, milliseconds)
	timer.unref()
	return () => clearTimeout(timer)
}

/** The clipboard of the desktop. Its functions reject if the tool is missing. */
export interface SystemClipboard {
	read(): Promise<string>
	write(text: string): Promise<void>
}
