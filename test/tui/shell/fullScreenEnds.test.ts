import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filePreferences } from '../../../src/tui/app/Preferences.ts'
import { formatKey } from '../../../src/tui/kit/keymap/formatKey.ts'
import { runFullScreen } from '../../../src/tui/shell/runFullScreen.ts'
import { until } from '../../support/until.ts'
import { ChainDouble } from '../support/chainDouble.ts'
import { ScreenTerminal } from '../support/screenTerminal.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const faults = ['uncaughtException', 'unhandledRejection'] as const
type Event = (typeof signals | typeof faults)[number]
const listenersOf = (event: Event) =>
	process.listeners(event as 'exit') as unknown as ((...values: readonly unknown[]) => void)[]
const now = Date.parse('2026-01-01T00:00:00Z')

let home: string
/** What the process is asked to do, and what it says beside the screen. */
let done: unknown[]
let said: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-ends-'))
	done = []
	said = ''
	vi.spyOn(process, 'exit').mockImplementation(((code: number) => done.push(['exit', code])) as never)
	vi.spyOn(process, 'kill').mockImplementation((id, signal) => {
		done.push([id, signal])
		return true
	})
	vi.spyOn(process, 'removeAllListeners').mockImplementation((event) => {
		done.push(['deaf to', event])
		return process
	})
	vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
		said += String(text)
		return true
	})
})
afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	rmSync(home, { recursive: true, force: true })
})

/** The app on a terminal, up to its first frame. */
function start(options: { readonly env?: NodeJS.ProcessEnv; readonly write?: (text: string) => void } = {}) {
	const terminal = new ScreenTerminal(80, 24)
	const { write } = terminal.output
	terminal.output.write = ((text: string) => {
		options.write?.(text)
		return write(text)
	}) as never
	const chain = new ChainDouble({ keys: ['alice'] })
	let isClosed: () => void = () => {}
	const exit = runFullScreen({
		home,
		connect: async () => chain,
		input: terminal.input,
		output: terminal.output,
		env: options.env ?? { TERM: 'xterm-256color' },
	})
	// Later ones are of modules that are loaded by then.
	const own = new Map([...signals, ...faults].map((event) => [event, listenersOf(event).at(-1)!]))
	return {
		terminal,
		chain,
		exit,
		/** What Node does when an event of the process arrives. */
		tell: (event: Event, ...values: readonly unknown[]) => own.get(event)!(...values),
		/** The events that the app still listens to. */
		heard: () => [...own].filter(([event, listener]) => listenersOf(event).includes(listener)).map(([event]) => event),
		/** Waits until the node is in use. */
		used: () => until(() => chain.calls.length > 0),
		/** Lets the node take its time to close; returns what ends that. */
		slowly: (): (() => void) => {
			const closed = new Promise<void>((resolve) => {
				isClosed = resolve
			})
			chain.close = () => closed
			return isClosed
		},
	}
}

describe('how the app on a terminal ends', () => {
	it.each([
		['SIGINT', 130, []],
		['SIGTERM', 143, []],
		[
			'SIGHUP',
			129,
			[
				['deaf to', 'SIGHUP'],
				[process.pid, 'SIGHUP'],
			],
		],
	] as const)(
		'the app on a terminal ends at %s with the code %i and listens to nothing more',
		async (signal, code, last) => {
			const { terminal, exit, tell, heard, used, chain } = start()
			await used()
			expect([terminal.raw, heard()]).toEqual([true, [...signals, ...faults]])
			tell(signal)
			expect([await exit, done, terminal.raw, said]).toEqual([code, last, false, ''])
			expect(chain.calls).toContain('close')
			expect(heard()).toEqual([])
		},
	)

	it('a signal that comes again at once is an echo, and later on waits for the node no more', async () => {
		const { exit, tell, used, slowly } = start()
		await used()
		const close = slowly()
		vi.useFakeTimers({ now, toFake: ['Date'] })
		tell('SIGINT')
		vi.setSystemTime(now + 1_000)
		tell('SIGINT')
		expect(done).toEqual([])
		vi.setSystemTime(now + 1_001)
		tell('SIGHUP')
		expect(done).toEqual([])
		tell('SIGTERM')
		expect(done).toEqual([['exit', 143]])
		close()
		expect(await exit).toBe(130)
	})

	it('a signal some time after the user has quit waits for the node no more', async () => {
		const { terminal, exit, tell, used, slowly } = start()
		await used()
		const close = slowly()
		vi.useFakeTimers({ now, toFake: ['Date'] })
		terminal.type('q')
		await until(() => !terminal.raw)
		vi.setSystemTime(now + 1_000)
		tell('SIGTERM')
		expect(done).toEqual([])
		vi.setSystemTime(now + 1_001)
		tell('SIGTERM')
		expect(done).toEqual([['exit', 143]])
		close()
		expect(await exit).toBe(0)
	})

	it('a node that takes long to stop is said, and one that stops soon is not', async () => {
		const slow = start()
		await slow.used()
		const close = slow.slowly()
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		slow.tell('SIGTERM')
		await vi.advanceTimersByTimeAsync(699)
		expect(said).toBe('')
		await vi.advanceTimersByTimeAsync(1)
		expect(said).toBe('Stopping the node after its last complete block …\n')
		close()
		expect(await slow.exit).toBe(143)
		vi.useRealTimers()
		said = ''
		const quick = start()
		await quick.used()
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		quick.tell('SIGTERM')
		expect(await quick.exit).toBe(143)
		await vi.advanceTimersByTimeAsync(10_000)
		expect(said).toBe('')
	})
})

