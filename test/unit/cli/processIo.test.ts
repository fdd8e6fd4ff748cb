import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliIo, processIo } from '../../../src/cli/processIo.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
type Listener = (...args: unknown[]) => void
const listenersOf = (event: string) => process.listeners(event as 'exit') as unknown as readonly Listener[]

let io: CliIo
let told = ''
let restore: () => void
/** The listeners of an event of this process that came since the test began. */
let added: (event: string) => readonly Listener[]

beforeEach(() => {
	const { exitCode, stdout, stderr } = process
	const { isTTY } = stdout
	const { write } = stderr
	// Other tests in this process may have made theirs.
	const outputFaults = stdout.listeners('error') as Listener[]
	stdout.removeAllListeners('error')
	const before = new Map(['exit', ...signals].map((event) => [event, listenersOf(event)]))
	added = (event) => listenersOf(event).filter((one) => before.get(event)?.includes(one) !== true)
	restore = () => {
		process.exitCode = exitCode
		stdout.isTTY = isTTY
		stderr.write = write
		stdout.removeAllListeners('error')
		for (const one of outputFaults) stdout.on('error', one)
		for (const event of before.keys()) for (const one of added(event)) process.off(event, one)
	}
	told = ''
	stdout.isTTY = false
	stderr.write = (text: unknown) => {
		told += String(text)
		return true
	}
	io = processIo()
})

afterEach(() => restore())

/** The output of this process fails, for each reason a system has. */
function fail(code: string): void {
	process.stdout.emit('error', Object.assign(new Error(`${code}: no`), { code }))
}

test('output whose reader has gone ends waiting commands without a word', () => {
	const { stopped } = io
	fail('EPIPE')
	expect([stopped.aborted, told, added('exit')]).toEqual([true, '', []])
})

test('output that a disk refuses ends waiting commands, is told once, and makes any command fail', () => {
	const { stopped } = io
	const words = 'Error: The output could not be written.\nENOSPC: no.\nSend it where there is room.\n'
	for (const _time of ['first', 'second']) {
		fail('ENOSPC')
		expect([stopped.aborted, told]).toEqual([true, words])
	}
	const ends = added('exit')
	const codes = [0, 1, 3].map((code) => {
		for (const end of ends) end(code)
		return process.exitCode
	})
	expect([ends.length, codes]).toEqual([1, [1, 1, 3]])
})

test('a fault of a terminal that is no closed pipe is left to the app', () => {
	process.stdout.isTTY = true
	expect(() => fail('EIO')).toThrow('EIO: no')
	expect([io.stopped.aborted, told]).toEqual([false, ''])
})

test.each(signals)('a command that waits hears of %s through one handler, however often it looks', (signal) => {
	expect(added(signal)).toHaveLength(0)
	const looks = [io.stopped, io.stopped, io.stopped]
	const handlers = added(signal)
	expect([handlers.length, looks.map(({ aborted }) => aborted)]).toEqual([1, [false, false, false]])
	handlers[0]!(signal)
	expect(looks.map(({ aborted }) => aborted)).toEqual([true, true, true])
})

test('what is a terminal, what is asked of the user, and what is written, are those of the process', async () => {
	const { isTTY: fromKeys } = process.stdin
	try {
		for (const isTerminal of [true, false]) {
			process.stdin.isTTY = isTerminal
			process.stdout.isTTY = !isTerminal
			const { interactive, onTerminal, env } = processIo()
			expect([interactive, onTerminal, env === process.env]).toEqual([isTerminal, !isTerminal, true])
		}
		await expect(io.prompt('Name: ')).rejects.toMatchObject({ message: 'There is no terminal to ask on.' })
		io.stderr('a notice')
		expect(told).toBe('a notice')
	} finally {
		process.stdin.isTTY = fromKeys
	}
})
