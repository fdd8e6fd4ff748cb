import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBech32 } from '@cosmjs/encoding'
import { describe, expect, test } from 'vitest'
import { defaultChainSettings as settings } from '../../../src/codec/ChainSettings.ts'
import { createKeyring } from '../../../src/keyring/createKeyring.ts'
import { fileKeyStore } from '../../../src/keyring/fileKeyStore.ts'
import type { KeyRecord } from '../../../src/keyring/KeyRecord.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import type { KeyStore } from '../../../src/keyring/KeyStore.ts'
import { memoryKeyStore } from '../../../src/keyring/memoryKeyStore.ts'
import { osKeyStore } from '../../../src/keyring/osKeyStore.ts'
import { secretServiceDouble } from './secretServiceDouble.ts'

const cost = { memoryKiB: 64, iterations: 1, parallelism: 1 }
const folder = () => mkdtempSync(join(tmpdir(), 'key-stores-'))

const stores: readonly (readonly [string, () => Promise<KeyStore>])[] = [
	['memory', async () => memoryKeyStore()],
	[
		'file',
		async () => {
			const store = fileKeyStore(join(folder(), 'keys.json'), cost)
			await store.unlock('long enough')
			return store
		},
	],
	['os', async () => osKeyStore(secretServiceDouble(), '/home/of/a/test')],
]

const local = (name: string, address: string): KeyRecord => ({ name, kind: 'local', address, pubKey: 'AA==' })
const secretOf = (byte: number) => new Uint8Array(32).fill(byte)

describe.each(stores)('the key store %s', (backend, open) => {
	test(`the key store ${backend} is open and keeps keys whole, in the order and at the places they were put`, async () => {
		const store = await open()
		expect([store.backend, store.isLocked(), await store.isNew()]).toEqual([backend, false, false])
		const both: KeyRecord = { name: 'both', kind: 'multi', address: 'cc', threshold: 1, members: ['AA==', 'AB=='] }
		const path = "m/44'/60'/0'/0/0"
		await store.put(local('b', 'aa'), secretOf(1))
		await store.put({ ...local('c', 'bb'), algo: 'eth_secp256k1', path }, secretOf(2))
		await store.put(both)
		await store.put({ name: 'a', kind: 'watch', address: 'dd' }, undefined, 0)
		await store.put({ name: 'd', kind: 'watch', address: 'ee' }, undefined, 2)
		await store.put({ name: 'e', kind: 'watch', address: 'ff' }, undefined, 5)
		expect(await store.list()).toEqual([
			{ name: 'a', kind: 'watch', address: 'dd' },
			local('b', 'aa'),
			{ name: 'd', kind: 'watch', address: 'ee' },
			{ ...local('c', 'bb'), algo: 'eth_secp256k1', path },
			both,
			{ name: 'e', kind: 'watch', address: 'ff' },
		])
		expect([await store.secret('b'), await store.secret('c')]).toEqual([secretOf(1), secretOf(2)])
	})

	test(`the key store ${backend} takes a name once, and changes nothing else`, async () => {
		const store = await open()
		await store.put(local('a', 'aa'), secretOf(1))
		await store.put(local('b', 'bb'), secretOf(2))
		await expect(store.put(local('b', 'cc'), secretOf(3))).rejects.toThrow('There is already a key named b.')
		expect(await store.list()).toEqual([local('a', 'aa'), local('b', 'bb')])
		expect(await store.secret('b')).toEqual(secretOf(2))
	})

	test(`the key store ${backend} renames and removes one key of several`, async () => {
		const store = await open()
		for (const [index, name] of ['a', 'b', 'c'].entries()) await store.put(local(name, `a${index}`), secretOf(index))
		await store.rename('b', 'z')
		expect((await store.list()).map(({ name }) => name)).toEqual(['a', 'z', 'c'])
		expect(await store.secret('z')).toEqual(secretOf(1))
		await expect(store.secret('b')).rejects.toThrow(
			/^(There is no key named b|The key b (has no secret|cannot be read).*)\.$/,
		)
		await store.remove('a')
		expect(await store.list()).toEqual([local('z', 'a1'), local('c', 'a2')])
		expect(await store.secret('c')).toEqual(secretOf(2))
	})

	test(`the key store ${backend} gives no secret of a key that has none`, async () => {
		const store = await open()
		await store.put({ name: 'eye', kind: 'watch', address: 'aa' })
		await expect(store.secret('eye')).rejects.toThrow(
			/^The key eye (has no secret here|cannot be read from .*keys\.json)\.$/,
		)
	})

	test(`the key store ${backend} keeps API keys apart from each other and from the keys`, async () => {
		const store = await open()
		await store.setApiKey('https://one', 'first')
		await store.setApiKey('https://two', 'second')
		await store.setApiKey('https://one', 'third')
		expect((await store.apiKeyIds()).toSorted()).toEqual(['https://one', 'https://two'])
		expect([await store.apiKey('https://one'), await store.apiKey('https://two')]).toEqual(['third', 'second'])
		await store.setApiKey('https://one', undefined)
		expect([await store.apiKeyIds(), await store.apiKey('https://one')]).toEqual([['https://two'], undefined])
		expect([await store.apiKey('https://two'), await store.list()]).toEqual(['second', []])
	})

	test(`what a caller does with a secret of the key store ${backend} leaves the stored one as it is`, async () => {
		const store = await open()
		const given = secretOf(1)
		await store.put(local('a', 'aa'), given)
		given.fill(0)
		;(await store.secret('a')).fill(0)
		expect(await store.secret('a')).toEqual(secretOf(1))
	})
})

