import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { createKeyring } from '../../../src/keyring/createKeyring.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { osKeyStore } from '../../../src/keyring/osKeyStore.ts'
import { passphraseKey, wasmPassphraseKey } from '../../../src/keyring/passphraseKey.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { secretServiceDouble } from './secretServiceDouble.ts'

// Cheap on purpose: what is tested is the keyring, not the cost of guessing.
const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
const settings = defaultChainSettings
const mnemonic =
	'length game earth vessel pumpkin sugar distance fiber unknown planet winter race song upgrade weekend smile spawn brother harvest seat castle diet strike kite'
const path = "m/44'/459'/0'/0/0"
const address = 'chain1v8vqwu75l4prdlapph2gqg06yllc4762snzhhc'

async function folder(): Promise<string> {
	return mkdtemp(join(tmpdir(), 'keyring-'))
}

async function fileKeyring(at: string, passphrase?: string): Promise<Keyring> {
	const keyring = await openKeyring({ folder: at, settings, backend: 'file', cost })
	if (passphrase !== undefined) await keyring.unlock(passphrase)
	return keyring
}

function memory(): Promise<Keyring> {
	return openKeyring({ folder: undefined, settings, cost })
}

describe('keys', () => {
	test('a mnemonic and path give the recorded address and public key', async () => {
		const key = await (await memory()).importMnemonic('vector', mnemonic, { path })
		expect(key).toEqual({
			name: 'vector',
			kind: 'local',
			address,
			path,
			pubKey: 'AlOmfEAcDRFxk3ZKEICFIOUPnyAOsklSIN5IqK3WfvFF',
		})
	})

	test('a new key has 24 words that give the same key again', async () => {
		const { key, mnemonic: words } = await (await memory()).create('one')
		expect(words.split(' ')).toHaveLength(24)
		expect(key.path).toBe("m/44'/118'/0'/0/0")
		expect(await (await memory()).importMnemonic('two', `  ${words.toUpperCase()}\n`)).toMatchObject({
			address: key.address,
		})
	})

	test('the coin type of the chain is in the path', async () => {
		const keyring = await openKeyring({ folder: undefined, settings: { ...settings, coinType: 459 } })
		expect(await keyring.importMnemonic('vector', mnemonic)).toMatchObject({ address, path })
	})

	test.each([
		['a misspelt word', mnemonic.replace('kite', 'kites'), /^Word \d+ of 24 is not one of the 2048 words\.$/],
		['a wrong checksum', mnemonic.replace('kite', 'game'), 'This is not a valid mnemonic'],
		['too few words', mnemonic.split(' ').slice(0, 23).join(' '), 'This is not a valid mnemonic'],
	])('refuses %s', async (_, words, message) => {
		await expect((await memory()).importMnemonic('bad', words)).rejects.toThrow(message)
	})

	test('finds a key by name and by address', async () => {
		const keyring = await memory()
		await keyring.importMnemonic('vector', mnemonic, { path })
		expect((await keyring.get(address))?.name).toBe('vector')
		expect((await keyring.get('vector'))?.address).toBe(address)
		expect(await keyring.get('nobody')).toBeUndefined()
	})

	test('a watched address cannot sign', async () => {
		const keyring = await memory()
		expect(await keyring.addWatchOnly('eye', address)).toEqual({ name: 'eye', kind: 'watch', address })
		await expect(keyring.sign('eye', utf8('x'))).rejects.toThrow('The key eye cannot sign here.')
		await expect(keyring.addWatchOnly('bad', 'cosmos1v8vqwu75l4prdlapph2gqg06yllc4762gtcgdd')).rejects.toThrow(
			UserError,
		)
	})

	test('a threshold key has the address of the framework, whatever the order of its members', async () => {
		const keyring = await memory()
		for (const [index, digit] of ['1', '2', '3'].entries())
			await keyring.importPrivateKey(`m${index}`, digit.repeat(64))
		const first = await keyring.addMultisig('a', 2, ['m0', 'm1', 'm2'])
		const { members = [] } = first
		await keyring.delete('a')
		expect((await keyring.addMultisig('b', 2, ['m2', members[1] ?? '', 'm0'])).address).toBe(
			(await (await memory()).addMultisig('c', 2, members)).address,
		)
		await expect(keyring.addMultisig('d', 4, ['m0', 'm1', 'm2'])).rejects.toThrow(
			'A threshold of 4 does not fit 3 keys',
		)
	})

	test('a threshold key of recorded members has the recorded address', async () => {
		const keyring = await memory()
		const members = [
			'scorpion connect alcohol plunge west second meat lock logic annual rotate coconut cotton this fringe return dog still argue cry alien fame group tumble',
			'soul walnut jewel gown dish crazy venue parade symbol hub like imitate voyage today jazz category proud wonder fragile mistake kangaroo suspect bomb setup',
			'electric video fatal ordinary hill weapon science usage torch bless another lion knife cargo yard shrug awful spend balcony lesson robot enroll occur upon',
		]
		for (const [index, words] of members.entries()) await keyring.importMnemonic(`member${index + 1}`, words)
		const { address } = await keyring.addMultisig('multisig', 2, ['member1', 'member2', 'member3'], {
			keepOrder: true,
		})
		const genesis = readFileSync('test/golden/localnet-genesis.json', 'utf8')
		expect(genesis).toContain(`"${address}"`)
	})

	test.each(['', ' ', '-x', 'a/b', 'a\u001b[2J', 'x'.repeat(65), 'a\u202eb', address])(
		'refuses the name %j',
		async (name) => {
			await expect((await memory()).importPrivateKey(name, '1'.repeat(64))).rejects.toThrow(UserError)
		},
	)

	test('refuses a name that is taken and a key that is already there', async () => {
		const keyring = await memory()
		await keyring.importPrivateKey('é', '1'.repeat(64))
		await expect(keyring.importPrivateKey('e\u0301', '2'.repeat(64))).rejects.toThrow('There is already a key named é.')
		await expect(keyring.importPrivateKey('other', '1'.repeat(64))).rejects.toThrow('This key is already here, as é.')
	})

	test('renames and deletes', async () => {
		const keyring = await memory()
		await keyring.importPrivateKey('a', '1'.repeat(64))
		await keyring.rename('a', 'b')
		expect((await keyring.list()).map((key) => key.name)).toEqual(['b'])
		await keyring.delete('b')
		expect(await keyring.list()).toEqual([])
		await expect(keyring.delete('b')).rejects.toThrow('There is no key named b.')
	})

	test('a signed text verifies, a changed one and another address do not', async () => {
		const keyring = await memory()
		await keyring.importMnemonic('vector', mnemonic, { path })
		const { signature, pubKey } = await keyring.signText('vector', 'hello <&> 👋')
		expect(await keyring.verifyText(address, 'hello <&> 👋', signature, pubKey)).toBe(true)
		expect(await keyring.verifyText(address, 'hello <&>', signature, pubKey)).toBe(false)
		const other = await keyring.importPrivateKey('other', '1'.repeat(64))
		expect(await keyring.verifyText(other.address, 'hello <&> 👋', signature, pubKey)).toBe(false)
	})

	test('an exported key comes back with its passphrase only', async () => {
		const keyring = await memory()
		await keyring.importMnemonic('vector', mnemonic, { path })
		const armor = await keyring.exportKey('vector', 'correct horse')
		const other = await memory()
		await expect(other.importKey('back', armor, 'wrong horse')).rejects.toThrow('The passphrase is wrong')
		await expect(other.importKey('back', armor.replace('t=1', 't=2'), 'correct horse')).rejects.toThrow(UserError)
		expect((await other.importKey('back', armor, 'correct horse')).address).toBe(address)
		expect(await other.exportPrivateKey('back')).toBe(await keyring.exportPrivateKey('vector'))
	})
})

