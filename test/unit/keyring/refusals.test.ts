import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaultChainSettings as settings } from '../../../src/codec/ChainSettings.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import type { KeyringBackend } from '../../../src/keyring/keyringBackends.ts'
import { secretServiceFault } from '../../../src/keyring/loadSecretService.ts'
import { memoryKeyStore } from '../../../src/keyring/memoryKeyStore.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { osKeyStore } from '../../../src/keyring/osKeyStore.ts'
import { passphraseKey } from '../../../src/keyring/passphraseKey.ts'
import { utf8 } from '../../../src/util/bytes.ts'

const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
const one = '1'.repeat(64)
const memory = () => openKeyring({ folder: undefined, settings, cost })
const folder = () => mkdtemp(join(tmpdir(), 'keyring-'))

async function fileKeyring(at: string, backend?: KeyringBackend): Promise<Keyring> {
	return openKeyring({ folder: at, settings, cost, ...(backend === undefined ? {} : { backend }) })
}

describe('a keyring refuses, with the reason and the next step', () => {
	test.each<[string, (keys: Keyring) => Promise<unknown>, { message: string; why?: string; next?: string }]>([
		[
			'a private key that is not whole',
			(keys) => keys.importPrivateKey('x', '12'),
			{ message: 'A private key is 32 bytes as 64 hexadecimal digits.', next: 'Check that it is whole.' },
		],
		[
			'a member that is no key',
			(keys) => keys.addMultisig('x', 1, ['one', 'nobody']),
			{
				message: 'nobody is neither a key with a public key nor a public key.',
				next: 'Name a key of this keyring, or give a compressed secp256k1 key in base64.',
			},
		],
		[
			'a watched address as a member, which has no public key',
			async (keys) => {
				await keys.addWatchOnly('eye', '0x00000000000000000000000000000000000000aa')
				return keys.addMultisig('x', 1, ['eye'])
			},
			{ message: 'eye is neither a key with a public key nor a public key.' },
		],
		[
			'to sign for a threshold key',
			async (keys) => {
				await keys.addMultisig('both', 1, ['one'])
				return keys.sign('both', utf8('x'))
			},
			{ message: 'The key both cannot sign here.', why: 'Its members sign each for themselves.' },
		],
		[
			'an export without a passphrase',
			(keys) => keys.exportKey('one', ''),
			{ message: 'An exported key needs a passphrase.', next: 'Choose one.' },
		],
		[
			'an address of another chain',
			(keys) => keys.addWatchOnly('x', 'cosmos1v8vqwu75l4prdlapph2gqg06yllc4762gtcgdd'),
			{ message: 'This is not an address of this chain.', next: 'An address starts with chain1 or 0x.' },
		],
		[
			'a name that is a mnemonic',
			(keys) => keys.rename('one', 'length game earth vessel pumpkin sugar distance'),
			{ message: 'This looks like a mnemonic or a private key, and no name.' },
		],
		[
			'a file in a chain that lives in memory',
			(keys) => keys.moveTo('file', 'long enough'),
			{ message: 'A chain in memory keeps its keys in memory.', next: 'Give it a folder with --home.' },
		],
	])('%s', async (_what, act, refusal) => {
		const keys = await memory()
		await keys.importPrivateKey('one', one)
		await expect(act(keys)).rejects.toMatchObject(refusal)
	})

	test.each([
		['text that is none', () => 'hello', 'This is no exported key of chain-tui.'],
		['one cut at its end', (armor: string) => armor.slice(0, -10), 'This is no exported key of chain-tui.'],
		[
			'one with more behind its key',
			(armor: string) => armor.replace('\n-----END', '\n\nmore\n-----END'),
			'This is no exported key of chain-tui.',
		],
		[
			'one of a newer version',
			(armor: string) => armor.replace('version: 1', 'version: 2'),
			'This key was exported by a newer chain-tui.',
		],
		[
			'one of another kind',
			(armor: string) => armor.replace('type: secp256k1', 'type: ed25519'),
			'This key was exported by a newer chain-tui.',
		],
		[
			'one without its cost',
			(armor: string) => armor.replace('kdf: argon2id', 'kdf: scrypt'),
			'The exported key is damaged.',
		],
		['one without its salt', (armor: string) => armor.replace(/salt: .*/, 'pepper: x'), 'The exported key is damaged.'],
		[
			'one with a cost that argon2 does not have',
			(armor: string) => armor.replace('t=1', 't=0'),
			'The exported key is damaged.',
		],
		['one whose key is no base64', (armor: string) => armor.replace(/\n\n./, '\n\n*'), 'The exported key is damaged.'],
	])('an exported key: %s', async (_what, damage, message) => {
		const keys = await memory()
		await keys.importPrivateKey('one', one)
		const armor = damage(await keys.exportKey('one', 'correct horse'))
		await expect((await memory()).importKey('back', armor, 'correct horse')).rejects.toThrow(message)
	})

	test('an exported key comes back from a text with the line ends of Windows', async () => {
		const keys = await memory()
		const { address } = await keys.importPrivateKey('one', one)
		const armor = (await keys.exportKey('one', 'correct horse')).replaceAll('\n', '\r\n')
		expect(await (await memory()).importKey('back', armor, 'correct horse')).toMatchObject({ address })
	})

	test('a text that was not signed so: wrong base64 and a foreign key are no signature', async () => {
		const keys = await memory()
		const { address } = await keys.importPrivateKey('one', one)
		const { signature, pubKey } = await keys.signText('one', 'hi')
		expect(await keys.verifyText(address, 'hi', signature, pubKey)).toBe(true)
		expect(await keys.verifyText(address, 'hi', '*', pubKey)).toBe(false)
		expect(await keys.verifyText(address, 'hi', signature, '*')).toBe(false)
		await expect(keys.verifyText('nobody', 'hi', signature, pubKey)).rejects.toThrow('This is not an address')
	})
})

