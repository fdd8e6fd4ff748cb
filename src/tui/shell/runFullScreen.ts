import { join } from 'node:path'
import { dispatch } from '../app/dispatch.ts'
import { LogRing } from '../app/LogRing.ts'
import { NodeFeed } from '../app/NodeFeed.ts'
import { filePreferences } from '../app/Preferences.ts'
import type { HitRegion } from '../kit/lines/View.ts'
import { backgroundFromEnvironment, colorLevel, showsLinks } from '../kit/terminal/capabilities.ts'
import { copyText } from '../kit/terminal/clipboard.ts'
import { crashLine, saveCrashReport } from '../kit/terminal/crashReport.ts'
import { Terminal } from '../kit/terminal/Terminal.ts'
import { Welcome } from '../screens/welcome/Welcome.ts'
import { createApp } from './createApp.ts'
import { frame } from './frame.ts'
import type { TerminalOptions } from './TuiOptions.ts'

/** Exit codes of signals: 128 and the signal's number, as shells count. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** The app on the alternate screen, from entering it to leaving it. Resolves with the exit code. */
export async function runFullScreen(options: TerminalOptions): Promise<number> {
	const { input, output, env, home } = options
	const log = new LogRing()
	const preferences = filePreferences(home)
	if (options.named === true) preferences.assume('node', '')
	let regions: readonly HitRegion[] = []
	let finish: (code: number) => void = () => {}
	const finished = new Promise<number>((resolve) => {
		finish = resolve
	})
	const terminal = new Terminal(
		{ input, output },
		{
			mouse: preferences.get('mouse'),
			onEvent: (event) => guard(() => dispatch(app, event, regions)),
			onSize: (columns, rows) => app.set({ columns, rows }),
		},
	)
	const app = createApp({
		host: {
			copy: (text) => copyText(text, (sequence) => terminal.send(sequence), env, join(home, 'exports')),
			suspend: () => terminal.suspend(),
			redraw: () => terminal.presenter.replay(),
			setMouse: (on) => terminal.setMouse(on),
			quit: () => finish(0),
			links: showsLinks(env),
		},
		preferences,
		log,
		columns: terminal.columns,
		rows: terminal.rows,
		colorLevel: colorLevel(env),
		background: backgroundFromEnvironment(env) ?? 'dark',
		clock: () => Date.now(),
		directory: join(home, 'exports'),
	})
	const feed = new NodeFeed(app, options.connect, () => Welcome.offer(app))

	/** Whether the terminal itself has gone: its window was closed, its session killed. */
	let gone = false

	/** A fault of ours: the terminal first, then the log, then one line; the process goes down. */
	function crash(error: unknown): void {
		if (isTerminalGone(error)) {
			gone = true
			finish(signals.SIGHUP)
			return
		}
		terminal.leave()
		const path = saveCrashReport(join(home, 'logs'), error, log.text(), new Date())
		process.stderr.write(`${crashLine(error, path)}\n`)
		process.exit(1)
	}
	function guard(work: () => void): void {
		try {
			work()
		} catch (error) {
			crash(error)
		}
	}
	const stops = Object.entries(signals).map(
		([signal, code]) =>
			[
				signal,
				() => {
					if (signal === 'SIGHUP') gone = true
					finish(code)
				},
			] as const,
	)
	for (const [signal, stop] of stops) process.on(signal, stop)
	process.on('uncaughtException', crash)
	process.on('unhandledRejection', crash)

	terminal.enter()
	// The first frame is drawn at once by the same function Ink's tree draws with; only then Ink and React are loaded,
	// which takes longer than all the rest. What Ink draws first is what stands there already, so nothing flickers.
	guard(() => {
		const first = frame(app)
		regions = first.regions
		terminal.presenter.show(first.lines)
	})
	const { mountInk } = await import('./mountInk.ts')
	const unmount = mountInk({
		app,
		terminal,
		onRegions: (next) => {
			regions = next
		},
		onError: crash,
	})
	setImmediate(() => void feed.start())
	const code = await finished
	terminal.leave()
	unmount()
	// A closed window often hangs up twice, by the kernel and by what held it: the node is still to be closed in peace.
	for (const [signal, stop] of stops) if (signal !== 'SIGHUP') process.off(signal, stop)
	const slow = setTimeout(() => process.stderr.write('Stopping the node after its last whole block …\n'), 700)
	await preferences.flush()
	await feed.stop().catch((error: unknown) => app.logError(error))
	clearTimeout(slow)
	process.off('uncaughtException', crash)
	process.off('unhandledRejection', crash)
	for (const [signal, stop] of stops) process.off(signal, stop)
	// Node's own exit puts the terminal's mode back and aborts when there is none; the hang-up ends the process without.
	if (gone) {
		process.removeAllListeners('SIGHUP')
		process.kill(process.pid, 'SIGHUP')
	}
	return code
}

/** A write to or a read from a terminal that is no more. */
function isTerminalGone(error: unknown): boolean {
	const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown }
	return (code === 'EIO' || code === 'EPIPE') && (syscall === 'write' || syscall === 'read')
}
