import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { quickKeyring } from './quickKeyring.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-passphrase-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at =
	(home: string) =>
	(line: string, answers?: readonly string[], env: Readonly<Record<string, string>> = {}) =>
		cli([...line.split(' '), '--home', join(folder, home), '--keyring-backend', 'file'], {
			env,
			...(answers === undefined ? {} : { answers }),
		})

test('a new keyring asks for its passphrase twice', async () => {
	const run = at('new')
	const differ = await run('keys add alice', ['long enough', 'long enoufh'])
	expect(differ).toMatchObject({
		exit: 1,
		stderr:
			'New passphrase for the keyring (at least 8 characters): Once more: Error: The two passphrases differ.\nRun the command again.\n',
	})
	expect((await run('keys add alice', ['short', 'short'])).stderr).toContain('Error: The passphrase is too short.')
	expect((await run('keys add alice --no-backup', ['long enough', 'long enough'])).stderr).not.toContain('mnemonic')
	// From then on once, and a wrong one changes nothing.
	const wrong = await run('keys add bob', ['long enouhg'])
	expect(wrong.stderr).toBe('Passphrase of the keyring: Error: The passphrase is wrong.\nType it again.\n')
	expect((await run('keys add bob', ['long enough'])).exit).toBe(0)
	expect((await run('keys list -n')).stdout).toBe('alice\nbob\n')
})

test('nobody there and no variable is told, with what to set', async () => {
	await quickKeyring(join(folder, 'nobody'), 'long enough')
	expect(await at('nobody')('keys add alice', undefined, { CHAIN_TUI_PASSPHRASE: '' })).toMatchObject({
		exit: 1,
		stderr:
			'Error: The keyring needs its passphrase, but there is no terminal to ask for it.\nRun the command in a terminal, or set CHAIN_TUI_PASSPHRASE.\n',
	})
})

test('an exported key asks for a passphrase of its own, twice when it leaves and once when it comes back', async () => {
	await quickKeyring(join(folder, 'export'), 'long enough')
	const run = at('export')
	const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
	await run('keys add alice', undefined, env)
	expect(await run('keys export alice', ['another', 'other'], env)).toMatchObject({
		exit: 1,
		stdout: '',
		stderr: expect.stringContaining('The two passphrases differ.'),
	})
	const { stdout: armor, stderr } = await run('keys export alice', ['another', 'another'], env)
	expect(stderr).toBe('Passphrase for the exported key: Once more: ')
	await run('keys delete alice -y')
	const back = (answer: string) =>
		cli(['keys', 'import', 'back', '-', '--home', join(folder, 'export')], { env, answers: [answer], stdin: armor })
	expect((await back('other')).stderr).toContain('The passphrase is wrong, or the exported key is damaged.')
	expect(await back('another')).toMatchObject({ exit: 0, stdout: expect.stringContaining('name: back') })
})

test('a passphrase is never seen while it is typed, words are', async () => {
	await quickKeyring(join(folder, 'unseen'), 'long enough')
	const asked: unknown[] = []
	const run = (args: readonly string[], answers: readonly string[], stdin = '') =>
		cli([...args, '--home', join(folder, 'unseen'), '--keyring-backend', 'file'], {
			...{ answers, stdin, onPrompt: (...prompt: unknown[]) => asked.push(prompt) },
		})
	const words = 'test test test test test test test test test test test junk'
	expect((await run(['keys', 'add', 'a', '--recover'], [words, 'long enough'])).exit).toBe(0)
	const exported = await run(['keys', 'export', 'a'], ['long enough', 'another', 'another'])
	await run(['keys', 'delete', 'a', '-y'], [])
	expect((await run(['keys', 'import', 'b', '-'], ['long enough', 'another'], exported.stdout)).exit).toBe(0)
	await cli(['keys', 'add', 'a', '--home', join(folder, 'fresh'), '--keyring-backend', 'file'], {
		...{ answers: ['one', 'other'], onPrompt: (...prompt) => asked.push(prompt) },
	})
	const unseen = { hidden: true }
	expect(asked).toEqual([
		['Enter the words of the key: '],
		['Passphrase of the keyring: ', unseen],
		['Passphrase of the keyring: ', unseen],
		['Passphrase for the exported key: ', unseen],
		['Once more: ', unseen],
		['Passphrase of the keyring: ', unseen],
		['Passphrase of the exported key: ', unseen],
		['New passphrase for the keyring (at least 8 characters): ', unseen],
		['Once more: ', unseen],
	])
})

test('words are asked for where somebody sits, and the path of a key may be any', async () => {
	await quickKeyring(join(folder, 'words'), 'long enough')
	const words = 'test test test test test test test test test test test junk'
	const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
	const json = async (line: string) => JSON.parse((await at('words')(`${line} -o json`, [words], env)).stdout)
	const first = await json('keys add a --recover')
	expect(await json('keys add b --recover --account 1')).not.toMatchObject({ address: first.address })
	expect(await json("keys add c --recover --hd-path m/44'/60'/0'/0/0 --algo eth_secp256k1")).toMatchObject({
		eth_address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
	})
	// The coin type of a command's flag counts, whatever the home has.
	const other = await json('keys add d --recover --coin-type 459 --prefix kava')
	expect(other.address).toMatch(/^kava1/)
	expect(await json("keys add e --recover --hd-path m/44'/459'/0'/0/1")).not.toMatchObject({ address: other.address })
	expect((await at('words')('keys delete a', ['b'], env)).stderr).toContain(
		'The key was not deleted: another name was typed.',
	)
	expect((await at('words')('keys delete nobody', [''], env)).stderr).toContain('Error: nobody: key not found')
	const members = await json('keys add both --multisig a,b --multisig-threshold 2 --nosort')
	expect(JSON.parse(members.pubkey).public_keys).toHaveLength(2)
})
