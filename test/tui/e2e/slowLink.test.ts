import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { screens } from '../../../src/tui/screens/index.ts'
import { PtyTerminal } from '../support/ptyTerminal.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const bytesPerSecond = 4_000

/**
 * Blocks come ten times a second and keys are pressed each 20 ms, as a held key does; each of these frames takes the line longer than the time to the
 * next. Node writes to a terminal and waits, so the program itself is held up by the line: it draws the newest state each
 * time the line is free, and what came between is never sent.
 */
it('the app drops stale frames on a link of 4 kB/s, and shows the newest soon after the keys end', async () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-slow-'))
	const listeners = ['--rpc', '--rest', '--grpc', '--endpoints'].flatMap((flag) => [flag, 'off'])
	const flags = ['--home', home, '--keyring-backend', 'memory', '--block-interval', '100ms', ...listeners]
	const terminal = new PtyTerminal(process.execPath, [program, ...flags], { columns: 100, rows: 30 })
	try {
		await terminal.until('Welcome')
		terminal.type('\u001b')
		await terminal.until('Throughput')
		// How much the same keys cost when the frame of each is drawn.
		const fast = await typed(terminal, (key) => terminal.until(`chain-tui › ${screens[key]?.title}`))
		terminal.throttle(bytesPerSecond)
		const slow = await typed(terminal, () => pause(20))
		expect(fast.bytes, 'the link was not the limit').toBeGreaterThan(5 * slow.bytes)
		// At most what the line carries, what the kernel holds, and the frame that was on its way.
		expect(slow.bytes).toBeLessThan((slow.ms / 1_000) * bytesPerSecond + 16_384)
		// The newest frame comes after what is on its way, not after all that was pressed.
		expect(slow.lateMs).toBeLessThan(15_000)
	} finally {
		terminal.kill()
		await terminal.exit
		rmSync(home, { recursive: true, force: true, maxRetries: 5 })
	}
})

/** Presses keys that draw whole screens, with a wait after each, then waits for the frame of the last one. */
async function typed(
	terminal: PtyTerminal,
	wait: (screen: number) => Promise<unknown>,
): Promise<{ bytes: number; ms: number; lateMs: number }> {
	const [from, started] = [terminal.written.length, Date.now()]
	for (let key = 0; key < 100; key++) {
		terminal.type(String(1 + (key % 9)))
		await wait(key % 9)
	}
	const last = Date.now()
	terminal.type(':')
	await terminal.until('› Commands', 60_000)
	const result = { bytes: terminal.written.length - from, ms: Date.now() - started, lateMs: Date.now() - last }
	terminal.type('\u001b')
	await terminal.until('? help', 60_000)
	return result
}