describe('a key that was taken out', () => {
	const fresh = [
		['memory', memory],
		['file', async () => fileKeyring(await folder(), 'long enough')],
		[
			'os',
			async () => {
				const store = osKeyStore(secretServiceDouble(), '/home/a')
				return createKeyring({ store, settings, notice: '', moveStore: async () => ({ store, remember: () => {} }) })
			},
		],
	] as const

	test.each(fresh)('comes back whole and in its place, in %s', async (_backend, open) => {
		const keyring = await open()
		await keyring.importPrivateKey('a', '1'.repeat(64))
		await keyring.importMnemonic('vector', mnemonic, { path })
		await keyring.addWatchOnly('watched', address)
		await keyring.addMultisig('both', 2, ['a', 'vector'])
		const before = await keyring.list()
		for (const { name } of before) {
			const taken = await keyring.take(name)
			expect(await keyring.get(name)).toBeUndefined()
			await taken.restore()
			expect(await keyring.list()).toEqual(before)
		}
		expect(await keyring.exportPrivateKey('a')).toBe('1'.repeat(64))
	})

	test('gets a number when its name is taken meanwhile, and is not doubled', async () => {
		const keyring = await memory()
		await keyring.importPrivateKey('a', '1'.repeat(64))
		const taken = await keyring.take('a')
		await keyring.importPrivateKey('a', '2'.repeat(64))
		expect((await taken.restore()).name).toBe('a 2')
		await expect(taken.restore()).rejects.toThrow('This key is already here')
	})

	test('a key that was taken out is gone once it is forgotten', async () => {
		const keyring = await memory()
		await keyring.importPrivateKey('a', '1'.repeat(64))
		const taken = await keyring.take('a')
		taken.forget()
		await expect(taken.restore()).rejects.toThrow('The key a is gone.')
	})

	test('leaves nothing of its secret on the disk, sealed or not', async () => {
		const at = await folder()
		const keyring = await fileKeyring(at, 'long enough')
		await keyring.importPrivateKey('a', '1'.repeat(64))
		await keyring.take('a')
		expect(readdirSync(at)).not.toHaveLength(0)
		for (const file of readdirSync(at)) expect(readFileSync(join(at, file), 'utf8')).not.toContain('"secret"')
		expect(await (await fileKeyring(at, 'long enough')).list()).toEqual([])
	})
})

