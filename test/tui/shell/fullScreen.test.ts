import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { cellWidth } from '../../../src/tui/kit/text/cells.ts'
import { runTui } from '../../../src/tui/shell/runTui.ts'
import { ChainDouble } from '../support/chainDouble.ts'
import { ScreenTerminal } from '../support/screenTerminal.ts'

interface Run {
	readonly terminal: ScreenTerminal
	readonly chain: ChainDouble
	readonly home: string
	readonly exit: Promise<number>
}

function start(
	options: {
		columns?: number
		rows?: number
		env?: NodeJS.ProcessEnv
		keys?: readonly string[]
		connect?: (url: string) => Promise<ChainClient>
		named?: boolean
		accessible?: boolean
		home?: string
	} = {},
): Run {
	const terminal = new ScreenTerminal(options.columns ?? 80, options.rows ?? 24)
	const chain = new ChainDouble({ keys: options.keys ?? ['alice'], greetings: ['hello there'] })
	const home = options.home ?? mkdtempSync(join(tmpdir(), 'chain-tui-screen-'))
	const exit = runTui({
		home,
		connect: options.connect ?? (async () => chain),
		input: terminal.input,
		output: terminal.output,
		env: options.env ?? { TERM: 'xterm-256color' },
		accessible: options.accessible ?? false,
		named: options.named ?? false,
	})
	return { terminal, chain, home, exit }
}

