import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { filePreferences } from '../../../src/tui/app/Preferences.ts'
import { cellWidth } from '../../../src/tui/kit/text/cells.ts'
import { runAccessible } from '../../../src/tui/shell/runAccessible.ts'
import { until } from '../../support/until.ts'
import { ChainDouble, type DoubleOptions } from '../support/chainDouble.ts'
import { ScreenTerminal } from '../support/screenTerminal.ts'

let home: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-plain-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** The plain mode over a double: what it says, without the ends of its lines. */
async function start(
	options: DoubleOptions & {
		readonly named?: boolean
		readonly columns?: number
		readonly connect?: () => Promise<ChainClient>
	} = {},
) {
	const preferences = filePreferences(home)
	preferences.set('welcomed', true)
	await preferences.flush()
	const terminal = new ScreenTerminal(options.columns ?? 300, 40)
	if (options.columns === 0) Object.assign(terminal.output, { columns: undefined })
	const chain = new ChainDouble({ keys: ['alice', 'bob'], ...options })
	const asked: string[] = []
	const exit = runAccessible({
		home,
		connect: async (url) => {
			asked.push(url)
			return options.connect?.() ?? chain
		},
		input: terminal.input,
		output: terminal.output,
		env: { TERM: 'xterm' },
		...(options.named === undefined ? {} : { named: options.named }),
	})
	let from = 0
	return {
		terminal,
		chain,
		asked,
		exit,
		/** Types, and takes what is said at once. */
		echo: (bytes: string): string => {
			const before = terminal.written.length
			terminal.input.emit('data', Buffer.from(bytes))
			return terminal.written.slice(before)
		},
		/** Waits until something was said since the last time, and takes what was said until then. */
		heard: async (text: string): Promise<string> => {
			// Where a line is broken is not what was said.
			await until(() => terminal.written.slice(from).replaceAll(/\s+/g, ' ').includes(text))
			const said = terminal.written.slice(from)
			from = terminal.written.length
			return said
		},
		quit: async (): Promise<number> => {
			terminal.type('q')
			return exit
		},
	}
}

it('plain mode says for how long and by which key something can be taken back', async () => {
	const { terminal, heard, quit } = await start()
	await heard('q quit.')
	terminal.type('4')
	await heard('q quit.')
	terminal.type('D')
	await heard('Delete')
	terminal.type('alice\r')
	expect(await heard('is undo.')).toContain('For 10 seconds, u is undo.')
	terminal.type('u')
	await heard('Keys')
	expect(await quit()).toBe(0)
})

it('plain mode tells after a key what changed meanwhile, each line once, and is not interrupted by blocks', async () => {
	const { terminal, chain, heard, quit } = await start({ greetings: ['hello there'] })
	await heard('q quit.')
	terminal.type('2')
	const first = await heard('q quit.')
	expect(first).toMatch(/Greetings\.[\s\S]*hello there/)
	await chain.greet('bob', 'a new one')
	chain.makeBlock()
	await until(() => chain.greetings.length === 2)
	terminal.type('k')
	const said = await heard('a new one')
	expect(said.match(/a new one/g)).toHaveLength(1)
	// The place itself is not read out once more.
	expect(said).not.toContain('Greetings.')
	expect(said).not.toContain('Keys:')
	expect(await quit()).toBe(0)
})

it('plain mode reads a place out anew when a key leads there, with the keys that matter in it', async () => {
	const { terminal, heard, quit } = await start()
	await heard('q quit.')
	terminal.type('4')
	expect(await heard('q quit.')).toMatch(/\r\nKeys\.\r\n(?:.*\r\n)+Keys: Enter /)
	// Esc alone is a key once nothing follows it.
	terminal.type('?')
	await heard('Help')
	terminal.type('\u001b')
	expect(await heard('q quit.')).toContain('Keys.')
	// The first key of two leads to a place too, which no command does.
	terminal.type('g')
	expect(await heard('g ….')).toContain('Keys, g ….')
	terminal.type('p')
	await heard('q quit.')
	expect(await quit()).toBe(0)
	expect(terminal.written.match(/\r\nKeys\.\r\n/g)).toHaveLength(2)
})

