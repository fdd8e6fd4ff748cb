import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../client/testChain.ts'
import { type CliSurroundings, cli } from './testCli.ts'

let home: string
let newer: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-logs-'))
	mkdirSync(join(home, 'logs'))
	newer = join(home, 'logs', 'node.log')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const time = new Date(2026, 10, 21, 7, 5, 9).toISOString()
const line = (level: string, msg: string, source: string | null = 'engine') =>
	JSON.stringify({ level, time, source, msg })
const run = (args: string, around: CliSurroundings = {}) =>
	cli([...`logs ${args}`.trim().split(' '), '--home', home], around)

describe('logs', () => {
	const all = [line('debug', 'a'), line('info', 'b'), line('warn', 'c'), line('error', 'd')]

	test.each([
		['', ['b', 'c', 'd']],
		['--level warn', ['c', 'd']],
		['--level error', ['d']],
		['-n 1', ['d']],
		['-n 0', []],
	])('%s prints the newest lines that are urgent enough', async (flags, expected) => {
		// A line that the end of a process cut off, lines of another program, and a newer level are left out.
		const foreign = [
			'{"level":"info","time":"2',
			'panic: x',
			'{"level":"fatal","time":"x","msg":"x"}',
			'{"level":"info","msg":"no time"}',
		]
		writeFileSync(join(home, 'logs', 'node.1.log'), `${all[0]}\n${all[1]}\n`)
		writeFileSync(newer, `${[...foreign, all[2], all[3]].join('\n')}\n`)
		const { exit, stdout } = await run(flags)
		expect(exit).toBe(0)
		expect(
			stdout
				.split('\n')
				.filter(Boolean)
				.map((text) => JSON.parse(text).msg),
		).toEqual(expected)
	})

	test('logs are printed from the older file where the newer one has not begun', async () => {
		writeFileSync(join(home, 'logs', 'node.1.log'), `${all[1]}\n`)
		expect(await run('')).toMatchObject({ exit: 0, stdout: `${all[1]}\n` })
	})

	test('logs are lines of words on a terminal, with the level where it matters', async () => {
		writeFileSync(newer, `${[...all, line('info', 'e \u001b[2J', null)].join('\n')}\n`)
		const { stdout } = await run('', { onTerminal: true, env: { NO_COLOR: '1' } })
		expect(stdout.split('\n')).toEqual([
			'07:05:09  engine    b',
			'07:05:09  engine    warn: c',
			'07:05:09  engine    error: d',
			'07:05:09            e \\u001b[2J',
			'',
		])
		const { stdout: painted } = await run('--level warn', { onTerminal: true })
		expect(painted).toContain('\u001b[33mwarn: c\u001b[39m')
		expect(painted).toContain('error: d\u001b[39m')
		const { stdout: json } = await run('-n 1 -o json', { onTerminal: true })
		expect(JSON.parse(json)).toMatchObject({ level: 'info', msg: 'e \u001b[2J' })
	})

	test('logs are followed through a new file, and from the beginning of one that comes later', async () => {
		const stop = new AbortController()
		let said = ''
		let note = ''
		const following = run('--follow', {
			stopped: stop.signal,
			onStdout: (text) => {
				said += text
			},
			onStderr: (text) => {
				note += text
			},
		})
		const told = (msg: string) => until(() => said.includes(`"${msg}"`))
		await until(() => note !== '')
		writeFileSync(newer, `${line('info', 'first')}\n${line('info', 'sec').slice(0, 20)}`)
		await told('first')
		appendFileSync(newer, `${line('info', 'sec').slice(20)}\n`)
		await told('sec')
		// The node begins a new file.
		rmSync(newer)
		writeFileSync(newer, `${line('info', 'new file')}\n`)
		await told('new file')
		stop.abort()
		const { exit, stdout } = await following
		expect([exit, note]).toEqual([0, `No node runs on ${home} now: its lines come when one is started.\n`])
		expect(stdout.trimEnd().split('\n')).toHaveLength(3)
	})

	test('logs of another node, or of a home that has none, are refused', async () => {
		expect(await run('--node http://127.0.0.1:1')).toMatchObject({
			exit: 1,
			stderr:
				'Error: The log of another node cannot be read from here.\nRun this on its machine, with --home when its home is not the usual one.\n',
		})
		expect(await run('')).toMatchObject({ exit: 1, stderr: expect.stringContaining('No node has logged anything in') })
		writeFileSync(newer, `${all[1]}\n`)
		expect(await run('--lines many')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('invalid argument "many" for "--lines" flag'),
		})
	})
})
