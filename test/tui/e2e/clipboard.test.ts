import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PtyTerminal } from '../support/ptyTerminal.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'

/** A message, which may be wrapped. */
const says =
	(message: string) =>
	(text: string): boolean =>
		text.replaceAll(/\s+/g, ' ').includes(message)

/** The built program beside a clipboard tool that keeps its clipboard in a file. */
describe.runIf(process.platform === 'linux')('words that were copied on a desktop', () => {
	let folder = ''
	let terminal: PtyTerminal | undefined
	const held = (): string => readFileSync(join(folder, 'clipboard'), 'utf8')

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'chain-tui-clipboard-'))
		mkdirSync(join(folder, 'bin'))
		writeFileSync(join(folder, 'clipboard'), 'what was there before')
		const tool = join(folder, 'bin', 'xsel')
		const file = `'${join(folder, 'clipboard')}'`
		writeFileSync(tool, `#!/bin/sh\ncase "$2" in --input) cat > ${file};; --output) cat ${file};; esac\n`)
		chmodSync(tool, 0o755)
	})
	afterEach(() => {
		terminal?.kill()
		rmSync(folder, { recursive: true, force: true })
	})

	async function copyWords(env: Readonly<Record<string, string>>): Promise<PtyTerminal> {
		const any = '127.0.0.1:0'
		const flags = ['--rpc', any, '--grpc', any, '--rest', any, '--endpoints', 'off', '--keyring-backend', 'memory']
		const path = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`
		const desktop = { DISPLAY: ':0', WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: 'x11', PATH: path }
		terminal = new PtyTerminal(process.execPath, [program, '--home', join(folder, 'home'), ...flags], {
			env: { ...desktop, ...env },
		})
		await terminal.until('Welcome · 1 of 3')
		terminal.type('\r')
		await terminal.until('Your key · 2 of 3')
		terminal.type('\x19')
		return terminal
	}

	it.each([
		['Ctrl-C', 0, (started: PtyTerminal): void => started.type('\x03')],
		['a signal', 143, (started: PtyTerminal): unknown => process.kill(started.pid, 'SIGTERM')],
	] as const)(
		'words that were copied on a desktop are gone from the clipboard when the app is left by %s',
		async (_way, code, leave) => {
			const started = await copyWords({})
			await started.until(says('the words copied; the clipboard is cleared in 60 s'), 10_000)
			expect(held().split(' ').length).toBeGreaterThanOrEqual(12)
			leave(started)
			expect(await started.exit).toBe(code)
			expect(held()).toBe('')
		},
		60_000,
	)

	it('over SSH the same notice says that they cannot be cleared from here', async () => {
		const started = await copyWords({ SSH_TTY: '/dev/pts/0' })
		await started.until(says('which cannot be cleared from here'), 10_000)
		expect(held()).toBe('what was there before')
	}, 60_000)
})
