import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PtyTerminal } from '../../tui/support/ptyTerminal.ts'

let folder: string
let terminal: PtyTerminal | undefined
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-prompts-'))
})
afterEach(() => {
	terminal?.kill()
	rmSync(folder, { recursive: true, force: true })
})

/** The built program with keys in an encrypted file. */
function run(...line: readonly string[]): PtyTerminal {
	const args = ['bin/chain-tui.js', ...line, '--home', join(folder, 'home'), '--keyring-backend', 'file']
	terminal = new PtyTerminal(process.execPath, args, { columns: 120, rows: 40 })
	return terminal
}

const secret = 'correct horse battery'

describe('what a command asks on a terminal', () => {
	test('a new passphrase is asked twice and never shown, and the key opens with it', async () => {
		const making = run('keys', 'add', 'alice')
		await making.until(/passphrase/i)
		making.type(`${secret}\r`)
		await making.until(/again|once more|repeat/i)
		making.type(`${secret}\r`)
		expect(await making.exit).toBe(0)
		expect(making.written).not.toContain('correct')
		await making.until('chain1')
		const opening = run('keys', 'export', 'alice', '--unsafe', '--unarmored-hex')
		await opening.until(/passphrase/i)
		opening.type(`${secret}\r`)
		await opening.exit
		expect(opening.written).not.toContain('correct')
	})

	test.each([
		['Ctrl-C', '\u0003'],
		['Ctrl-D', '\u0004'],
	])('%s at a question ends the command, and nothing was changed', async (_, key) => {
		const asked = run('keys', 'add', 'alice')
		await asked.until(/passphrase/i)
		asked.type(key)
		expect(await asked.exit).toBe(1)
		await asked.until('Cancelled: nothing was changed.')
		expect(existsSync(join(folder, 'home', 'keyring-file'))).toBe(false)
	})

	test('an answer that is no secret is shown while it is typed', async () => {
		const init = run('init')
		expect(await init.exit).toBe(0)
		const reset = run('reset')
		await reset.until(/Type|reset|yes/i)
		reset.type('no such word')
		await reset.until('no such word')
		reset.type('\r')
		await reset.exit
		await reset.until('Nothing was changed')
		expect(existsSync(join(folder, 'home', 'data'))).toBe(true)
	})
})