describe('faults of the app on a terminal', () => {
	it.each([
		['EIO', 'write', true],
		['EIO', 'read', true],
		['EPIPE', 'write', true],
		['EPIPE', 'read', true],
		['EIO', 'open', false],
		['ENOSPC', 'write', false],
	])('%s of %s is told as a bug unless it means that the terminal has gone', async (code, syscall, isGone) => {
		const { terminal, exit, tell, used } = start()
		await used()
		for (const fault of faults) tell(fault, Object.assign(new Error('it broke'), { code, syscall }))
		if (!isGone) {
			expect(terminal.raw).toBe(false)
			await until(() => done.length === 2)
			tell('SIGTERM')
		}
		const last = isGone
			? [
					['deaf to', 'SIGHUP'],
					[process.pid, 'SIGHUP'],
				]
			: [
					['exit', 1],
					['exit', 1],
				]
		expect([await exit, done]).toEqual([isGone ? 129 : 143, last])
		expect(said.match(/because of a bug: it broke\. Log: /g)?.length ?? 0).toBe(isGone ? 0 : 2)
		expect(existsSync(join(home, 'logs'))).toBe(!isGone)
	})

	it('a first fault takes secrets off the clipboard before the end, a second one and one before the start end at once', async () => {
		const early = start()
		early.tell('uncaughtException', new Error('too early'))
		expect(done).toEqual([['exit', 1]])
		await early.used()
		early.tell('uncaughtException', new Error('first'))
		expect(done).toHaveLength(1)
		early.tell('uncaughtException', new Error('second'))
		expect(done).toHaveLength(2)
		await until(() => done.length === 3)
		expect(done).toEqual(Array.from({ length: 3 }, () => ['exit', 1]))
		early.tell('SIGTERM')
		expect(await early.exit).toBe(143)
		const [file = ''] = readdirSync(join(home, 'logs'))
		expect(readFileSync(join(home, 'logs', file), 'utf8')).toMatch(/too early|first|second/)
	})

	it('a terminal that goes while the first frame is drawn ends the app', async () => {
		const { exit } = start({
			write: (text) => {
				if (text.includes('Starting your chain'))
					throw Object.assign(new Error('gone'), { code: 'EIO', syscall: 'write' })
			},
		})
		expect([await exit, done.at(-1)]).toEqual([129, [process.pid, 'SIGHUP']])
	})
})

it('keys that are typed before the app on a terminal has started take effect in their order', async () => {
	const { terminal, exit } = start({ env: { TERM: 'xterm', LANG: 'C' } })
	// A terminal of ASCII has no sign for this key.
	expect(formatKey('up')).toBe('Up')
	terminal.input.emit('data', Buffer.from('24Tq'))
	expect(await exit).toBe(0)
	const saved = filePreferences(home)
	expect([saved.get('screen'), saved.get('theme'), formatKey('up')]).toEqual(['keys', 'dark', '↑'])
})