describe('the app on a terminal', () => {
	it('draws its first frame before it connects, goes through screens by keys and leaves the terminal as it was', async () => {
		let connect: (client: ChainClient) => void = () => {}
		const run = start({
			connect: () =>
				new Promise((resolve) => {
					connect = resolve
				}),
		})
		const { terminal } = run
		await terminal.until('Starting your chain')
		expect(terminal.emulator.buffer.active.type).toBe('alternate')
		expect(terminal.raw).toBe(true)
		expect(terminal.emulator.modes).toMatchObject({
			bracketedPasteMode: true,
			mouseTrackingMode: 'vt200',
			sendFocusMode: true,
			wraparoundMode: false,
		})
		await vi.waitFor(() => expect(connect.length).toBe(1), { timeout: 60_000 })
		connect(run.chain)
		await terminal.until('Throughput')
		terminal.type('2')
		await terminal.until('hello there')
		terminal.type('n')
		await terminal.until('New greeting')
		// Several keys in one chunk, and a paste with a line break.
		terminal.type('many keys ')
		terminal.type('\u001b[200~pasted\ntext\u001b[201~')
		await terminal.until('many keys pasted')
		terminal.type('\r')
		await vi.waitFor(() => expect(run.chain.calls).toContain('createGreeting alice many keys pasted\ntext'))
		await terminal.until('in mempool')
		run.chain.makeBlock()
		await terminal.until('✓ in block 2')
		terminal.type('q')
		expect(await run.exit).toBe(0)
		await terminal.settle()
		expect(terminal.emulator.buffer.active.type).toBe('normal')
		expect(terminal.raw).toBe(false)
		expect(terminal.emulator.modes).toMatchObject({
			bracketedPasteMode: false,
			mouseTrackingMode: 'none',
			sendFocusMode: false,
			wraparoundMode: true,
		})
		expect(terminal.written.endsWith('\u001b[?25h')).toBe(true)
		expect(run.chain.calls).toContain('close')
	})

	it('never clears the scrollback and sends little for a key', async () => {
		const { terminal, exit } = start({ columns: 120, rows: 40 })
		await terminal.until('Throughput')
		terminal.type('2')
		await terminal.until('hello there')
		terminal.type('?')
		await terminal.until('Help')
		await terminal.settle()
		const before = terminal.written.length
		terminal.type('\u001b[B')
		await terminal.until((text) => text.split('\n').some((line) => line.includes('▸') && line.includes('filter')))
		expect(terminal.written.length - before).toBeLessThan(2_000)
		expect(terminal.written).not.toContain('\u001b[3J')
		terminal.type('\u0003')
		expect(await exit).toBe(0)
	})

	it('the app on a terminal is drawn anew at each size, says when it is too small, and recovers', async () => {
		const { terminal, exit } = start({ columns: 120, rows: 40 })
		await terminal.until('Throughput')
		for (const [columns, rows] of [
			[80, 24],
			[200, 60],
			[61, 16],
			[100, 30],
		] as const) {
			terminal.resize(columns, rows)
			await terminal.until((text) => {
				const lines = text.split('\n')
				return lines.length === rows && (lines.at(-1) ?? '').includes('? help') && lines[0]!.includes('chain-tui')
			})
		}
		terminal.resize(40, 10)
		await terminal.until('now 40x10')
		terminal.resize(80, 24)
		await terminal.until('Throughput')
		terminal.type('q')
		expect(await exit).toBe(0)
	})

	it('follows a light background that the terminal reports', async () => {
		const { terminal, exit } = start({ env: { TERM: 'xterm-256color', COLORTERM: 'truecolor' } })
		await terminal.until('Throughput')
		expect(terminal.written).toContain('\u001b]11;?')
		const dark = '38;2;92;207;230'
		const light = '38;2;0;104;139'
		expect(terminal.written).toContain(dark)
		expect(terminal.written).not.toContain(light)
		terminal.type('\u001b]11;rgb:ffff/ffff/ffff\u0007')
		await terminal.until(() => terminal.written.includes(light))
		terminal.type('q')
		await exit
	})

	it('copies through the terminal', async () => {
		const copied: string[] = []
		const { terminal, exit } = start()
		terminal.emulator.parser.registerOscHandler(52, (data) => {
			copied.push(Buffer.from(data.split(';')[1] ?? '', 'base64').toString())
			return true
		})
		await terminal.until('Throughput')
		terminal.type('y')
		await terminal.until('sent to the terminal')
		expect(copied).toEqual(['http://127.0.0.1:1317'])
		terminal.type('q')
		await exit
	})

	it('uses no colour with NO_COLOR', async () => {
		const { terminal, exit } = start({ env: { TERM: 'xterm-256color', NO_COLOR: '1' } })
		await terminal.until('Throughput')
		expect(terminal.written).not.toMatch(/\u001b\[(?:3[0-8]|4[0-8]|9\d|10\d)/)
		terminal.type('q')
		await exit
	})

	it('says why it could not connect, and tries again', async () => {
		let tries = 0
		const chain = new ChainDouble({ keys: ['alice'] })
		const { terminal, exit } = start({
			connect: async () => {
				if (++tries === 1)
					throw new UserError('the home is in use', { why: 'Another chain-tui has it.', next: 'Stop it first.' })
				return chain
			},
		})
		await terminal.until('the home is in use')
		expect(terminal.text()).toContain('Stop it first.')
		terminal.type('r')
		await terminal.until('Throughput')
		terminal.type('q')
		await exit
	})

	it('remembers screen and theme', async () => {
		const first = start()
		await first.terminal.until('Throughput')
		first.terminal.type('4T')
		await first.terminal.until('theme: dark')
		first.terminal.type('q')
		await first.exit
		const second = start({ home: first.home })
		await second.terminal.until('Keys 1')
		second.terminal.type('q')
		await second.exit
		expect(readFileSync(join(first.home, 'preferences.json'), 'utf8')).toContain('"theme": "dark"')
	})

	it('remembers filters, the level of the log, and the screen one came back to', async () => {
		const first = start()
		await first.terminal.until('Throughput')
		first.terminal.type('9ll/block\r')
		await first.terminal.until('error and above · /block')
		first.terminal.type('2/nothing\r')
		await first.terminal.until('No greeting matches')
		// A link leads to Accounts, Esc back.
		first.terminal.type('4a')
		await first.terminal.until('› Accounts')
		first.terminal.type('\u001b')
		await first.terminal.until('Keys 1')
		first.terminal.type('q')
		await first.exit
		const { terminal, exit } = start({ home: first.home })
		await terminal.until('Keys 1')
		terminal.type('9')
		await terminal.until('error and above · /block')
		terminal.type('2')
		await terminal.until('No greeting matches')
		terminal.type('\u001b')
		await terminal.until('hello there')
		terminal.type('q')
		await exit
		const third = start({ home: first.home })
		await third.terminal.until('hello there')
		third.terminal.type('q')
		await third.exit
	})

	it('remembers the saved node in use, which a node named on the command line does not replace', async () => {
		const home = mkdtempSync(join(tmpdir(), 'chain-tui-screen-'))
		const url = 'http://127.0.0.1:1'
		writeFileSync(join(home, 'preferences.json'), JSON.stringify({ node: url, nodes: [`one\t${url}`] }))
		for (const [named, expected] of [
			[false, url],
			[true, ''],
			[false, url],
		] as const) {
			const asked: string[] = []
			const chain = new ChainDouble({ keys: ['alice'] })
			const { terminal, exit } = start({
				home,
				named,
				connect: async (wanted) => {
					asked.push(wanted)
					return chain
				},
			})
			await terminal.until('Throughput')
			terminal.type('q')
			await exit
			expect(asked).toEqual([expected])
		}
	})

	it('refuses to draw where there is no terminal and says what to run', async () => {
		const terminal = new ScreenTerminal(80, 24)
		Object.assign(terminal.output, { isTTY: false })
		const run = runTui({
			home: tmpdir(),
			connect: async () => new ChainDouble(),
			input: terminal.input,
			output: terminal.output,
			env: {},
		})
		await expect(run).rejects.toThrow(/needs a terminal/)
		await run.catch((error: UserError) => expect(error.next).toContain('chain-tui start'))
	})

	it('ends when asked to although its terminal is gone and takes no mode any more', async () => {
		const { terminal, exit, chain } = start()
		await terminal.until('Throughput')
		Object.assign(terminal.input, {
			setRawMode: () => {
				throw Object.assign(new Error('setRawMode EIO'), { code: 'EIO', syscall: 'setRawMode' })
			},
		})
		terminal.type('q')
		expect(await exit).toBe(0)
		expect(chain.calls).toContain('close')
	})

	it('after a fault gives the terminal back, saves a log and says one line', async () => {
		const { terminal, home } = start()
		await terminal.until('Throughput')
		const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never)
		const said: string[] = []
		const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
			said.push(String(text))
			return true
		})
		// What Node does with an error nobody caught.
		const listener = process.listeners('uncaughtException').at(-1) as (error: Error) => void
		listener(new Error('a bolt broke'))
		await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(1))
		exit.mockRestore()
		stderr.mockRestore()
		await terminal.settle()
		expect(terminal.emulator.buffer.active.type).toBe('normal')
		expect(terminal.raw).toBe(false)
		expect(said.join('')).toMatch(/^chain-tui stopped because of a bug: a bolt broke\. Log: .*crash-.*\.log\n$/)
		const [file = ''] = readdirSync(join(home, 'logs'))
		expect(readFileSync(join(home, 'logs', file), 'utf8')).toContain('a bolt broke')
		process.removeAllListeners('uncaughtException')
	})
})