it('plain mode tells each message once, as it comes', async () => {
	const { terminal, chain, heard, quit } = await start()
	await heard('q quit.')
	terminal.type('M')
	await heard('mouse off')
	chain.makeBlock()
	terminal.type('$')
	await heard('amounts as the chain counts them')
	expect(await quit()).toBe(0)
	expect(terminal.written.match(/mouse off/g)).toHaveLength(1)
})

it('plain mode reads out why there is no node, and the place once there is one', async () => {
	let connect: (client: ChainClient) => void = () => {}
	let tries = 0
	const { terminal, chain, heard, quit } = await start({
		connect: () => {
			if (++tries === 1) throw new UserError('the home is in use')
			return new Promise((resolve) => {
				connect = resolve
			})
		},
	})
	expect(await heard('q quit.')).toContain('the home is in use')
	terminal.type('r')
	await heard('Starting your chain')
	connect(chain)
	expect(await heard('q quit.')).toContain('height')
	expect(await quit()).toBe(0)
})

it('plain mode reads the place below out when a form is done, however long that takes', async () => {
	const { terminal, chain, heard, quit } = await start()
	await heard('q quit.')
	terminal.type('2n')
	await heard('New greeting')
	let send: (() => void) | undefined
	const create = chain.createGreeting.bind(chain)
	chain.createGreeting = async function* (...all) {
		await new Promise<void>((resolve) => {
			send = resolve
		})
		yield* create(...all)
	}
	terminal.type('hello\r')
	const waiting = await until(() => send)
	await heard('signing')
	waiting()
	expect(await heard('q quit.')).toContain('\r\nGreetings.\r\n')
	chain.makeBlock()
	await heard('in block 2')
	expect(await quit()).toBe(0)
})

it('plain mode echoes what is typed into a field at once, and nothing else', async () => {
	const { terminal, heard, echo, quit } = await start({ locked: true })
	await heard('q quit.')
	expect(echo('\f')).toMatch(/^\r\nHome\.\r\n/)
	const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
	expect(['j', '\u001a', '2'].map(echo)).toEqual(['', '', ''])
	expect(kill.mock.calls).toEqual([[0, 'SIGTSTP']])
	kill.mockRestore()
	await heard('Greetings.')
	terminal.type('4c')
	await heard('passphrase')
	// The next output starts a new line, once.
	const left = '\u001b[D'
	expect(['a', 'bc', left, left, '\u001b[200~pasted\u001b[201~', 'd'].map(echo)).toEqual([
		...['•', '••', '\r\n', '', '', '•'],
	])
	terminal.type('\u001b')
	await heard('q quit.')
	expect(await quit()).toBe(0)
})

it('plain mode takes Esc for a key when nothing follows it for a while, and tells of keys a moment later', async () => {
	const { terminal, chain, heard, echo, quit } = await start()
	await heard('q quit.')
	terminal.type('2n')
	await heard('New greeting')
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	try {
		echo('ab')
		// Of a sequence each part may come late.
		echo('\u001b')
		vi.advanceTimersByTime(39)
		echo('[')
		vi.advanceTimersByTime(39)
		expect(echo('D')).toBe('\r\n')
		const before = terminal.written.length
		vi.advanceTimersByTime(79)
		expect(terminal.written.length).toBe(before)
		vi.advanceTimersByTime(1)
		expect(terminal.written.slice(before)).toContain('ab')
		expect(echo('x')).toBe('x')
		echo('\u001b')
		const typed = terminal.written.length
		vi.advanceTimersByTime(39)
		expect(terminal.written.length).toBe(typed)
		vi.advanceTimersByTime(1)
		expect(terminal.written.slice(typed)).toBe('\r\n')
		vi.advanceTimersByTime(80)
		expect(terminal.written.slice(typed)).toContain('\r\nGreetings.\r\n')
	} finally {
		vi.useRealTimers()
	}
	await heard('q quit.')
	terminal.type('n')
	await heard('New greeting')
	terminal.type('\r')
	await until(() => chain.calls.some((call) => call.startsWith('createGreeting')))
	expect(chain.calls).toContain('createGreeting alice axb')
	await heard('in mempool')
	chain.makeBlock()
	await heard('in block 2')
	expect(await quit()).toBe(0)
})

