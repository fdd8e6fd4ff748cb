import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const hasTmux = spawnSync('tmux', ['-V']).status === 0
const socket = `chain-tui-test-${process.pid}`
const run = promisify(execFile)

async function tmux(...args: string[]): Promise<string> {
	const { stdout } = await run('tmux', ['-L', socket, '-f', '/dev/null', ...args])
	return stdout
}

async function waitFor(holds: () => boolean): Promise<void> {
	const deadline = Date.now() + 30_000
	while (!holds()) {
		if (Date.now() > deadline) throw new Error(`waited in vain for ${holds}`)
		await pause(50)
	}
}

/** The one check with a shell's job control, and with a terminal that is not the emulator of the other tests. */
describe.skipIf(!hasTmux)('the built program in tmux', () => {
	let home = ''

	beforeAll(async () => {
		home = mkdtempSync(join(tmpdir(), 'chain-tui-tmux-'))
		await tmux(
			'new-session',
			'-d',
			'-x',
			'80',
			'-y',
			'24',
			'env -u CI -u NO_COLOR TERM=tmux-256color bash --norc --noprofile',
		)
	})
	afterAll(() => {
		execFileSync('tmux', ['-L', socket, 'kill-server'])
		rmSync(home, { recursive: true, force: true })
	})

	async function until(what: string): Promise<string> {
		const deadline = Date.now() + 30_000
		for (;;) {
			const screen = await tmux('capture-pane', '-p')
			if (screen.includes(what)) return screen
			if (Date.now() > deadline) throw new Error(`waited in vain for ${what}; the screen was\n${screen}`)
			await pause(50)
		}
	}
	const state = async (): Promise<string> =>
		(await tmux('display', '-p', '#{alternate_on} #{cursor_flag} #{wrap_flag}')).trim()

	it('goes into the background on Ctrl-Z, comes back on fg, and leaves the terminal as it was', async () => {
		const any = '127.0.0.1:0'
		const flags = `--home ${home} --keyring-backend memory --rpc ${any} --grpc ${any} --rest ${any}`
		await tmux('send-keys', `${process.execPath} ${program} ${flags}`, 'Enter')
		const first = await until('Welcome · 1 of 3')
		expect(await state()).toBe('1 0 0')
		for (const line of first.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
		expect(first).toMatch(/╮\n/)

		await tmux('send-keys', 'C-z')
		await until('Stopped')
		expect(await state()).toBe('0 1 1')
		await tmux('send-keys', 'echo shell-$((40 + 2))', 'Enter')
		await until('shell-42')
		await tmux('send-keys', 'fg', 'Enter')
		await until('Welcome · 1 of 3')
		expect(await state()).toBe('1 0 0')

		await tmux('send-keys', 'Escape')
		await until('Throughput')
		await tmux('resize-window', '-x', '130', '-y', '40')
		await until('embedded · chain-localnet')
		await tmux('send-keys', 'q')
		await until('shell-42')
		expect(await state()).toBe('0 1 1')
	})

	it('ends quietly when its window is closed, with its chain whole and no crash report', async () => {
		const own = join(home, 'closed')
		const said = join(home, 'said')
		const any = '127.0.0.1:0'
		const flags = `--home ${own} --keyring-backend memory --rpc ${any} --grpc ${any} --rest ${any}`
		const command = `env -u CI -u NO_COLOR ${process.execPath} ${program} ${flags} 2>${said}`
		await tmux('new-session', '-d', '-s', 'closed', '-x', '80', '-y', '24', command)
		const pidFile = join(own, 'node.json')
		await waitFor(() => existsSync(pidFile))
		const { pid } = JSON.parse(readFileSync(pidFile, 'utf8')) as { pid: number }
		await tmux('kill-session', '-t', 'closed')
		await waitFor(() => !existsSync(`/proc/${pid}`))
		expect(readdirSync(join(own, 'logs'))).toEqual(['node.log'])
		expect(readFileSync(said, 'utf8')).not.toMatch(/fault|Assertion/)
		// Taken back by a node that closed its database, not left by one that died.
		expect(existsSync(pidFile)).toBe(false)
	})
})