describe('the file', () => {
	test('a key file that vanished under an open keyring takes no key, and says so', async () => {
		const at = await folder()
		const keys = await fileKeyring(at, 'file')
		await keys.unlock('long enough')
		rmSync(join(at, 'keys.json'))
		await expect(keys.importPrivateKey('one', one)).rejects.toMatchObject({
			message: `The keyring ${join(at, 'keys.json')} is gone.`,
			why: 'It was removed while this program had it open. Nothing was saved.',
			next: 'Restore it from a backup, or run this again to begin a new one.',
		})
	})

	test('a key file is not made by a keyring that is locked', async () => {
		const keys = await fileKeyring(await folder(), 'file')
		await expect(keys.addWatchOnly('eye', '0x00000000000000000000000000000000000000aa')).rejects.toMatchObject({
			message: 'The keyring is locked.',
			next: 'Enter its passphrase.',
		})
	})

	test.each([
		['a folder in its place', (file: string) => mkdirSync(file), /EISDIR/],
		[
			'JSON of something else',
			(file: string) => writeFileSync(file, '{"version":1}'),
			/^It is damaged or not a keyring\.$/,
		],
		['no JSON', (file: string) => writeFileSync(file, 'keys'), /JSON/],
	])('cannot be read: %s', async (_what, spoil, why) => {
		const at = await folder()
		spoil(join(at, 'keys.json'))
		await expect((await fileKeyring(at, 'file')).list()).rejects.toMatchObject({
			message: `The keyring ${join(at, 'keys.json')} cannot be read.`,
			why: expect.stringMatching(why),
			next: 'Restore it from a backup, or choose another folder with --home. Nothing was changed.',
		})
	})

	test('a key file with a cost that argon2 does not have is damaged, and no fault of the program', async () => {
		const at = await folder()
		await (await fileKeyring(at, 'file')).unlock('long enough')
		const file = join(at, 'keys.json')
		const content = JSON.parse(readFileSync(file, 'utf8'))
		writeFileSync(file, JSON.stringify({ ...content, kdf: { ...content.kdf, salt: '' } }))
		await expect((await fileKeyring(at, 'file')).unlock('long enough')).rejects.toMatchObject({
			name: 'UserError',
			message: `The keyring ${file} cannot be read.`,
		})
	})

	test('whose key was cut, or taken away, gives no secret', async () => {
		const at = await folder()
		const keys = await fileKeyring(at, 'file')
		await keys.unlock('long enough')
		await keys.importPrivateKey('one', one)
		const file = join(at, 'keys.json')
		for (const [secret, why] of [
			['c2hvcnQ=', 'It was changed outside of chain-tui.'],
			[undefined, 'It has no secret here.'],
		] as const) {
			const content = JSON.parse(readFileSync(file, 'utf8'))
			content.keys[0].secret = secret
			writeFileSync(file, JSON.stringify(content))
			await expect(keys.exportPrivateKey('one')).rejects.toMatchObject({
				message: `The key one cannot be read from ${file}.`,
				why,
				next: 'Restore the file from a backup, or import the key again.',
			})
		}
	})

	test('a key file that others may read is told with how to close it', async () => {
		const at = await folder()
		await (await fileKeyring(at, 'file')).unlock('long enough')
		chmodSync(join(at, 'keys.json'), 0o644)
		expect((await fileKeyring(at, 'file')).notice).toMatch(/may be read by other users .* chmod 600\.$/)
	})
})

