import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CopiedSecrets, type SystemClipboard } from '../../../../src/tui/kit/terminal/CopiedSecrets.ts'
import {
	type CopyPlaces,
	copySecret,
	copyText,
	osc52,
	systemClipboard,
} from '../../../../src/tui/kit/terminal/clipboard.ts'

const words = 'round ocean vehicle feel tomorrow holiday wall visit mean blanket utility essay'

/** A clipboard in memory, and a clock that goes when it is told to. */
class Desk implements SystemClipboard {
	held = 'what was there before'
	broken = false
	/** What writes wait for. */
	gate: Promise<void> = Promise.resolve()
	readonly sent: string[] = []
	failures = 0
	#now = 0
	#due: { readonly at: number; readonly run: () => void }[] = []

	async read(): Promise<string> {
		if (this.broken) throw new TypeError('no display')
		return this.held
	}

	async write(text: string): Promise<void> {
		await this.gate
		if (this.broken) throw new TypeError('no display')
		this.held = text
	}

	readonly schedule = (milliseconds: number, run: () => void): (() => void) => {
		const entry = { at: this.#now + milliseconds, run }
		this.#due.push(entry)
		return () => {
			this.#due = this.#due.filter((other) => other !== entry)
		}
	}

	/** Lets time pass, and what is due then come to its end. */
	async pass(milliseconds: number): Promise<void> {
		this.#now += milliseconds
		const due = this.#due.filter(({ at }) => at <= this.#now)
		this.#due = this.#due.filter(({ at }) => at > this.#now)
		for (const { run } of due) run()
		await new Promise((resolve) => setImmediate(resolve))
	}
}

let desk: Desk
let secrets: CopiedSecrets
let places: CopyPlaces
let directory: string
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'chain-tui-copied-'))
	desk = new Desk()
	setUp(desk)
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function setUp(system: SystemClipboard | undefined): void {
	secrets = new CopiedSecrets({ system, schedule: desk.schedule, failed: () => void desk.failures++ })
	places = { send: (sequence) => desk.sent.push(sequence), directory, system, secrets }
}

describe('a copied mnemonic does not stay on the clipboard', () => {
	it('leaves it after 60 seconds, not before, and went nowhere else', async () => {
		expect(await copySecret(words, places)).toEqual({ to: 'clipboard', clearedAfter: 60_000 })
		expect(desk.held).toBe(words)
		await desk.pass(59_999)
		expect(desk.held).toBe(words)
		await desk.pass(1)
		expect(desk.held).toBe('')
		expect(desk.sent).toEqual([])
		expect(readdirSync(directory)).toEqual([])
	})

	it('a copied mnemonic is known again where the tool ends what it reads with a line break', async () => {
		await copySecret(words, places)
		desk.held += '\n'
		await desk.pass(60_000)
		expect(desk.held).toBe('')
	})

	it('what was copied after it stays', async () => {
		await copySecret(words, places)
		await copyText('chain1address', places)
		await desk.pass(60_000)
		expect(desk.held).toBe('chain1address')
		await secrets.end()
		expect(desk.held).toBe('chain1address')
	})

	it('a second copy of it stays its own 60 seconds', async () => {
		await copySecret(words, places)
		await desk.pass(40_000)
		await copySecret(words, places)
		await desk.pass(40_000)
		expect(desk.held).toBe(words)
		await desk.pass(20_000)
		expect(desk.held).toBe('')
	})

	it('two secrets: the first one due leaves the second alone', async () => {
		await copySecret(words, places)
		await desk.pass(30_000)
		await copySecret('another secret', places)
		await desk.pass(30_000)
		expect(desk.held).toBe('another secret')
		await desk.pass(30_000)
		expect(desk.held).toBe('')
	})

	it('leaves it when the app ends, also one whose copy is still under way', async () => {
		await copySecret(words, places)
		await secrets.end()
		expect(desk.held).toBe('')

		let open = (): void => {}
		desk.gate = new Promise((resolve) => {
			open = resolve
		})
		const copying = copySecret('the last moment', places)
		const ending = secrets.end()
		open()
		await Promise.all([copying, ending])
		expect(desk.held).toBe('')
	})

	it('a secret that was cleared in time, or at the end, is the user’s own when it is copied once more elsewhere', async () => {
		await copySecret(words, places)
		await desk.pass(60_000)
		desk.held = words
		await secrets.end()
		expect(desk.held).toBe(words)
		await copySecret(words, places)
		await secrets.end()
		expect(desk.held).toBe('')
		desk.held = words
		await desk.pass(60_000)
		expect(desk.held).toBe(words)
		await secrets.end()
		expect(desk.held).toBe(words)
	})

	it('an app that ends waits for the clipboard no longer than that takes, and at most two seconds', async () => {
		vi.useFakeTimers()
		try {
			await secrets.end()
			expect(vi.getTimerCount()).toBe(0)
			desk.gate = new Promise(() => {})
			void secrets.put(words)
			let ended = false
			void secrets.end().then(() => {
				ended = true
			})
			await vi.advanceTimersByTimeAsync(1_999)
			expect(ended).toBe(false)
			await vi.advanceTimersByTimeAsync(1)
			expect(ended).toBe(true)
		} finally {
			vi.useRealTimers()
		}
	})

	it('an app that copied no secret leaves the clipboard alone', async () => {
		await copyText('chain1address', places)
		await desk.pass(600_000)
		await secrets.end()
		expect(desk.held).toBe('chain1address')
	})

	it('a tool that fails when it is due is told', async () => {
		await copySecret(words, places)
		desk.broken = true
		await desk.pass(60_000)
		expect(desk.failures).toBe(1)
	})
})

describe('where a secret cannot be taken back', () => {
	it('a secret that cannot be taken back goes to the terminal, which the result says', async () => {
		desk.broken = true
		expect(await copySecret(words, places)).toEqual({ to: 'terminal' })
		setUp(undefined)
		expect(await copySecret(words, places)).toEqual({ to: 'terminal' })
		expect(desk.sent).toEqual([osc52(words), osc52(words)])
	})

	it('a secret that cannot be taken back never goes to a file', async () => {
		setUp(undefined)
		await expect(copySecret('x'.repeat(80_000), places)).rejects.toThrow('The secret is not copied.')
		expect(readdirSync(directory)).toEqual([])
		expect(desk.sent).toEqual([])
	})

	it('a session over SSH has no clipboard of its own', () => {
		expect(systemClipboard({ DISPLAY: ':0', SSH_TTY: '/dev/pts/1' })).toBeUndefined()
		expect(systemClipboard({ DISPLAY: ':0' })).toBeDefined()
	})
})
