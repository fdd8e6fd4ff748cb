import { expect, test } from 'vitest'
import {
	checkDisk,
	checkFiles,
	checkKeyStore,
	checkNativePart,
	checkNode,
	checkSignatures,
} from '../../../../src/cli/node/doctor.ts'

test.each([
	['v20.19.0', 'good'],
	['v20.20.1', 'good'],
	['v21.0.0', 'good'],
	['v24.1.0', 'good'],
	['v20.18.9', 'bad'],
	['v19.99.0', 'bad'],
	['v18.20.0', 'bad'],
])('the doctor finds Node %s %s', (version, state) => {
	const told = `${version} on ${process.platform} ${process.arch}`
	const next = state === 'good' ? {} : { next: 'Install Node 20.19 or newer.' }
	expect(checkNode(version)).toEqual({ state, what: 'Node', told, ...next })
})

test.each([
	[500_000_001, 'good', '0.5'],
	[500_000_000, 'weaker', '0.5'],
	[12_340_000_000, 'good', '12.3'],
	[0, 'weaker', '0.0'],
])('the doctor finds a disk with %i free bytes %s', (free, state, told) => {
	const next = state === 'good' ? {} : { next: 'Free some space: a full disk stops the chain.' }
	expect(checkDisk('/a/home', free)).toEqual({ state, what: 'home', told: `/a/home, ${told} GB free`, ...next })
})

test.each([
	['1023', ['at most 1023']],
	['1024', []],
	['1048576', []],
	['unlimited', []],
])('the doctor tells of a limit of %s open files only where it is too low', (soft, told) => {
	// Linux has the soft limit in front of the hard one.
	const limits = `Max processes  ${'7'.padEnd(21)}7                    processes\nMax open files            ${soft.padEnd(21)}512                  files\n`
	expect(checkFiles(limits)).toEqual(
		told.map((text) => ({ state: 'weaker', what: 'open files', told: text, next: 'Raise it: ulimit -n 4096' })),
	)
	expect(checkFiles('')).toEqual([])
})

test('the doctor says why keys do not go to the key store of the system', () => {
	const service = { getPassword: never, setPassword: never, deletePassword: never, findCredentials: never }
	expect(checkKeyStore({ ok: true, service })).toEqual({
		...{ state: 'good', what: 'key store', told: 'that of the system answers' },
	})
	expect(checkKeyStore({ ok: false, reason: 'keytar is not installed here' })).toEqual({
		...{ state: 'weaker', what: 'key store', told: 'keys go to an encrypted file: keytar is not installed here' },
		next: 'On Debian: apt install libsecret-1-0 gnome-keyring; a passphrase for the file is as good.',
	})
})

test('the doctor says why signatures are not checked by the native library', () => {
	expect(checkSignatures({ name: 'native', reason: '' })).toEqual({
		...{ state: 'good', what: 'signatures', told: 'by the native library' },
	})
	expect(checkSignatures({ name: 'wasm', reason: 'no binary' })).toEqual({
		...{ state: 'weaker', what: 'signatures', told: 'by WebAssembly, four times slower: no binary' },
		next: 'Install with scripts allowed, or a compiler: npm rebuild secp256k1',
	})
})

test('the doctor says what does without a package that does not load', async () => {
	const part = { what: 'chain on disk', name: 'LevelDB', state: 'bad', without: 'only chains in memory run' } as const
	expect(await checkNativePart({ ...part, load: async () => 'it' })).toEqual({
		...{ state: 'good', what: 'chain on disk', told: 'LevelDB loads' },
	})
	expect(await checkNativePart({ ...part, load: () => Promise.reject(new TypeError('no binary')) })).toEqual({
		...{ state: 'bad', what: 'chain on disk', told: 'LevelDB does not load here: only chains in memory run' },
		next: 'Install the package again with its optional dependencies: npm install',
	})
})

function never(): never {
	throw new Error('the doctor keeps no key')
}
