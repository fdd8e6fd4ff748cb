import { expect, test } from 'vitest'
import { checkDisk, checkFiles, checkNativePart, checkNode, checkSignatures } from '../../../../src/cli/node/doctor.ts'

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

test('the doctor tells how many files may be open only where they are too few', () => {
	expect([checkFiles(Number.POSITIVE_INFINITY), checkFiles(1024), checkFiles(1023)]).toEqual([
		[],
		[],
		[{ state: 'weaker', what: 'open files', told: 'at most 1023', next: 'Raise it: ulimit -n 4096' }],
	])
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
