import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickKeyring } from './quickKeyring.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-words-'))
const home = join(folder, 'home')
const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
const run = (args: readonly string[]) => cli(['--home', home, ...args], { env })

beforeAll(async () => {
	await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
	await run(['keys', 'add', 'alice'])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an error repeats an account, and the digits of a hash where one is asked for, but not those that may be a key', async () => {
	const digits = 'ab'.repeat(32)
	const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
	const told = async (...args: readonly string[]) => (await run(args)).stderr.split('\n')
	const unknown = 'is not a valid name or address: key not found'
	const hidden = '(not shown: it looks like a secret)'
	expect((await told('keys', 'show', account))[0]).toBe(`Error: ${account} ${unknown}`)
	expect((await told('keys', 'show', digits))[0]).toBe(`Error: ${hidden} ${unknown}`)
	const words = `${'test '.repeat(11)}junk`
	expect((await told('q', 'account', words))[1]).toContain(`is called ${hidden}: see`)
	expect((await told('q', 'account', digits))[1]).toContain(`is called ${digits}: see`)
	for (const query of ['q', 'query']) {
		expect((await told(query, 'bank', 'balances', `0x${digits}`))[0]).toContain(`"0x${digits}" is not an address`)
	}
	expect((await told('tx', 'bank', 'send', 'alice', `0x${digits}`, '1uchain'))[0]).toContain(`"${hidden}" is not an`)
})

test('a flag of the program and of a command is that of the command behind its name, and that of the program before it', async () => {
	const told = async (...args: readonly string[]) => (await run(args)).stderr.split('\n')[0]
	const idle = 'Error: --rpc does nothing for join'
	expect(await told('node', 'join', '--rpc', '127.0.0.1:1')).toBe('Error: required flag(s) "output-dir" not set')
	expect(await told('--rpc', '127.0.0.1:1', 'node', 'join', '--output-dir', folder)).toBe(idle)
	const first = await cli(['--rpc=127.0.0.1:1', 'node', 'join', '--output-dir', folder, '--home', home], { env })
	expect(first.stderr.split('\n')[0]).toBe(idle)
	expect(await told('status', '--rpc', '127.0.0.1:1')).toBe('Error: --rpc does nothing for status')
	expect(await told('node', 'join', '--output', folder)).toBe('Error: required flag(s) "rpc" not set')
})
