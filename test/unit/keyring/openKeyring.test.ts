import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultChainSettings as settings } from '../../../src/codec/ChainSettings.ts'
import type { KeyringBackend } from '../../../src/keyring/keyringBackends.ts'
import { loadSecretService } from '../../../src/keyring/loadSecretService.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'

const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
const one = '1'.repeat(64)
const folder = () => mkdtempSync(join(tmpdir(), 'open-keyring-'))
const words = 'test test test test test test test test test test test junk'

describe('a keyring of the backend test', () => {
	test('a keyring for tests warns, is never locked or new, and keeps its keys in a file of its own', async () => {
		const at = folder()
		const keyring = await openKeyring({ folder: at, settings, backend: 'test' })
		expect(keyring.notice).toBe(
			`WARNING: the keys of the backend test have no passphrase. Whoever reads ${join(at, 'test-keys.json')} has them: never keep coins of value there.`,
		)
		expect([keyring.backend, keyring.isLocked(), await keyring.isNew()]).toEqual(['test', false, false])
		await keyring.importPrivateKey('a', one)
		const again = await openKeyring({ folder: at, settings, backend: 'test' })
		expect([await again.isNew(), await again.exportPrivateKey('a')]).toEqual([false, one])
		expect([existsSync(join(at, 'keys.json')), existsSync(join(at, 'backend.json'))]).toEqual([false, false])
		// The cost is the lowest that argon2 has: nobody is kept from these keys, and nobody waits for them.
		const { kdf } = JSON.parse(readFileSync(join(at, 'test-keys.json'), 'utf8'))
		expect(kdf).toMatchObject({ memoryKiB: 64, iterations: 1, parallelism: 1 })
	})

	test('keys move into the keyring for tests, which needs no passphrase', async () => {
		const at = folder()
		const keyring = await openKeyring({ folder: at, settings, backend: 'memory', cost })
		await keyring.importPrivateKey('a', one)
		await keyring.moveTo('test')
		expect([keyring.backend, keyring.isLocked(), await keyring.isNew()]).toEqual(['test', false, false])
		expect(await (await openKeyring({ folder: at, settings, backend: 'test' })).exportPrivateKey('a')).toBe(one)
	})
})

