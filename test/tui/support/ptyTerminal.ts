import { type IPty, spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { expect } from 'vitest'
import { modernWidths } from './modernWidths.ts'

/** The built program in a real pseudo-terminal, its screen read by a terminal emulator. */
export class PtyTerminal {
	readonly emulator: InstanceType<typeof xterm.Terminal>
	/** Resolves with the exit code; 128 and the signal's number when it was killed. */
	readonly exit: Promise<number>
	/** Whether the terminal's own cursor is to be seen. */
	cursorShown = true
	/** Everything the program wrote. */
	written = ''
	readonly #pty: IPty
	#bytesPerSecond = Number.POSITIVE_INFINITY
	readonly #checks = new Set<() => void>()
	/** Set while parts have arrived that are not checked yet: those of one turn are checked together. */
	#checking: NodeJS.Immediate | undefined

	constructor(
		file: string,
		args: readonly string[],
		options: {
			readonly columns?: number
			readonly rows?: number
			readonly env?: Readonly<Record<string, string>>
			/** Counts cells as new terminals do; else emoji are one cell, as old ones show them. */
			readonly modern?: boolean
		} = {},
	) {
		const columns = options.columns ?? 80
		const rows = options.rows ?? 24
		this.emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
		if (options.modern === true) modernWidths(this.emulator)
		for (const [final, shown] of [
			['h', true],
			['l', false],
		] as const)
			this.emulator.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
				if (parameters.includes(25)) this.cursorShown = shown
				return false
			})
		const { CI: _ci, NO_COLOR: _noColor, FORCE_COLOR: _force, INK_SCREEN_READER: _reader, ...env } = process.env
		this.#pty = spawn(file, [...args], {
			name: options.env?.TERM ?? 'xterm-256color',
			cols: columns,
			rows,
			env: { ...env, TERM: 'xterm-256color', ...options.env } as Record<string, string>,
		})
		this.#pty.onData((data) => {
			this.written += data
			this.#hold(data.length)
			this.emulator.write(data, () => {
				this.#checking ??= setImmediate(() => {
					this.#checking = undefined
					for (const check of this.#checks) check()
				})
			})
		})
		// Queries of the program (its background colour) get the emulator's answers.
		this.emulator.onData((data) => this.#pty.write(data))
		this.exit = new Promise((resolve) => {
			this.#pty.onExit(({ exitCode, signal }) => {
				// The emulator reads in turns of its own: what was written last is on the screen first.
				this.emulator.write('', () => resolve(signal ? 128 + signal : exitCode))
			})
		})
	}

	get pid(): number {
		return this.#pty.pid
	}

	type(bytes: string): void {
		this.#pty.write(bytes)
	}

	/**
	 * Reads only so many bytes a second from now on, as a slow link does. What is not read waits in the kernel's buffer of
	 * some kilobytes; once it is full the program's writes wait too.
	 */
	throttle(bytesPerSecond: number): void {
		this.#bytesPerSecond = bytesPerSecond
	}

	#hold(bytes: number): void {
		if (this.#bytesPerSecond === Number.POSITIVE_INFINITY) return
		this.#pty.pause()
		setTimeout(() => this.#pty.resume(), (bytes / this.#bytesPerSecond) * 1_000)
	}

	resize(columns: number, rows: number): void {
		this.emulator.resize(columns, rows)
		this.#pty.resize(columns, rows)
	}

	/** Ends the program the hard way. */
	kill(signal = 'SIGKILL'): void {
		this.#pty.kill(signal)
	}

	text(): string {
		const buffer = this.emulator.buffer.active
		return Array.from(
			{ length: this.emulator.rows },
			(_, row) => buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '',
		).join('\n')
	}

	/** Waits until the screen holds something; fails with the screen. */
	until(what: string | RegExp | ((text: string) => boolean), timeoutMs = 30_000): Promise<void> {
		const holds = (text: string): boolean =>
			typeof what === 'string' ? text.includes(what) : what instanceof RegExp ? what.test(text) : what(text)
		return this.untilNone(() => (holds(this.text()) ? [] : [`waited in vain for ${String(what)}`]), timeoutMs)
	}

	/** Waits until a check, of other terminals too, finds no more problems; fails with those it finds last, and the screen. */
	untilNone(problems: () => readonly string[], timeoutMs = 30_000, others: readonly PtyTerminal[] = []): Promise<void> {
		return new Promise((resolve, reject) => {
			const watched = [this, ...others]
			const done = (): void => {
				clearTimeout(timer)
				for (const terminal of watched) terminal.#checks.delete(check)
			}
			const timer = setTimeout(() => {
				done()
				reject(new Error(`${problems().join('\n')}; the screen was\n${this.text()}`))
			}, timeoutMs)
			const check = (): void => {
				const left = problems()
				if (left.length > 0) return
				done()
				expect(left).toEqual([])
				resolve()
			}
			for (const terminal of watched) terminal.#checks.add(check)
			check()
		})
	}
}
