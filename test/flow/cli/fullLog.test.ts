import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-full-log-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it.runIf(existsSync('/dev/full'))('a result that cannot be written is a failure, told in plain words', async () => {
	const child = spawn(process.execPath, ['bin/chain-tui.js', 'config', '--home', join(home, 'none')], {
		stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
	})
	const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
	expect(await text(child.stderr!)).toMatch(/^Error: The output could not be written.\nENOSPC: .*\nSend it .*\n$/)
	expect(await exit).toBe(1)
})

it.runIf(existsSync('/dev/full'))('a node goes on when its log cannot be written', async () => {
	const off = ['--rest', 'off', '--grpc', 'off', '--endpoints', 'off']
	const args = ['bin/chain-tui.js', 'start', '--home', home, '--rpc', '127.0.0.1:0', ...off]
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')] })
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
	const ready = new Promise<string>((resolve) => createInterface({ input: child.stdout! }).once('line', resolve))
	const first = await Promise.race([ready, ended])
	expect(first).toMatch(/^ready /)
	const { rpc } = JSON.parse(String(first).slice(6)) as { rpc: string }
	expect((await fetch(`${rpc}/health`)).status).toBe(200)
	child.kill('SIGTERM')
	expect(await ended).toBe(0)
})
