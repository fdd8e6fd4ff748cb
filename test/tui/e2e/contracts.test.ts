import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PtyTerminal } from '../support/ptyTerminal.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
/** The first of the accounts that every Ethereum tool knows, which the chain funds. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const right = '\x1b[C'

describe('the built program, from a plain chain to a contract by keys alone', { timeout: 120_000 }, () => {
	let home = ''
	let t: PtyTerminal

	beforeAll(() => {
		expect(existsSync('dist/main.js') || program !== 'bin/chain-tui.js', 'run `npm run build` first').toBe(true)
		home = mkdtempSync(join(tmpdir(), 'chain-tui-e2e-evm-'))
		const any = '127.0.0.1:0'
		const off = ['--grpc', 'off', '--endpoints', 'off']
		t = new PtyTerminal(
			process.execPath,
			[program, '--home', home, '--keyring-backend', 'file', '--rpc', any, '--rest', any, '--eth', any, ...off],
			{ columns: 100, rows: 40 },
		)
	})
	afterAll(() => {
		t.kill()
		rmSync(home, { recursive: true, force: true })
	})

	it('starts a chain with an EVM beside the plain one', async () => {
		await t.until('Welcome · 1 of 3')
		t.type('\x1b')
		await t.until((text) => !text.includes('Welcome · 1 of 3'))
		t.type('8')
		await t.until('Listeners')
		t.type('V')
		await t.until((text) => /live · chain_2222-1/.test(text), 60_000)
	})

	it('imports a key of Ethereum', async () => {
		t.type('4')
		await t.until('You have no key yet.')
		t.type('i')
		await t.until('Choose a passphrase')
		t.type('long enough\tlong enough\r')
		await t.until('Import a key')
		t.type('dev\t')
		t.type(right)
		await t.until('its private key')
		t.type('\t')
		t.type(privateKey)
		t.type('\t')
		t.type(right)
		await t.until('Ethereum ▸')
		t.type('\r')
		await t.until('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
		await t.until('10,000 CHAIN')
	})

	it('deploys a contract, calls it, and shows the event and the trace', async () => {
		t.type('gc')
		await t.until('No contract is known here yet.')
		t.type('d')
		await t.until('Deploy a contract')
		t.type('examples/contracts/Wall.json\r')
		await t.until('Deploy Wall')
		t.type('Our wall\r')
		await t.until('7 functions', 30_000)
		t.type('/greet(\r')
		await t.until('1 of 7')
		t.type('\r')
		await t.until('Send greet')
		t.type('hello by hand\t0.5\r')
		await t.until((text) => /block \d+: Greeted/.test(text), 30_000)
		await t.until('0.5 CHAIN')
		t.type('v')
		await t.until('hello by hand')
		t.type('t')
		await t.until('Trace a transaction')
		t.type('\r')
		await t.until('CALL Wall greet(text: hello by hand)', 30_000)
		t.type('\x1b')
		await t.until('▾ Events 1')
		// The same transaction in words among all others.
		t.type('0')
		await t.until('→ 0x')
		t.type('\r')
		await t.until('by the ABI Wall')
	})
})
