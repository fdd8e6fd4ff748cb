import { join } from 'node:path'
import { LogRing } from '../app/LogRing.ts'
import { filePreferences } from '../app/Preferences.ts'
import { nameKeysInWords } from '../kit/keymap/formatKey.ts'
import { backgroundFromEnvironment, colorLevel, showsAsciiAlone } from '../kit/terminal/capabilities.ts'
import { crashLine, saveCrashReport } from '../kit/terminal/crashReport.ts'
import type { InputEvent } from '../kit/terminal/Key.ts'
import { Terminal } from '../kit/terminal/Terminal.ts'
import { makeTheme } from '../kit/theme/makeTheme.ts'
import { firstFrame } from './frame/firstFrame.ts'
import type { StartedApp } from './startApp.ts'
import type { TerminalOptions } from './TuiOptions.ts'

/** Exit codes of signals: 128 and the signal's number, as shells count. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Milliseconds in which a repeated signal is an echo: when-exit (of `conf`) sends each one to the process again. */
const echoMs = 1_000

/** The app on the alternate screen, from entering it to leaving it. Resolves with the exit code. */
export async function runFullScreen(options: TerminalOptions): Promise<number> {
	const { input, output, env, home } = options
	const log = new LogRing()
	const preferences = filePreferences(home)
	if (options.named === true) preferences.assume('node', '')
	let finish: (code: number) => void = () => {}
	const finished = new Promise<number>((resolve) => {
		finish = resolve
	})
	/** Keys typed before the app is ready are queued. */
	const early: InputEvent[] = []
	let started: StartedApp | undefined
	const isAscii = showsAsciiAlone(env)
	nameKeysInWords(isAscii)
	const terminal = new Terminal(
		{ input, output },
		{
			mouse: preferences.get('mouse'),
			isAscii,
			onEvent: (event) => {
				if (started === undefined) early.push(event)
				else guard(() => started?.dispatch(event))
			},
			onSize: (columns, rows) => started?.app.set({ columns, rows }),
		},
	)
	/** Whether the terminal itself has gone: its window was closed, its session killed. */
	let gone = false
	/** Time of the first signal, or of the user's quit; infinite before. */
	let asked = Number.POSITIVE_INFINITY

	/** Handles a fault of this program: restores the terminal, writes the log, prints one line, and exits. */
	function crash(error: unknown): void {
		if (isTerminalGone(error)) {
			gone = true
			finish(signals.SIGHUP)
			return
		}
		terminal.leave()
		const path = saveCrashReport(join(home, 'logs'), error, log.text(), new Date())
		process.stderr.write(`${crashLine(error, path)}\n`)
		// A second fault meanwhile ends the process at once.
		const secrets = started?.clearSecrets
		started = undefined
		if (secrets === undefined) process.exit(1)
		else void secrets().finally(() => process.exit(1))
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
					// A second deliberate request does not wait for the node.
					else if (Date.now() - asked > echoMs) process.exit(code)
					asked = Math.min(asked, Date.now())
					finish(code)
				},
			] as const,
	)
	for (const [signal, stop] of stops) process.on(signal, stop)
	process.on('uncaughtException', crash)
	process.on('unhandledRejection', crash)

	terminal.enter()
	const level = colorLevel(env)
	const background = backgroundFromEnvironment(env) ?? 'dark'
	guard(() =>
		terminal.presenter.show(
			firstFrame(makeTheme(preferences.get('theme'), background, level), {
				columns: terminal.columns,
				rows: terminal.rows,
				screen: preferences.get('screen'),
				saved: preferences.get('node') !== '',
			}),
		),
	)
	// Only now screens, Ink and React are loaded.
	const { startApp } = await import('./startApp.ts')
	const made = startApp({
		options,
		terminal,
		preferences,
		log,
		colorLevel: level,
		background,
		quit: () => finish(0),
		onError: crash,
	})
	started = made
	const { app, feed, unmount } = made
	for (const event of early) guard(() => made.dispatch(event))
	setImmediate(() => void feed.start())
	const code = await finished
	terminal.leave()
	unmount()
	nameKeysInWords(false)
	asked = Math.min(asked, Date.now())
	const slow = setTimeout(() => process.stderr.write('Stopping the node after its last complete block …\n'), 700)
	await made.clearSecrets()
	await preferences.flush()
	await feed.stop().catch((error: unknown) => app.logError(error))
	clearTimeout(slow)
	process.off('uncaughtException', crash)
	process.off('unhandledRejection', crash)
	for (const [signal, stop] of stops) process.off(signal, stop)
	// Node's own exit restores the terminal's mode and aborts if there is none; SIGHUP ends the process without that.
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
