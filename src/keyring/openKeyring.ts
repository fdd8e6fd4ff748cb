import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { UserError } from '../errors/UserError.ts'
import { wideMode } from '../util/fileModes.ts'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'
import { createKeyring } from './createKeyring.ts'
import { fileKeyStore } from './fileKeyStore.ts'
import type { Keyring } from './Keyring.ts'
import type { KeyStore } from './KeyStore.ts'
import type { KeyringBackend } from './keyringBackends.ts'
import { loadSecretService } from './loadSecretService.ts'
import { memoryKeyStore } from './memoryKeyStore.ts'
import { osKeyStore } from './osKeyStore.ts'
import type { KdfParams } from './passphraseKey.ts'

/** Which keyring to open. */
export interface OpenKeyringOptions {
	/** Folder of the keyring, `<home>/keyring`; undefined keeps keys in memory. */
	readonly folder: string | undefined
	readonly settings: ChainSettings
	/** Left out: the one this home used before, else the file if it is there, else the system's store. */
	readonly backend?: KeyringBackend
	/** Cost of new passphrases, for tests. */
	readonly cost?: Omit<KdfParams, 'salt'>
}

/** Opens a home's keyring. A system without a key store gets the file, and `notice` says so in one sentence. */
export async function openKeyring(options: OpenKeyringOptions): Promise<Keyring> {
	const { folder, settings } = options
	const moveStore = async (to: KeyringBackend) => ({
		store: await openStore(to, options),
		remember: () => {
			if (folder !== undefined) writeBackend(folder, to)
		},
	})
	const parts = { settings, moveStore, ...(options.cost ? { cost: options.cost } : {}) }
	if (folder === undefined || options.backend === 'memory') {
		return createKeyring({ ...parts, store: memoryKeyStore(), notice: '' })
	}
	// Keys that are already in the file stay in use, unless they were moved from there.
	const wished = options.backend ?? readBackend(folder) ?? (existsSync(keyFile(options)) ? 'file' : 'os')
	return createKeyring({ ...parts, ...(await storeOrFile(wished, options)) })
}

async function storeOrFile(
	wished: KeyringBackend,
	options: OpenKeyringOptions,
): Promise<{ store: KeyStore; notice: string }> {
	if (wished === 'file') return fileStore(options, '')
	if (wished === 'test') {
		const notice = `WARNING: the keys of the backend test have no passphrase. Whoever reads ${testFile(options)} has them: never keep coins of value there.`
		return { store: await testKeyStore(testFile(options)), notice }
	}
	const secrets = await loadSecretService()
	if (secrets.ok) return { store: osKeyStore(secrets.service, options.folder ?? ''), notice: '' }
	const notice = `Keys are kept in an encrypted file, because ${secrets.reason}.`
	return fileStore(options, notice)
}

/** The encrypted file; a notice says when others may read it. */
function fileStore(options: OpenKeyringOptions, notice: string): { store: KeyStore; notice: string } {
	const file = keyFile(options)
	const wide = wideMode(file)
	return { store: fileKeyStore(file, options.cost), notice: [notice, wide].filter((text) => text !== '').join(' ') }
}

/** A passphrase that everyone knows, at the lowest cost: keys for tests and scripts, as the framework's backend `test`. */
const testPassphrase = 'test test test'
const testCost = { memoryKiB: 64, iterations: 1, parallelism: 1 }

/** A file of keys that is always open. */
async function testKeyStore(file: string): Promise<KeyStore> {
	const store = fileKeyStore(file, testCost)
	await store.unlock(testPassphrase)
	return { ...store, backend: 'test', isLocked: () => false, isNew: async () => false }
}

/** A store of exactly this kind. @throws {UserError} if the system has no key store. */
async function openStore(backend: KeyringBackend, options: OpenKeyringOptions): Promise<KeyStore> {
	if (backend === 'memory') return memoryKeyStore()
	if (backend === 'file') return fileKeyStore(keyFile(options), options.cost)
	if (backend === 'test') return testKeyStore(testFile(options))
	const secrets = await loadSecretService()
	if (secrets.ok) return osKeyStore(secrets.service, options.folder ?? '')
	throw (
		secrets.fault ??
		new UserError("The system's key store cannot be used.", {
			why: `Because ${secrets.reason}.`,
			next: 'Keep the keys in the encrypted file with --keyring-backend file, or install keytar and a secret service.',
		})
	)
}

function keyFile(options: OpenKeyringOptions): string {
	return inFolder(options, 'keys.json')
}

function testFile(options: OpenKeyringOptions): string {
	return inFolder(options, 'test-keys.json')
}

function inFolder(options: OpenKeyringOptions, name: string): string {
	if (options.folder !== undefined) return join(options.folder, name)
	throw new UserError('A chain in memory keeps its keys in memory.', { next: 'Give it a folder with --home.' })
}

function backendFile(folder: string): string {
	return join(folder, 'backend.json')
}

function readBackend(folder: string): KeyringBackend | undefined {
	try {
		const { backend } = JSON.parse(readFileSync(backendFile(folder), 'utf8')) as { readonly backend?: unknown }
		return backend === 'os' || backend === 'file' ? backend : undefined
	} catch {
		return undefined
	}
}

function writeBackend(folder: string, backend: KeyringBackend): void {
	writeFileAtomic(backendFile(folder), `${JSON.stringify({ version: 1, backend })}\n`, { check: JSON.parse })
}