describe("the system's key store", () => {
	test("the entries in the system's key store are of a home and of this version, with the secret in hexadecimal", async () => {
		const system = secretServiceDouble()
		const store = osKeyStore(system, '/home/a')
		await store.unlock('whatever')
		await store.put(local('a', 'aa'), secretOf(1))
		await store.put({ name: 'eye', kind: 'watch', address: 'bb' })
		await store.setApiKey('https://one', 'key')
		const entries = new Map([...system.entries].map(([id, text]) => [id, id.includes('api') ? text : JSON.parse(text)]))
		expect(entries).toEqual(
			new Map<string, unknown>([
				['chain-tui:/home/a\na', { ...local('a', 'aa'), version: 1, created: 1, secret: '01'.repeat(32) }],
				['chain-tui:/home/a\neye', { name: 'eye', kind: 'watch', address: 'bb', version: 1, created: 2 }],
				['chain-tui-api-keys:/home/a\nhttps://one', 'key'],
			]),
		)
	})

	test("a secret of another length in the system's key store is none", async () => {
		const system = secretServiceDouble()
		const store = osKeyStore(system, '/home/a')
		for (const [name, length] of [
			['short', 31],
			['long', 33],
		] as const) {
			const entry = { ...local(name, 'aa'), version: 1, created: 1, secret: '01'.repeat(length) }
			await system.setPassword('chain-tui:/home/a', name, JSON.stringify(entry))
			await expect(store.secret(name)).rejects.toThrow(`The key ${name} has no secret here.`)
		}
	})
})

