import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import xterm from '@xterm/headless'
import { expect } from 'vitest'

/**
 * A terminal without a screen: what a program writes goes through a real terminal emulator, what is typed arrives at
 * its input. Stands in for `process.stdin` and `process.stdout`.
 */
export class ScreenTerminal {
	readonly emulator: InstanceType<typeof xterm.Terminal>
	readonly input: NodeJS.ReadStream
	readonly output: NodeJS.WriteStream
	/** Everything that was written. */
	written = ''
	raw = false
	readonly #changed = new EventEmitter()

	constructor(columns: number, rows: number) {
		this.emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 100 })
		const output = new EventEmitter() as unknown as {
			-readonly [Key in keyof NodeJS.WriteStream]: NodeJS.WriteStream[Key]
		}
		output.isTTY = true
		output.columns = columns
		output.rows = rows
		output.write = ((text: string) => {
			this.written += text
			this.emulator.write(text, () => this.#changed.emit('drawn'))
			return true
		}) as NodeJS.WriteStream['write']
		this.output = output as NodeJS.WriteStream
		const input = new PassThrough()
		this.input = Object.assign(input, {
			isTTY: true,
			setRawMode: (raw: boolean) => {
				this.raw = raw
				return input
			},
		}) as unknown as NodeJS.ReadStream
	}

	/** Types bytes as the keyboard sends them. */
	type(bytes: string): void {
		this.input.push(Buffer.from(bytes))
	}

	resize(columns: number, rows: number): void {
		this.emulator.resize(columns, rows)
		Object.assign(this.output, { columns, rows })
		this.output.emit('resize')
	}

	/** The rows on the screen, trailing blanks cut. */
	lines(): readonly string[] {
		const buffer = this.emulator.buffer.active
		return Array.from(
			{ length: this.emulator.rows },
			(_, row) => buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '',
		)
	}

	text(): string {
		return this.lines().join('\n')
	}

	/** Waits until the screen holds something; fails with the screen. */
	async until(what: string | ((text: string) => boolean), timeoutMs = 30_000): Promise<void> {
		const holds = (): boolean => (typeof what === 'string' ? this.text().includes(what) : what(this.text()))
		const held = holds() || (await this.#drawn(holds, timeoutMs))
		expect(held, held ? undefined : `waited in vain for ${String(what)}; the screen was\n${this.text()}`).toBe(true)
	}

	/** Looks after each drawing; false when the time is over. */
	#drawn(holds: () => boolean, timeoutMs: number): Promise<boolean> {
		return new Promise((resolve) => {
			const end = (held: boolean): void => {
				clearTimeout(timer)
				this.#changed.off('drawn', check)
				resolve(held)
			}
			const timer = setTimeout(end, timeoutMs, false)
			const check = (): void => {
				if (holds()) end(true)
			}
			this.#changed.on('drawn', check)
		})
	}

	/** Waits until everything written so far is drawn. */
	settle(): Promise<void> {
		return new Promise((resolve) => this.emulator.write('', resolve))
	}
}
