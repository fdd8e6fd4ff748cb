import { afterEach, expect, it, vi } from 'vitest'
import type { InputEvent } from '../../../../src/tui/kit/terminal/Key.ts'
import { Terminal } from '../../../../src/tui/kit/terminal/Terminal.ts'
import { until } from '../../../support/until.ts'
import { ScreenTerminal } from '../../support/screenTerminal.ts'

afterEach(() => void vi.restoreAllMocks())

function open(mouse = true) {
	const screen = new ScreenTerminal(80, 24)
	const events: InputEvent[] = []
	const sizes: string[] = []
	const terminal = new Terminal(screen, {
		mouse,
		onEvent: (event) => events.push(event),
		onSize: (columns, rows) => sizes.push(`${columns}x${rows}`),
	})
	/** What was written since the last time. */
	let from = 0
	const written = (): string => {
		const text = screen.written.slice(from)
		from = screen.written.length
		return text
	}
	return { screen, terminal, events, sizes, written }
}

const on = '\u001b[?1049h\u001b[2J\u001b[H\u001b[?7l\u001b[?25l\u001b[?2004h\u001b[?1004h'
const off = '\u001b[?7h\u001b[?25h\u001b[?2004l\u001b[?1004l\u001b[?1006l\u001b[?1000l\u001b[0m\u001b[?1049l\u001b[?25h'
const mouseOn = '\u001b[?1000h\u001b[?1006h'
const mouseOff = '\u001b[?1006l\u001b[?1000l'
const asksColor = '\u001b]11;?\u001b\\'

it('a terminal is taken over once and given back once, as it was', () => {
	const before = process.listenerCount('exit')
	const { screen, terminal, written } = open()
	expect([written(), screen.raw]).toEqual(['', false])
	terminal.leave()
	expect(written()).toBe('')
	terminal.enter()
	expect([written(), screen.raw, process.listenerCount('exit')]).toEqual([
		`${on}${mouseOn}${asksColor}`,
		true,
		before + 1,
	])
	terminal.enter()
	expect(written()).toBe('')
	terminal.leave()
	expect([written(), screen.raw, process.listenerCount('exit')]).toEqual([off, false, before])
	terminal.leave()
	expect(written()).toBe('')
})

it('the mouse is switched while the terminal is taken over, and remembered until it is', () => {
	const { terminal, written } = open(false)
	terminal.setMouse(true)
	expect(written()).toBe('')
	terminal.enter()
	expect(written()).toBe(`${on}${mouseOn}${asksColor}`)
	terminal.setMouse(false)
	terminal.setMouse(true)
	terminal.setMouse(false)
	expect(written()).toBe(`${mouseOff}${mouseOn}${mouseOff}`)
	terminal.leave()
	// Whatever was switched, all of it is off in the end.
	expect(written()).toBe(off)
	terminal.enter()
	expect(written()).toBe(`${on}${asksColor}`)
	terminal.leave()
})

it('a sequence is sent while the terminal is taken over, and not to the shell', () => {
	const { terminal, written } = open()
	terminal.send('one')
	terminal.enter()
	written()
	terminal.send('two')
	expect(written()).toBe('two')
	terminal.leave()
	written()
	terminal.send('three')
	expect(written()).toBe('')
})

it('keys and sizes are told while the terminal is taken over, also a letter whose bytes come apart', async () => {
	const { screen, terminal, events, sizes } = open()
	terminal.enter()
	const bytes = Buffer.from('é')
	screen.input.push(bytes.subarray(0, 1))
	screen.input.push(bytes.subarray(1))
	await until(() => events.length === 1)
	screen.type('\u001b')
	await until(() => events.length === 2)
	screen.resize(100, 30)
	expect([events, sizes]).toEqual([
		[
			{ type: 'key', key: { id: 'é', text: 'é' } },
			{ type: 'key', key: { id: 'esc' } },
		],
		['100x30'],
	])
	terminal.leave()
	screen.resize(90, 20)
	expect([sizes, screen.input.listenerCount('data'), screen.input.isPaused()]).toEqual([['100x30'], 0, true])
})

it('a terminal that does not say how large it is has 80 by 24 cells', () => {
	const { screen, terminal } = open()
	expect([terminal.columns, terminal.rows]).toEqual([80, 24])
	Object.assign(screen.output, { columns: 132, rows: 43 })
	expect([terminal.columns, terminal.rows]).toEqual([132, 43])
	Object.assign(screen.output, { columns: undefined, rows: 0 })
	expect([terminal.columns, terminal.rows]).toEqual([80, 24])
})

it('a terminal shows what is drawn while it is taken over, and what was drawn before as soon as it is', () => {
	const { screen, terminal, written } = open()
	terminal.presenter.show(['before'])
	expect(written()).toBe('')
	terminal.enter()
	expect(written()).toMatch(/\u001b\[2J.*before/s)
	terminal.presenter.show(['while'])
	expect(written()).toContain('while')
	terminal.leave()
	written()
	terminal.presenter.show(['after'])
	terminal.presenter.replay()
	expect(written()).toBe('')
	terminal.enter()
	expect(written()).toContain('after')
	expect(screen.input.isPaused()).toBe(false)
	terminal.leave()
})

it('a terminal of another size is told to who draws, and drawn whole', () => {
	const { screen, terminal, written } = open()
	let resized = 0
	terminal.presenter.on('resize', () => resized++)
	terminal.enter()
	terminal.presenter.show(['one', 'two'])
	screen.resize(100, 30)
	written()
	terminal.presenter.show(['one', 'two'])
	expect([resized, terminal.presenter.columns]).toEqual([1, 100])
	expect(written()).toMatch(/\u001b\[2J.*one.*two/s)
	terminal.leave()
})

it.skipIf(process.platform === 'win32')(
	'a terminal is given back while the whole job is stopped, and taken over again with its size when it goes on',
	() => {
		const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
		const { screen, terminal, sizes, written } = open()
		const waits = process.listenerCount('SIGCONT')
		terminal.suspend()
		expect([written(), kill.mock.calls]).toEqual(['', []])
		terminal.enter()
		written()
		terminal.suspend()
		expect([written(), screen.raw, kill.mock.calls]).toEqual([off, false, [[0, 'SIGTSTP']]])
		expect(process.listenerCount('SIGCONT')).toBe(waits + 1)
		Object.assign(screen.output, { columns: 90, rows: 20 })
		process.emit('SIGCONT')
		expect([written(), screen.raw, sizes]).toEqual([`${on}${mouseOn}${asksColor}`, true, ['90x20']])
		expect(process.listenerCount('SIGCONT')).toBe(waits)
		terminal.leave()
	},
)

it.skipIf(process.platform === 'win32')(
	'a terminal is taken over again by itself where no shell stops the job, and once',
	async () => {
		vi.spyOn(process, 'kill').mockReturnValue(true)
		const { screen, terminal, sizes, written } = open()
		terminal.enter()
		terminal.suspend()
		written()
		await until(() => screen.raw)
		process.emit('SIGCONT')
		expect([written(), sizes]).toEqual([`${on}${mouseOn}${asksColor}`, ['80x24']])
		terminal.leave()
	},
)