describe('the file', () => {
	test('keeps keys over restarts, lists them locked and gives secrets only with the passphrase', async () => {
		const at = await folder()
		const first = await fileKeyring(at)
		expect(await first.isNew()).toBe(true)
		expect(first.isLocked()).toBe(true)
		await first.unlock('long enough')
		await first.importMnemonic('vector', mnemonic, { path })

		const second = await fileKeyring(at)
		expect(await second.isNew()).toBe(false)
		expect((await second.list()).map((key) => key.address)).toEqual([address])
		await expect(second.sign('vector', utf8('x'))).rejects.toThrow('The keyring is locked.')
		await expect(second.unlock('long enougH')).rejects.toThrow('The passphrase is wrong.')
		await second.unlock('long enough')
		expect(await second.sign('vector', utf8('x'))).toEqual(await first.sign('vector', utf8('x')))
	})

	test('the key file is readable by its owner only and holds no secret in the clear', async () => {
		const at = await folder()
		const keyring = await fileKeyring(at, 'long enough')
		await keyring.importPrivateKey('a', '1'.repeat(64))
		const file = join(at, 'keys.json')
		expect(statSync(file).mode & 0o777).toBe(0o600)
		const secret = Buffer.from('11'.repeat(32), 'hex')
		const text = readFileSync(file, 'utf8')
		expect(text).not.toContain(secret.toString('base64').slice(0, 20))
		expect(text).not.toContain('1'.repeat(20))
	})

	test('refuses a short passphrase', async () => {
		await expect((await fileKeyring(await folder())).unlock('short')).rejects.toThrow('The passphrase is too short.')
	})

	test('refuses a file of a newer version and leaves it as it is', async () => {
		const at = await folder()
		const content = JSON.stringify({ version: 2, secrets: 'in a new way' })
		writeFileSync(join(at, 'keys.json'), content)
		const keyring = await fileKeyring(at)
		await expect(keyring.list()).rejects.toThrow('was written by a newer chain-tui (format 2)')
		await expect(keyring.unlock('long enough')).rejects.toThrow('was written by a newer chain-tui')
		expect(readFileSync(join(at, 'keys.json'), 'utf8')).toBe(content)
	})

	test('refuses a damaged file and leaves it as it is', async () => {
		const at = await folder()
		writeFileSync(join(at, 'keys.json'), '{"version":1,"keys":[]')
		await expect((await fileKeyring(at)).unlock('long enough')).rejects.toThrow('cannot be read')
		expect(readFileSync(join(at, 'keys.json'), 'utf8')).toBe('{"version":1,"keys":[]')
	})

	test('a key file that cannot be written says so and what to do', async () => {
		const at = await folder()
		writeFileSync(join(at, 'blocked'), '')
		const keyring = await fileKeyring(join(at, 'blocked', 'keyring'))
		await expect(keyring.unlock('long enough')).rejects.toThrow(UserError)
	})

	test('left locked by a process that died is taken over', async () => {
		const at = await folder()
		const keyring = await fileKeyring(at, 'long enough')
		// Above the largest process id of any system.
		writeFileSync(join(at, 'keys.json.lock'), '2147483646')
		expect((await keyring.importPrivateKey('a', '1'.repeat(64))).name).toBe('a')
	})

	test('notices secrets exchanged between keys', async () => {
		const at = await folder()
		const keyring = await fileKeyring(at, 'long enough')
		await keyring.importPrivateKey('a', '1'.repeat(64))
		await keyring.importPrivateKey('b', '2'.repeat(64))
		const file = join(at, 'keys.json')
		const content = JSON.parse(readFileSync(file, 'utf8')) as { keys: { secret: string }[] }
		const [a, b] = content.keys
		if (a && b) [a.secret, b.secret] = [b.secret, a.secret]
		writeFileSync(file, JSON.stringify(content))
		await expect(keyring.sign('a', utf8('x'))).rejects.toMatchObject({
			why: 'It was changed outside of chain-tui.',
		})
	})

	test('loses nothing when many add keys at once', async () => {
		const at = await folder()
		await fileKeyring(at, 'long enough')
		const many = await Promise.all(Array.from({ length: 4 }, () => fileKeyring(at, 'long enough')))
		await Promise.all(many.map((keyring, index) => keyring.importPrivateKey(`k${index}`, String(index + 1).repeat(64))))
		expect((await (await fileKeyring(at)).list()).map((key) => key.name).sort()).toEqual(['k0', 'k1', 'k2', 'k3'])
	})
})

