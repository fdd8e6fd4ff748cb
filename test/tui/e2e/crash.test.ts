import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { randomSource, runSeed } from '../../support/random.js'
import { PtyTerminal } from '../support/ptyTerminal.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const breakOnFile = new URL('support/breakOnFile.js', import.meta.url).href
let home = ''
let terminal: PtyTerminal

beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-crash-'))
	writeFileSync(join(home, 'preferences.json'), JSON.stringify({ welcomed: true }))
	const listeners = ['--rpc', '--rest', '--grpc', '--endpoints'].flatMap((flag) => [flag, 'off'])
	const flags = ['--home', home, '--keyring-backend', 'memory', '--block-interval', '100ms', ...listeners]
	terminal = new PtyTerminal(process.execPath, ['--import', breakOnFile, program, ...flags], {
		columns: 80,
		rows: 24,
		env: { CHAIN_TUI_BREAK: home },
	})
	await terminal.until('● live')
})
afterEach(async () => {
	terminal.kill()
	await terminal.exit
	rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

it('the app comes to the right frame after 200 random resizes, from 1x1 to 300x100', async () => {
	const random = randomSource('resizes')
	for (let step = 0; step < 200; step++) terminal.resize(1 + random(300), 1 + random(100))
	for (const [columns, rows] of [
		[1, 1],
		[300, 100],
		[80, 24],
	] as const) {
		terminal.resize(columns, rows)
		await terminal.until((text) => {
			const lines = text.split('\n')
			if (columns === 1) return lines.length === 1
			return lines[0]!.includes('◆ chain-tui › Home') && lines.at(-1)!.includes('? help') && /╯/.test(lines.at(-2)!)
		}, 10_000)
	}
	expect(terminal.emulator.buffer.active.type, `seed ${runSeed}`).toBe('alternate')
	terminal.type('q')
	expect(await terminal.exit).toBe(0)
	expect(terminal.emulator.buffer.active.type).toBe('normal')
	expect(terminal.cursorShown).toBe(true)
	// Its node writes a log of its own; what a fault leaves has another name.
	const crashes = readdirSync(join(home, 'logs')).filter((name) => name.startsWith('crash-'))
	expect(crashes.map((name) => readFileSync(join(home, 'logs', name), 'utf8'))).toEqual([])
})

it.each([
	['exception', 'a bolt broke'],
	['rejection', 'a promise broke'],
])('the app leaves a clean terminal, one line and the log after an %s nobody caught', async (fault, what) => {
	writeFileSync(join(home, fault), '')
	expect(await terminal.exit).toBe(1)
	await terminal.until('Log: ')
	expect(terminal.emulator.buffer.active.type).toBe('normal')
	expect(terminal.cursorShown).toBe(true)
	expect(terminal.emulator.modes).toMatchObject({
		mouseTrackingMode: 'none',
		bracketedPasteMode: false,
		sendFocusMode: false,
		wraparoundMode: true,
	})
	const [log = ''] = readdirSync(join(home, 'logs')).filter((name) => name.startsWith('crash-'))
	const said = terminal.text().replaceAll('\n', '').trim()
	expect(said).toBe(`chain-tui stopped because of a bug: ${what}. Log: ${join(home, 'logs', log)}`)
	expect(readFileSync(join(home, 'logs', log), 'utf8')).toMatch(
		new RegExp(`TypeError: ${what}\\n +at [^]*connected to chain-localnet`),
	)
})

it('the app goes on when its node breaks: it says so and why, keeps the logs and starts it again', async () => {
	writeFileSync(join(home, 'node'), '')
	await terminal.until('The node inside the app stopped by a fault of its own.')
	await terminal.until('the node broke')
	rmSync(join(home, 'node'))
	terminal.type('9')
	await terminal.until('connected to chain-localnet')
	terminal.type('1r')
	await terminal.until('● live')
	terminal.type('q')
	expect(await terminal.exit).toBe(0)
	expect(terminal.emulator.buffer.active.type).toBe('normal')
	expect(terminal.cursorShown).toBe(true)
})
