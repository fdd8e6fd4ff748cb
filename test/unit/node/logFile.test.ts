import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { logFiles, openLogFile } from '../../../src/node/logFile.ts'

const homes: string[] = []
afterEach(() => {
	for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
})

function newHome(): string {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-log-'))
	homes.push(home)
	return home
}

const now = () => new Date('2026-01-01T00:00:00Z')
const messages = (file: string) =>
	readFileSync(file, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)

it('a log file has lines of level info and above, each with its time and its source', () => {
	const home = newHome()
	const [, newer] = logFiles(home)
	const file = openLogFile(home, now)
	for (const level of ['debug', 'info', 'warn', 'error'] as const) file.log(level, 'node', `a ${level}`)
	file.close()
	file.log('error', 'node', 'after its end')
	expect(messages(newer)).toEqual(['a info', 'a warn', 'a error'])
	expect(readFileSync(newer, 'utf8').split('\n')[0]).toBe(
		'{"level":"info","time":"2026-01-01T00:00:00.000Z","source":"node","msg":"a info"}',
	)
	expect(statSync(newer).mode & 0o077).toBe(0)
	expect(statSync(dirname(newer)).mode & 0o777).toBe(0o700)
})

it('a log file of four megabytes becomes the older one, and the one before it goes', () => {
	const home = newHome()
	const [older, newer] = logFiles(home)
	mkdirSync(dirname(newer), { recursive: true })
	writeFileSync(older, 'the one before\n')
	const line = `${JSON.stringify({ level: 'info', time: now().toISOString(), source: 'node', msg: 'one' })}\n`
	// One byte is missing after the first line.
	writeFileSync(newer, ' '.repeat(4_000_000 - 1 - line.length))
	const file = openLogFile(home, now)
	file.log('info', 'node', 'one')
	expect(readFileSync(older, 'utf8')).toBe('the one before\n')
	file.log('info', 'node', 'two')
	expect(statSync(older).size).toBe(4_000_000 - 1 + line.length)
	file.log('info', 'node', 'three')
	file.close()
	expect(messages(newer)).toEqual(['three'])
	expect(messages(older)).toHaveLength(2)
	writeFileSync(newer, ' '.repeat(4_000_000 - line.length))
	const full = openLogFile(home, now)
	full.log('info', 'node', 'one')
	full.close()
	expect([statSync(older).size, statSync(newer).size]).toEqual([4_000_000, 0])
})

it.runIf(existsSync('/proc/self/fd'))('one file of a log is open at a time, and none after its end', () => {
	const home = newHome()
	const [older, newer] = logFiles(home)
	const opened = () =>
		readdirSync('/proc/self/fd').flatMap((fd) => {
			try {
				const target = readlinkSync(`/proc/self/fd/${fd}`)
				return target.startsWith(home) ? [target] : []
			} catch {
				return []
			}
		})
	mkdirSync(dirname(newer), { recursive: true })
	writeFileSync(newer, ' '.repeat(4_000_000))
	const file = openLogFile(home, now)
	expect(opened()).toEqual([newer])
	file.log('info', 'node', 'one')
	expect(existsSync(older)).toBe(true)
	expect(opened()).toEqual([newer])
	file.close()
	expect(opened()).toEqual([])
})

it('a node runs on without its log when a full log file cannot be put aside', () => {
	const home = newHome()
	const [older, newer] = logFiles(home)
	mkdirSync(join(older, 'in the way'), { recursive: true })
	writeFileSync(newer, ' '.repeat(4_000_000))
	const file = openLogFile(home, now)
	file.log('info', 'node', 'one')
	file.log('info', 'node', 'two')
	file.close()
	expect(messages(newer)).toEqual(['one'])
})
