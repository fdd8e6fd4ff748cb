import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBech32, fromHex, toBase64, toBech32, toHex } from '@cosmjs/encoding'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CliSurroundings, cli } from './testCli.ts'

// The first accounts of these words are in every manual of Ethereum tools.
const words = 'test test test test test test test test test test test junk'
const known = mnemonicToAccount(words)
const firstKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const first = {
	name: 'dev',
	type: 'local',
	address: toBech32('chain', fromHex(known.address.slice(2))),
	eth_address: known.address,
	pubkey: `{"@type":"/ethermint.crypto.v1.ethsecp256k1.PubKey","key":"${toBase64(known.getHdKey().publicKey!)}"}`,
	mnemonic: '',
}

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command of keys whose store needs no passphrase; its warning is left out. */
async function run(line: string, around: CliSurroundings = {}) {
	const place = ['--home', folder, '--keyring-backend', 'test']
	const { exit, stdout, stderr } = await cli(['keys', ...line.split(' '), ...place], around)
	return { exit, stdout, stderr: stderr.replace(/^WARNING: the keys of the backend test .*\n/, '') }
}
const json = async (line: string, around: CliSurroundings = {}) => {
	const { exit, stdout, stderr } = await run(`${line} -o json`, around)
	expect([exit, stderr]).toEqual([0, ''])
	return JSON.parse(stdout)
}

const raw = (address: string) => toHex(fromBech32(address).data)

describe('keys add', () => {
	test('keys add --recover takes the words as they are and prints none of them', async () => {
		expect(await json('add dev --algo eth_secp256k1 --recover', { stdin: `${words}\n` })).toEqual(first)
		expect(await json('list')).toEqual([first])
	})

	test.each([
		['nothing on standard input', { stdin: '' }],
		['a blank line', { stdin: ' \n' }],
		['somebody who enters nothing', { answers: [''] }],
	])('keys add --recover without words makes no key: %s', async (_what, around) => {
		const { exit, stdout, stderr } = await run('add dev --recover', around)
		expect([exit, stdout, stderr]).toEqual([1, '', expect.stringContaining('Error: This is not a valid mnemonic')])
		expect(await json('list')).toEqual([])
	})

	test('keys add prints the words of a new key once: inside JSON, or apart from the text', async () => {
		const made = await json('add a')
		expect(made).toEqual({
			...{ name: 'a', type: 'local', address: expect.stringMatching(/^chain1[a-z0-9]{38}$/) },
			pubkey: expect.stringMatching(/^\{"@type":"\/cosmos\.crypto\.secp256k1\.PubKey","key":"[A-Za-z0-9+/]{44}"\}$/),
			mnemonic: expect.stringMatching(/^([a-z]+ ){23}[a-z]+$/),
		})
		const { stdout, stderr } = await run('add b')
		expect(stdout).toContain('mnemonic: ""\n')
		expect(stderr).toMatch(
			/^\n\*\*Important\*\* write this mnemonic phrase in a safe place\.\nIt is the only way to recover your account if you ever forget your password\.\n\n([a-z]+ ){23}[a-z]+\n$/,
		)
		expect((await run('add c --no-backup')).stderr).toBe('')
		expect((await json('add d --no-backup')).mnemonic).toBe('')
		// The words make the same key again, and another one at another place of the path.
		await run('delete a -y')
		const again = { stdin: made.mnemonic }
		expect((await json('add a --recover', again)).address).toBe(made.address)
		const others = ['--account 1', '--index 1', '--coin-type 60', "--hd-path m/44'/118'/0'/0/7"]
		const found = new Set([made.address])
		for (const [index, flags] of others.entries()) {
			found.add((await json(`add other${index} --recover ${flags}`, again)).address)
		}
		expect(found.size).toBe(5)
	})

	test('keys add makes threshold keys, sorted unless told otherwise, and watches addresses', async () => {
		for (const name of ['a', 'b', 'c']) await json(`add ${name} --no-backup`)
		const keys = (await json('list')) as readonly { readonly pubkey: string; readonly address: string }[]
		const single = keys.map(({ pubkey }) => JSON.parse(pubkey))
		const multi = async (flags: string) => {
			const { address, ...rest } = await json(`add all --multisig c,b,a${flags}`)
			await run('delete all -y')
			return { ...rest, address, pubkey: JSON.parse(rest.pubkey) }
		}
		const kept = await multi(' --nosort --multisig-threshold 2')
		expect(kept).toEqual({
			...{ name: 'all', type: 'multi', address: expect.stringMatching(/^chain1/), mnemonic: '' },
			pubkey: {
				'@type': '/cosmos.crypto.multisig.LegacyAminoPubKey',
				...{ threshold: 2, public_keys: single.toReversed() },
			},
		})
		const sorted = await multi('')
		expect(sorted.pubkey.threshold).toBe(1)
		// The framework sorts members by the bytes of their addresses.
		const byAddress = keys.toSorted((one, other) => (raw(one.address) < raw(other.address) ? -1 : 1))
		expect(sorted.pubkey.public_keys).toEqual(byAddress.map(({ pubkey }) => JSON.parse(pubkey)))
		expect(await json(`add eye --watch ${first.eth_address}`)).toEqual({
			...{ name: 'eye', type: 'offline', address: first.address, pubkey: '', mnemonic: '' },
		})
	})
})