it.each([
	[undefined, true],
	[true, false],
])('plain mode, with a node named (%s), offers to start the own chain when that fails: %s', async (named, offers) => {
	const { chain, heard, quit } = await start(named === undefined ? {} : { named })
	await heard('q quit.')
	const status = await chain.status()
	chain.emit({ type: 'status', status: { ...status, state: 'unreachable', problem: 'gone' } })
	const said = await heard('does not answer')
	expect(said.includes('B starts the chain here')).toBe(offers)
	expect(await quit()).toBe(0)
})

it('plain mode echoes what is typed into a field, but of a secret only that there is something', async () => {
	const { terminal, heard, quit } = await start({ locked: true })
	await heard('q quit.')
	terminal.type('4c')
	await heard('passphrase')
	terminal.type('secret')
	const said = await heard('••••••')
	expect(said).not.toContain('secret')
	terminal.type('\u001b')
	await heard('q quit.')
	expect(await quit()).toBe(0)
})

it('plain mode begins with the node of the command line, whatever was chosen before, and keeps the choice', async () => {
	const before = filePreferences(home)
	before.set('nodes', ['a\thttp://a'])
	before.set('node', 'http://a')
	await before.flush()
	const named = await start({ named: true })
	await named.heard('q quit.')
	expect(await named.quit()).toBe(0)
	expect([named.asked, filePreferences(home).get('node')]).toEqual([[''], 'http://a'])
	const chosen = await start({})
	await chosen.heard('q quit.')
	expect(await chosen.quit()).toBe(0)
	expect(chosen.asked).toEqual(['http://a'])
})

it('plain mode breaks lines at 80 cells where the terminal does not say how wide it is', async () => {
	const { terminal, heard, quit } = await start({ columns: 0 })
	await heard('q quit.')
	const lines = terminal.written.split('\r\n')
	expect(Math.max(...lines.map(cellWidth))).toBeLessThanOrEqual(80)
	expect(Math.max(...lines.map(cellWidth))).toBeGreaterThan(60)
	expect(await quit()).toBe(0)
	const wide = await start()
	await wide.heard('q quit.')
	expect(Math.max(...wide.terminal.written.split('\r\n').map(cellWidth))).toBeGreaterThan(80)
	expect(await wide.quit()).toBe(0)
})

it.each(['SIGTERM', 'SIGHUP'] as const)(
	'plain mode ends as by a signal, with its terminal as it was, at %s',
	async (signal) => {
		const { terminal, chain, heard, exit } = await start()
		await heard('q quit.')
		expect(terminal.raw).toBe(true)
		const [leave, stop] = (['exit', signal] as const).map((event) => process.listeners(event as 'exit').at(-1)!)
		// What ends the process otherwise gives the terminal back too.
		leave!(0)
		expect(terminal.raw).toBe(false)
		terminal.raw = true
		stop!(0)
		expect([await exit, terminal.raw]).toEqual([143, false])
		expect([process.listeners('exit').includes(leave!), process.listeners(signal).includes(stop as never)]).toEqual([
			...[false, false],
		])
		expect([terminal.input.listenerCount('data'), terminal.input.isPaused()]).toEqual([0, true])
		expect(chain.calls).toContain('close')
	},
)