describe('a keyring where the system has no key store', () => {
	// A bus that is not there: whatever desktop the tests run on.
	beforeEach(() => void vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere/at/all'))
	afterEach(() => void vi.unstubAllEnvs())

	test.runIf(process.platform === 'linux')(
		'a home without a key store of the system gets the file, also where the store was asked for, and is told why',
		async () => {
			const at = folder()
			const secrets = await loadSecretService()
			const reason = secrets.ok ? '' : secrets.reason
			expect(reason).toMatch(
				/^(keytar is not installed here|the system's key store does not answer \(.*(No such file|not connect).*\))$/,
			)
			for (const options of [{}, { backend: 'os' }] as const) {
				const keyring = await openKeyring({ folder: at, settings, cost, ...options })
				expect([keyring.backend, keyring.notice]).toEqual([
					'file',
					`Keys are kept in an encrypted file, because ${reason}.`,
				])
				if (await keyring.isNew()) await keyring.unlock('long enough')
			}
			// A file that is there stays in use without a word about others.
			const later = await openKeyring({ folder: at, settings, cost })
			expect([later.backend, later.notice]).toEqual(['file', ''])
			// Unless its keys were moved away from it: then it holds the older ones.
			writeFileSync(join(at, 'backend.json'), '{"version":1,"backend":"os"}')
			const moved = await openKeyring({ folder: at, settings, cost })
			expect(moved.notice).toBe(`Keys are kept in an encrypted file, because ${reason}.`)
		},
	)

	test.runIf(process.platform === 'linux')(
		'keys do not move to a key store of the system that is not there',
		async () => {
			const at = folder()
			const keyring = await openKeyring({ folder: at, settings, backend: 'memory', cost })
			await keyring.importPrivateKey('a', one)
			await expect(keyring.moveTo('os')).rejects.toMatchObject({
				name: 'UserError',
				message: "The system's key store cannot be used.",
				why: expect.stringMatching(
					/^(Because keytar is not installed here|There is no answer from the Secret Service .*)\.$/,
				),
				next: expect.stringContaining('--keyring-backend file'),
			})
			expect([keyring.backend, await keyring.exportPrivateKey('a')]).toEqual(['memory', one])
			expect(existsSync(join(at, 'backend.json'))).toBe(false)
		},
	)
})

describe('a keyring in a file', () => {
	test('the file of a new keyring has the cost that was asked for, and the usual one is that of RFC 9106', async () => {
		const kdfOf = (at: string) => JSON.parse(readFileSync(join(at, 'keys.json'), 'utf8'))
		const [cheap, usual] = [folder(), folder()]
		await (await openKeyring({ folder: cheap, settings, backend: 'file', cost })).unlock('long enough')
		await (await openKeyring({ folder: usual, settings, backend: 'file' })).unlock('long enough')
		expect(kdfOf(cheap)).toMatchObject({ version: 1, kdf: { name: 'argon2id', ...cost } })
		expect(kdfOf(usual)).toMatchObject({
			version: 1,
			kdf: { name: 'argon2id', memoryKiB: 65_536, iterations: 3, parallelism: 1 },
		})
		expect(Buffer.from(kdfOf(usual).kdf.salt, 'base64')).toHaveLength(16)
	})

	test('a passphrase has eight characters at least, as a reader counts them', async () => {
		for (const passphrase of ['1234567', '👋'.repeat(7), '']) {
			const keyring = await openKeyring({ folder: folder(), settings, backend: 'file', cost })
			await expect(keyring.unlock(passphrase)).rejects.toMatchObject({
				message: 'The passphrase is too short.',
				next: 'Use at least 8 characters.',
			})
			expect([keyring.isLocked(), await keyring.isNew()]).toEqual([true, true])
		}
		for (const passphrase of ['12345678', '👋'.repeat(8)]) {
			const keyring = await openKeyring({ folder: folder(), settings, backend: 'file', cost })
			await keyring.unlock(passphrase)
			expect([keyring.isLocked(), await keyring.isNew()]).toEqual([false, false])
		}
	})

	test('a passphrase opens the file however its letters are composed', async () => {
		const at = folder()
		await (await openKeyring({ folder: at, settings, backend: 'file', cost })).unlock('pässword ﬁne')
		const again = await openKeyring({ folder: at, settings, backend: 'file', cost })
		await again.unlock('pa\u0308ssword fine')
		expect(again.isLocked()).toBe(false)
	})

	test('the file of a keyring is JSON that a person can read, closed to others', async () => {
		const at = folder()
		const keyring = await openKeyring({ folder: at, settings, backend: 'file', cost })
		await keyring.unlock('long enough')
		await keyring.importMnemonic('a', words)
		await keyring.addWatchOnly('eye', '0x00000000000000000000000000000000000000aa')
		const file = join(at, 'keys.json')
		expect(statSync(file).mode & 0o777).toBe(0o600)
		const text = readFileSync(file, 'utf8')
		const content = JSON.parse(text)
		expect(text).toBe(`${JSON.stringify(content, null, 2)}\n`)
		expect(Object.keys(content)).toEqual(['version', 'kdf', 'check', 'keys'])
		expect(content.keys.map((key: object) => Object.keys(key))).toEqual([
			['name', 'kind', 'address', 'pubKey', 'path', 'secret'],
			['name', 'kind', 'address'],
		])
	})

	test('a file of a format to come is refused by its number, one without a number as damaged', async () => {
		const at = folder()
		const file = join(at, 'keys.json')
		const list = async () => (await openKeyring({ folder: at, settings, backend: 'file', cost })).list()
		for (const version of [2, 1.5]) {
			writeFileSync(file, JSON.stringify({ version }))
			await expect(list()).rejects.toMatchObject({
				message: `The keyring ${file} was written by a newer chain-tui (format ${version}).`,
				why: 'This program reads format 1. Nothing was changed.',
				next: 'Install the newer version, or choose another folder with --home.',
			})
		}
		for (const content of ['{"version":1}', '{"version":"2"}', '{}', 'null', '7']) {
			writeFileSync(file, content)
			await expect(list(), content).rejects.toMatchObject({
				message: `The keyring ${file} cannot be read.`,
				why: 'It is damaged or not a keyring.',
			})
		}
	})
})

describe('the backend of a home', () => {
	test('the backend that keys were moved to is kept, and one that a home cannot have is forgotten', async () => {
		const at = folder()
		const keyring = await openKeyring({ folder: at, settings, backend: 'memory', cost })
		await keyring.moveTo('file', 'long enough')
		expect(readFileSync(join(at, 'backend.json'), 'utf8')).toBe('{"version":1,"backend":"file"}\n')
		// Keys in memory end with the program: a chain in memory has no folder to remember anything in.
		const memory = await openKeyring({ folder: undefined, settings, cost })
		await memory.importPrivateKey('a', one)
		await memory.moveTo('memory')
		expect([memory.backend, memory.notice, await memory.exportPrivateKey('a')]).toEqual(['memory', '', one])
	})
})

describe('keys that are moved', () => {
	const keyringIn = (at: string, backend: KeyringBackend) => openKeyring({ folder: at, settings, backend, cost })

	test('a keyring moves only the keys that a store does not have yet, each under its own name', async () => {
		const at = folder()
		const there = await keyringIn(at, 'file')
		await there.unlock('long enough')
		for (const [name, secret] of [
			['other', '2'.repeat(64)],
			['one', one],
		] as const)
			await there.importPrivateKey(name, secret)
		const keys = await keyringIn(at, 'memory')
		await keys.importPrivateKey('one', one)
		await keys.addWatchOnly('eye', '0x00000000000000000000000000000000000000aa')
		await keys.moveTo('file', 'long enough')
		expect((await keys.list()).map(({ name, kind }) => [name, kind])).toEqual([
			['other', 'local'],
			['one', 'local'],
			['eye', 'watch'],
		])
		const wrong = await keyringIn(at, 'memory')
		await expect(wrong.moveTo('file')).rejects.toThrow('The passphrase is wrong.')
		expect(wrong.backend).toBe('memory')
	})

	test('a keyring moves no key where other keys have the names of two of them, or of one', async () => {
		const at = folder()
		const there = await keyringIn(at, 'file')
		await there.unlock('long enough')
		const keys = await keyringIn(at, 'memory')
		const { address } = await keys.importPrivateKey('mine', one)
		await keys.importPrivateKey('new', '3'.repeat(64))
		await keys.importPrivateKey('two', '4'.repeat(64))
		await keys.setApiKey('https://one', 'key')
		await there.importPrivateKey('two', '2'.repeat(64))
		// The same address without its secret is another key, which would be lost if it were left out.
		await there.addWatchOnly('mine', address)
		await expect(keys.moveTo('file', 'long enough')).rejects.toMatchObject({
			name: 'UserError',
			message: 'No key was moved, because other keys have these names there: mine, two.',
			why: 'A key store has one key of each name.',
			next: 'Rename or delete one of the two, with `chain-tui keys rename NAME NEW_NAME` or `chain-tui keys delete NAME`; the one there with --keyring-backend file. Then move the keys again.',
		})
		expect([keys.backend, await keys.exportPrivateKey('two')]).toEqual(['memory', '4'.repeat(64)])
		expect((await there.list()).map(({ name, kind }) => [name, kind])).toEqual([
			['two', 'local'],
			['mine', 'watch'],
		])
		expect([await there.apiKey('https://one'), existsSync(join(at, 'backend.json'))]).toEqual([undefined, false])
		await there.rename('two', 'second')
		await expect(keys.moveTo('file', 'long enough')).rejects.toThrow('because other keys have these names there: mine.')
		await there.delete('mine')
		await keys.moveTo('file', 'long enough')
		expect((await keys.list()).map(({ name }) => name)).toEqual(['second', 'mine', 'new', 'two'])
	})
})