describe('plain mode', () => {
	it('a dumb terminal, which cannot move its cursor, gets plain lines', async () => {
		const { terminal, exit } = start({ env: { TERM: 'dumb' }, columns: 120, rows: 50 })
		await terminal.until('plain mode')
		await terminal.until('height')
		expect(terminal.written).not.toMatch(/\u001b\[(?!\?)/)
		expect(terminal.emulator.buffer.active.type).toBe('normal')
		terminal.type('q')
		expect(await exit).toBe(0)
	})

	it('reads places and effects out in lines, without moving the cursor', async () => {
		const { terminal, chain, exit } = start({ accessible: true, columns: 120, rows: 50 })
		await terminal.until('plain mode')
		await terminal.until('height')
		terminal.type('2')
		await terminal.until('hello there')
		terminal.type('n')
		await terminal.until('New greeting')
		terminal.type('spoken words')
		terminal.type('\r')
		await vi.waitFor(() => expect(chain.calls).toContain('createGreeting alice spoken words'))
		await terminal.until('in mempool')
		chain.makeBlock()
		await terminal.until('in block 2')
		expect(terminal.written).not.toMatch(/\u001b\[(?!\?)/)
		expect(terminal.emulator.buffer.active.type).toBe('normal')
		terminal.type('q')
		expect(await exit).toBe(0)
		expect(terminal.raw).toBe(false)
	})

	it('breaks lines between words, where the terminal would break them anywhere', async () => {
		const { terminal, exit } = start({ accessible: true, columns: 50, rows: 50 })
		await terminal.until('height')
		await terminal.until('q quit')
		const lines = terminal.written.replaceAll(/\u001b\[\?\d+[hl]/g, '').split('\r\n')
		expect(lines.length).toBeGreaterThan(10)
		expect(lines.filter((line) => cellWidth(line) > 50)).toEqual([])
		terminal.type('q')
		expect(await exit).toBe(0)
	})
})
