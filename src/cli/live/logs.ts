import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '../../errors/UserError.ts'
import { isForPeople, isSet, textFlag } from '../CommandContext.ts'
import type { CommandSpec, FlagSpec } from '../defineCommand.ts'
import { defaultedNumber } from '../query/queryCommand.ts'

/** Flags of commands that print the end of a log. */
export const tailFlags: readonly FlagSpec[] = [
	{ flag: '-f, --follow', description: 'go on with what comes; Ctrl-C ends it' },
	{ flag: '-n, --lines <n>', description: 'newest lines to begin with', default: '50' },
]

/** `logs` */
export const logs: CommandSpec = {
	name: 'logs',
	description: 'print what the node of the home has logged, also before it stopped',
	details: 'Lines for people on a terminal; piped, or with --output json, a line of JSON each.',
	examples: ['logs -f', 'logs -n 200 --level warn'],
	flags: [
		...tailFlags,
		{
			flag: '--level <level>',
			description: 'least urgent lines to print',
			default: 'info',
			choices: ['info', 'warn', 'error'],
		},
	],
	run: async (context) => {
		const [{ logFiles }, { readRunningNode }, { homeConfig }, text, { paintFor }, { logLevels, readLogLine }] =
			await Promise.all([
				import('../../node/logFile.ts'),
				import('../../node/home/runningNode.ts'),
				import('../support/home.ts'),
				import('./logText.ts'),
				import('../support/paint.ts'),
				import('../../util/Log.ts'),
			])
		const { io } = context
		const { home } = homeConfig(context)
		const files = logFiles(home)
		const follow = isSet(context, 'follow')
		if (textFlag(context, 'node') !== undefined) {
			throw new UserError('The log of another node cannot be read from here.', {
				next: 'Run this on its machine, with --home when its home is not the usual one.',
			})
		}
		const contentOf = (file: string): Buffer => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))
		const [older, newer] = [contentOf(files[0]), contentOf(files[1])]
		if (!follow && older.length === 0 && newer.length === 0) {
			throw new UserError(`No node has logged anything in ${home} yet.`, {
				next: 'Start one with `chain-tui start`, or choose another folder with --home.',
			})
		}
		const least = (logLevels as readonly string[]).indexOf(textFlag(context, 'level')!)
		const words = isForPeople(context)
		const paint = paintFor(io)
		const wanted = (line: string) => {
			const read = readLogLine(line)
			return read !== undefined && logLevels.indexOf(read.level) >= least ? [{ line, read }] : []
		}
		const print = (lines: ReturnType<typeof wanted>): void => {
			for (const { line, read } of lines) io.stdout(words ? `${text.logLineText(read, paint)}\n` : `${line}\n`)
		}
		const before = [older, newer].flatMap((content) => content.toString().split('\n').flatMap(wanted))
		const count = defaultedNumber(context, 'lines')
		print(count === 0 ? [] : before.slice(-count))
		if (!follow) return
		if (readRunningNode(home) === undefined) {
			io.stderr(`No node runs on ${home} now: its lines come when one is started.\n`)
		}
		for await (const line of followFile(files[1], newer.length, io.stopped)) print(wanted(line))
	},
}

/** Polling interval of a file, in milliseconds. */
const everyMs = 200
/** Bytes per read. */
const chunk = 65_536

/**
 * Yields the lines appended to a file after a position, until the signal aborts. A replaced file, such as a rotated
 * log, is read from its start; a missing one is awaited.
 */
export async function* followFile(path: string, from: number, signal: AbortSignal): AsyncGenerator<string> {
	let at = from
	let inode = statSync(path, { throwIfNoEntry: false })?.ino
	let rest = Buffer.alloc(0)
	while (!signal.aborted) {
		const now = statSync(path, { throwIfNoEntry: false })
		if (now !== undefined) {
			if (now.ino !== inode || now.size < at) {
				inode = now.ino
				at = 0
				rest = Buffer.alloc(0)
			}
			const fd = openSync(path, 'r')
			try {
				let read: number
				do {
					const bytes = Buffer.alloc(chunk)
					read = readSync(fd, bytes, 0, chunk, at)
					at += read
					rest = Buffer.concat([rest, bytes.subarray(0, read)])
					const whole = rest.lastIndexOf('\n') + 1
					const text = rest.subarray(0, whole).toString()
					rest = rest.subarray(whole)
					yield* text.split('\n').slice(0, -1)
				} while (read !== 0)
			} finally {
				closeSync(fd)
			}
		}
		await pause(everyMs, undefined, { signal }).catch(() => {})
	}
}