describe('backends', () => {
	test('the system without a key store gets the file and one sentence', async () => {
		const keyring = await openKeyring({ folder: await folder(), settings, cost })
		if (keyring.backend === 'file') expect(keyring.notice).toMatch(/^Keys are kept in an encrypted file, because .*\.$/)
		else expect(keyring.backend).toBe('os')
	})

	test("the system's store keeps keys in order, apart by home", async () => {
		const secrets = secretServiceDouble()
		const store = osKeyStore(secrets, '/home/a')
		await store.put({ name: 'z', kind: 'local', address: 'aa' }, new Uint8Array(32).fill(7))
		await store.put({ name: 'a', kind: 'watch', address: 'bb' })
		await store.rename('z', 'y')
		expect((await store.list()).map((record) => record.name)).toEqual(['y', 'a'])
		expect(await store.secret('y')).toEqual(new Uint8Array(32).fill(7))
		expect(await osKeyStore(secrets, '/home/b').list()).toEqual([])
		await expect(store.put({ name: 'a', kind: 'watch', address: 'cc' })).rejects.toThrow('already')
		await store.remove('y')
		expect((await store.list()).map((record) => record.name)).toEqual(['a'])
	})

	test("the system's store puts a key between two others, where it is asked for", async () => {
		const store = osKeyStore(secretServiceDouble(), '/home/a')
		for (const name of ['a', 'b', 'c', 'd']) await store.put({ name, kind: 'watch', address: 'aa' })
		for (const name of ['x', 'y']) await store.put({ name, kind: 'watch', address: 'bb' }, undefined, 3)
		expect((await store.list()).map((record) => record.name)).toEqual(['a', 'b', 'c', 'y', 'x', 'd'])
	})

	test('moves keys from memory to a file, which signs the same', async () => {
		const at = await folder()
		const keyring = await openKeyring({ folder: at, settings, backend: 'memory', cost })
		await keyring.importPrivateKey('a', '1'.repeat(64))
		const before = await keyring.sign('a', utf8('x'))
		await keyring.moveTo('file', 'long enough')
		expect(keyring.backend).toBe('file')
		const reopened = await openKeyring({ folder: at, settings, cost })
		await reopened.unlock('long enough')
		expect(await reopened.sign('a', utf8('x'))).toEqual(before)
	})

	test('native and WebAssembly argon2id give the same key', async () => {
		const params = { ...cost, salt: new Uint8Array(16).fill(3) }
		expect(await wasmPassphraseKey(utf8('pass phrase'), params)).toEqual(await passphraseKey('pass phrase', params))
	})
})