describe('keys leave, come back and are shown', () => {
	test('keys export and keys import give the same key back, sealed or in the clear', async () => {
		const env = { CHAIN_TUI_EXPORT_PASSPHRASE: 'pass' }
		await json('import dev - --hex --algo eth_secp256k1', { stdin: `0x${firstKey}\n` })
		const sealed = await run('export dev', { env })
		expect(sealed).toMatchObject({ exit: 0, stderr: '', stdout: expect.stringContaining('\ntype: eth_secp256k1\n') })
		expect(await run('export dev --unarmored-hex --unsafe')).toEqual({ exit: 0, stdout: `${firstKey}\n`, stderr: '' })
		for (const flags of ['--unarmored-hex', '--unsafe']) {
			expect(await run(`export dev ${flags}`, { env })).toEqual({
				...{ exit: 1, stdout: '' },
				stderr:
					'Error: The flags --unarmored-hex and --unsafe go together.\nLeave both out to export the key sealed with a passphrase.\n',
			})
		}
		expect(await run('delete dev -y')).toEqual({ exit: 0, stdout: '', stderr: 'Key dev was deleted\n' })
		expect(await json('import dev -', { stdin: sealed.stdout, env })).toEqual(first)
	})

	test('keys show, list and rename name what there is', async () => {
		await json('add dev --algo eth_secp256k1 --recover', { stdin: words })
		await json('add other --no-backup')
		for (const text of ['dev', first.address, first.eth_address]) expect(await json(`show ${text}`)).toEqual(first)
		expect((await run('show dev --address')).stdout).toBe(`${first.address}\n`)
		expect((await run('list --list-names')).stdout).toBe('dev\nother\n')
		expect(await run('rename dev work')).toEqual({
			...{ exit: 0, stdout: '', stderr: 'Key was renamed from dev to work\n' },
		})
		expect(await run('show dev')).toEqual({
			...{ exit: 1, stdout: '' },
			stderr: 'Error: dev is not a valid name or address: key not found\nSee `chain-tui keys list`.\n',
		})
	})

	test('keys delete takes several, asks for each by its name, and stops at the first other answer', async () => {
		for (const name of ['a', 'b', 'c']) await json(`add ${name} --no-backup`)
		expect(await run('delete a b c', { answers: [' a ', 'a'] })).toEqual({
			...{ exit: 1, stdout: '' },
			stderr:
				'Type the name of the key to delete it (a): Key a was deleted\nType the name of the key to delete it (b): Error: The key was not deleted: another name was typed.\n',
		})
		expect((await run('list -n')).stdout).toBe('b\nc\n')
		expect(await run('delete nobody -y')).toEqual({
			...{ exit: 1, stdout: '' },
			stderr: 'Error: nobody: key not found\nSee the names with `chain-tui keys list`.\n',
		})
	})
})