describe('a home', () => {
	test('goes on with the store it used before, and with the file that is there', async () => {
		const at = await folder()
		const first = await fileKeyring(at, 'memory')
		await first.importPrivateKey('one', one)
		await first.moveTo('file', 'long enough')
		await first.moveTo('file', 'long enough')
		expect(JSON.parse(readFileSync(join(at, 'backend.json'), 'utf8'))).toEqual({ version: 1, backend: 'file' })
		expect(await fileKeyring(at)).toMatchObject({ backend: 'file', notice: '' })
		// Also before the file has its first key.
		const empty = await folder()
		writeFileSync(join(empty, 'backend.json'), '{"backend":"file"}')
		expect(await fileKeyring(empty)).toMatchObject({ backend: 'file', notice: '' })
		for (const content of ['{"backend":"paper"}', 'nonsense']) {
			writeFileSync(join(at, 'backend.json'), content)
			// The file has keys: no other store is asked.
			expect(await fileKeyring(at)).toMatchObject({ backend: 'file', notice: '' })
		}
	})
})

describe('stores', () => {
	const record = { name: 'one', kind: 'local', address: 'aa' } as const

	test('key stores in memory hold a name once, and have no secret for a key without one', async () => {
		const store = memoryKeyStore()
		await store.put(record)
		await expect(store.put(record)).rejects.toThrow('There is already a key named one.')
		await expect(store.secret('one')).rejects.toThrow('The key one has no secret here.')
		await store.put({ ...record, name: 'two' }, undefined, 0)
		await store.rename('two', 'three')
		await store.unlock('anything')
		expect([await store.isNew(), (await store.list()).map(({ name }) => name)]).toEqual([false, ['three', 'one']])
	})

	test("key stores of the system refuse a key that is not there, has no secret, or is another program's", async () => {
		const entries = new Map<string, string>()
		const store = osKeyStore(
			{
				getPassword: async (_service, account) => entries.get(account) ?? null,
				setPassword: async (_service, account, password) => void entries.set(account, password),
				deletePassword: async (_service, account) => entries.delete(account),
				findCredentials: async () => [...entries].map(([account, password]) => ({ account, password })),
			},
			'/home/a',
		)
		await store.put(record)
		await store.put({ ...record, name: 'before' }, new Uint8Array(32), 0)
		expect((await store.list()).map(({ name }) => name)).toEqual(['before', 'one'])
		await expect(store.secret('one')).rejects.toThrow('The key one has no secret here.')
		await expect(store.rename('nobody', 'x')).rejects.toThrow('There is no key named nobody.')
		for (const foreign of ['hunter2', '{"version":2}']) {
			entries.set('mail', foreign)
			await expect(store.list()).rejects.toMatchObject({
				message: "The key mail in the system's key store was not written by this version of chain-tui.",
				next: expect.stringContaining('--keyring-backend file'),
			})
		}
	})

	test.each([
		[new Error('Cannot autolaunch D-Bus\nwithout X11'), 'cannot be used', /Cannot autolaunch D-Bus without X11\.$/],
		[new Error('denied'), 'is locked, or refuses', /: denied\.$/],
		['text of a library', 'is locked, or refuses', /: text of a library\.$/],
	])('key stores of the system that fail are told with what to do (%s)', (cause, message, why) => {
		expect(secretServiceFault(cause)).toMatchObject({
			message: `The system's key store ${message}.`,
			why: expect.stringMatching(why),
			next: expect.stringContaining('keep the keys in an encrypted file with --keyring-backend file'),
		})
	})
})

describe('a machine without the native argon2', () => {
	afterEach(() => {
		vi.doUnmock('@node-rs/argon2')
		vi.resetModules()
	})

	test('makes the same key of a passphrase', async () => {
		const params = { ...cost, salt: new Uint8Array(16).fill(9) }
		const native = await passphraseKey('pass phrase', params)
		vi.resetModules()
		vi.doMock('@node-rs/argon2', () => {
			throw new TypeError('no binary for this machine')
		})
		const again = await import('../../../src/keyring/passphraseKey.ts')
		expect(await again.passphraseKey('pass phrase', params)).toEqual(native)
	})
})