describe('a keyring', () => {
	const keyringOf = async (): Promise<Keyring> => {
		const store = memoryKeyStore()
		return createKeyring({ store, settings, notice: '', moveStore: async () => ({ store, remember: () => {} }) })
	}
	const hex = (digit: number) => String(digit).repeat(64)

	test('a key comes back under the first number that is free, in a name of at most 64 characters', async () => {
		const keyring = await keyringOf()
		const takeAndReturn = async (name: string, digit: number) => {
			const taken = await keyring.take(name)
			await keyring.importPrivateKey(name, hex(digit))
			return (await taken.restore()).name
		}
		await keyring.importPrivateKey('a', hex(1))
		await keyring.importPrivateKey('a 3', hex(2))
		expect(await takeAndReturn('a', 3)).toBe('a 2')
		expect(await takeAndReturn('a', 4)).toBe('a 4')
		for (const [digit, name, numbered] of [
			[5, `é${'x-'.repeat(31)}y`, `é${'x-'.repeat(28)}x 2`],
			[7, `${'x.'.repeat(28)}x tail`, `${'x.'.repeat(28)}x 2`],
		] as const) {
			await keyring.importPrivateKey(name, hex(digit))
			expect(await takeAndReturn(name, digit + 1)).toBe(numbered)
			// It is a name that the keyring itself takes.
			await keyring.rename(numbered, 'other')
			await keyring.rename('other', numbered)
			await keyring.delete(numbered)
		}
	})

	test('the secret of a key that is deleted for good is wiped from memory', async () => {
		const secret = secretOf(7)
		const store: KeyStore = { ...memoryKeyStore(), secret: async () => secret }
		const remember = () => {}
		const keyring = createKeyring({ store, settings, notice: '', moveStore: async () => ({ store, remember }) })
		await keyring.importPrivateKey('a', hex(1))
		const taken = await keyring.take('a')
		expect(secret).toEqual(secretOf(7))
		taken.forget()
		expect(secret).toEqual(secretOf(0))
	})

	test('a key comes back at the end where the keys after it have gone', async () => {
		const keyring = await keyringOf()
		for (const digit of [1, 2, 3]) await keyring.importPrivateKey(`k${digit}`, hex(digit))
		const taken = await keyring.take('k3')
		await keyring.delete('k1')
		await taken.restore()
		expect((await keyring.list()).map(({ name }) => name)).toEqual(['k2', 'k3'])
	})

	test('a key is found by its name in any composition, by its address in any case, and by no part of either', async () => {
		const keyring = await keyringOf()
		const { address } = await keyring.importPrivateKey('é', hex(1))
		await keyring.importPrivateKey('other', hex(2))
		const raw = `0x${Buffer.from(fromBech32(address).data).toString('hex')}`
		for (const text of ['é', ' e\u0301 ', address, address.toUpperCase(), raw, raw.toUpperCase()]) {
			expect((await keyring.get(text))?.name, text).toBe('é')
		}
		for (const text of ['É', address.slice(0, -1), raw.slice(2), ''])
			expect(await keyring.get(text), text).toBeUndefined()
	})

	test('an account may be watched and held, but each only once', async () => {
		const keyring = await keyringOf()
		const { address } = await keyring.importPrivateKey('a', hex(1))
		await keyring.addWatchOnly('eye', ` ${address} `)
		await expect(keyring.addWatchOnly('other', address)).rejects.toMatchObject({
			message: 'This key is already here, as eye.',
			next: 'Rename that one if you like.',
		})
		await expect(keyring.importPrivateKey('other', ` 0X${hex(1)}\n`)).rejects.toThrow('This key is already here, as a.')
	})

	test.each(['1'.repeat(62), '1'.repeat(63), '1'.repeat(66), `0x${'1'.repeat(62)}`, 'g'.repeat(64), ''])(
		'the private key %j is not whole',
		async (text) => {
			await expect((await keyringOf()).importPrivateKey('a', text)).rejects.toMatchObject({
				message: 'A private key is 32 bytes as 64 hexadecimal digits.',
				next: 'Check that it is whole.',
			})
		},
	)

	test('a member of a threshold key is a name, or a public key of 33 bytes', async () => {
		const keyring = await keyringOf()
		const { pubKey } = await keyring.importPrivateKey('a', hex(1))
		const bytes = Buffer.from(pubKey!, 'base64')
		expect((await keyring.addMultisig('both', 1, [pubKey!])).members).toEqual([pubKey])
		for (const member of [bytes.subarray(1), Buffer.concat([bytes, Buffer.of(0)])]) {
			const text = member.toString('base64')
			await expect(keyring.addMultisig('no', 1, [text])).rejects.toThrow(
				'neither a key with a public key nor a public key.',
			)
		}
	})

	test('keys move to another store with their secrets, which keeps what it has, and later keys go there', async () => {
		const target = fileKeyStore(join(folder(), 'keys.json'), cost)
		const moved: string[] = []
		const keyring = createKeyring({
			store: memoryKeyStore(),
			settings,
			notice: '',
			moveStore: async (to) => ({ store: target, remember: () => moved.push(to) }),
		})
		await keyring.importPrivateKey('a', hex(1))
		await keyring.setApiKey('https://one', 'key')
		await keyring.moveTo('memory')
		expect([keyring.backend, moved]).toEqual(['memory', []])
		await keyring.moveTo('file', 'long enough')
		await keyring.importPrivateKey('b', hex(2))
		expect([keyring.backend, moved, (await target.list()).map(({ name }) => name)]).toEqual([
			'file',
			['file'],
			['a', 'b'],
		])
		expect([await keyring.exportPrivateKey('a'), await keyring.apiKey('https://one')]).toEqual([hex(1), 'key'])
	})

	test('an exported key of a keyring for another chain has the cost of the keyring', async () => {
		const store = memoryKeyStore()
		const moveStore = async () => ({ store, remember: () => {} })
		const keyring = createKeyring({ store, settings, notice: 'told', moveStore, cost })
		const other = keyring.withSettings({ ...settings, prefix: 'cosmos' })
		const { address } = await other.importPrivateKey('a', hex(1))
		expect([address.slice(0, 7), other.notice]).toEqual(['cosmos1', 'told'])
		expect(await other.exportKey('a', 'pass')).toContain('\nkdf: argon2id m=64 t=1 p=1\n')
		expect((await keyring.list()).map((key) => key.address.slice(0, 6))).toEqual(['chain1'])
	})
})
