import { expect, test } from 'vitest'
import { knownClient, knownClients, readClientPaths } from '../../../../src/codec/legacy/clientPaths/readClientPaths.ts'
import { type JsonValue, valueAt } from '../../../../src/codec/legacy/forms/jsonPaths.ts'

test('a known client is found by its name, which may leave out the last part of its version, but not half of it', () => {
	const [launchpad, kava4, kava9] = ['launchpad-0.27.1', 'kava-sdk-4.0.0', 'kava-sdk-9.0.1'].map(
		(name) => knownClients[name],
	)
	const names = ['launchpad-0.27.1', 'launchpad-0.27', 'launchpad-0', 'kava-sdk-4', 'kava-sdk-9.0']
	expect(names.map(knownClient)).toEqual([launchpad, launchpad, launchpad, kava4, kava9])
	for (const name of ['launchpad', 'launchpad-0.2', 'launchpad-0.27.1.0', 'kava-sdk', 'kava', '']) {
		expect(knownClient(name), name).toBeUndefined()
	}
})

test('a list of paths has its client, source and reads, with what is left out filled in', () => {
	expect(readClientPaths('{"reads":[]}')).toEqual({ client: 'client', version: '', source: [], reads: [] })
	const reads = [{ path: '.a["b c"][0][]' }, { request: 'balances', path: '.result', use: 'sum', expects: [1, 'x'] }]
	expect(readClientPaths(JSON.stringify({ client: 'me', version: 2, source: ['a', 1], reads }))).toEqual({
		client: 'me',
		version: '2',
		source: ['a', '1'],
		reads: [
			{ request: 'account', path: '.a["b c"][0][]', use: '' },
			{ request: 'balances', path: '.result', use: 'sum', expects: ['1', 'x'] },
		],
	})
	const one = { source: 'file.js', reads: ['.a', { path: '.b', expects: 'x' }] }
	expect(readClientPaths(JSON.stringify(one))).toMatchObject({
		source: ['file.js'],
		reads: [
			{ request: 'account', path: '.a', use: '' },
			{ request: 'account', path: '.b', use: '' },
		],
	})
})

test.each([['{}'], ['{"path":[".a"]}'], ['{"path":".a b"}'], ['{"path":""}'], ['true'], ['[]'], ['0']])(
	'the entry %s of a list of paths is no path',
	(entry) => {
		expect(() => readClientPaths(`[".a", ${entry}]`)).toThrow('The list of paths cannot be read: entry 1 is no path.')
	},
)

test.each<[string, JsonValue, JsonValue | undefined]>([
	['.a.b', { a: { b: 1 } }, 1],
	['.a["b c"]', { a: { 'b c': 1 } }, 1],
	['.a[1]', { a: [5, 6] }, 6],
	['.a[]', { a: [5, 6] }, 5],
	['.a[2]', { a: [5, 6] }, undefined],
	['.a.b', { a: null }, undefined],
	['.a.length', { a: 'text' }, undefined],
	['.length', [1], undefined],
	['[0]', { 0: 1 }, undefined],
	['.constructor', {}, undefined],
	['.a', { a: null }, null],
	['', { a: 1 }, { a: 1 } as JsonValue],
])('the path %j of a JSON value is found as jq finds it: %j', (path, document, value) => {
	expect(valueAt(document, path)).toEqual(value)
})
