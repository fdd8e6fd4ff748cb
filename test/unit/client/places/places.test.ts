import { describe, expect, test } from 'vitest'
import {
	apiKeyFault,
	evmChainName,
	isOwn,
	isSameChain,
	ownChainFault,
	ownChainOf,
	ownUrl,
	type Place,
	parsePlaces,
	placeLines,
	placeNamed,
	placeNameFault,
	placeUrl,
	withStandBy,
} from '../../../../src/client/places/places.ts'

const plain: Place = { name: 'a', url: 'http://a', chainId: '', standBy: false, keyed: false, speaks: 'rpc' }
const full: Place = {
	...plain,
	name: 'b',
	chainId: 'b-1',
	standBy: true,
	keyed: true,
	speaks: 'rest 9',
	rest: 'http://r',
	evm: 'http://e',
}
const named = (name: string): Place => ({ ...plain, name })

describe('saved places', () => {
	test('places are written as lines and read again', () => {
		const lines = ['a\thttp://a', 'b\thttp://a\tb-1\tstand-by\tkeyed\tspeaks=rest 9\trest=http://r\tevm=http://e']
		expect(placeLines([plain, full])).toEqual(lines)
		expect(parsePlaces(lines)).toStrictEqual([plain, full])
	})

	test('the words of a line may have any order, unknown ones are passed over, and a line without name or URL is none', () => {
		expect(
			parsePlaces(['b\thttp://a\tb-1\tevm=http://e\tnew=1\tspeaks=rest 9\tkeyed\trest=http://r\tstand-by']),
		).toStrictEqual([full])
		expect(parsePlaces(['a\thttp://a\t\tspeaks=smoke'])).toStrictEqual([plain])
		expect(parsePlaces(['', 'a', 'a\t', '\thttp://a', 'a\thttp://a'])).toStrictEqual([plain])
	})

	test('one place is the stand-by, or none', () => {
		const places = [named('a'), full, named('c')]
		expect(withStandBy(places, 'c').map(({ standBy }) => standBy)).toEqual([false, false, true])
		expect(withStandBy(places, undefined).map(({ standBy }) => standBy)).toEqual([false, false, false])
	})

	test('a place is found by its name, and otherwise the names that are saved are told', () => {
		expect(placeNamed([named('a'), named('b')], 'b')).toEqual(named('b'))
		expect(() => placeNamed([named('a'), named('b')], 'x')).toThrow(
			expect.objectContaining({ message: 'No place is named "x".', next: 'Saved are: a, b.' }),
		)
		expect(() => placeNamed([], 'x')).toThrow(
			expect.objectContaining({ next: 'Save one: chain-tui rpc add NAME URL.' }),
		)
	})
})

describe('what is typed for a place', () => {
	test.each([
		['other', undefined],
		['n'.repeat(40), undefined],
		[` ${'n'.repeat(40)} `, undefined],
		['n'.repeat(41), 'a name has up to 40 printable characters'],
		['n\u001f', 'a name has up to 40 printable characters'],
		['n\u007fn', 'a name has up to 40 printable characters'],
		['', 'a name is needed'],
		['  ', 'a name is needed'],
		['own', '“own” is the name of your own chain'],
		[' own ', '“own” is the name of your own chain'],
		['own2', undefined],
		['a:b', 'a name has no : and no /, which addresses have'],
		['a/b', 'a name has no : and no /, which addresses have'],
		[' saved ', 'there is a place of that name'],
	])('the name %j for a place has the fault: %s', (name, fault) => {
		expect(placeNameFault(name, [named('saved'), named('more')])).toBe(fault)
	})

	test.each([
		[' http://node.example/path// ', 'http://node.example/path'],
		['https://node.example:26657', 'https://node.example:26657'],
		['https://node.example/?keys=1', 'https://node.example/?keys=1'],
	])('the address %j of a place is kept as %s', (typed, kept) => {
		expect(placeUrl(typed)).toBe(kept)
	})

	test.each(['http://me@a', 'http://:secret@a', 'http://me:secret@a'])(
		'the address %s tells a secret and is refused',
		(typed) => {
			expect(() => placeUrl(typed)).toThrow('The address contains a user name or a password.')
		},
	)

	test.each(['api-key', 'api_key', 'APIKEY', 'key', 'token', 'access-token', 'accessToken', 'auth'])(
		'an address with a parameter %s is refused',
		(parameter) => {
			expect(() => placeUrl(`http://a/?x=1&${parameter}=secret`)).toThrow('The address contains a key.')
		},
	)

	test.each([
		['', undefined],
		[` ${'!'.repeat(499)}~ `, undefined],
		['k'.repeat(501), 'a key has up to 500 letters, digits and signs, no blanks'],
		['two words', 'a key has up to 500 letters, digits and signs, no blanks'],
		['ключ', 'a key has up to 500 letters, digits and signs, no blanks'],
	])('the API key %j has the fault: %s', (key, fault) => {
		expect(apiKeyFault(key)).toBe(fault)
	})
})

describe('own chains', () => {
	test('an own chain has an address that tells its chain id, and the first one an empty address', () => {
		expect([ownUrl('chain_2222-1'), ownChainOf('own:chain_2222-1'), ownChainOf('http://own:1')]).toEqual([
			'own:chain_2222-1',
			'chain_2222-1',
			undefined,
		])
		expect(['', 'own:a', 'http://own:1'].map(isOwn)).toEqual([true, true, false])
	})

	test.each([
		['kite', 'kite_2222-1'],
		['k'.repeat(30), `${'k'.repeat(30)}_2222-1`],
		['k'.repeat(31), 'chain_2222-1'],
		['kite1', 'chain_2222-1'],
		['', 'chain_2222-1'],
	])('an own chain with an EVM and the prefix %j is named %s', (prefix, name) => {
		expect(evmChainName(prefix)).toBe(name)
	})

	test.each([
		['a', true],
		[' 1-a_b.c ', true],
		['a'.repeat(48), true],
		['a'.repeat(49), false],
		['', false],
		['.a', false],
		['a/b', false],
	])('the chain id %j may name the folder of an own chain: %s', (chainId, allowed) => {
		const fault = 'up to 48 letters, digits and - . _, a letter or digit first'
		expect(ownChainFault(chainId)).toBe(allowed ? undefined : fault)
	})
})

test.each([
	['a-1', 'a-1', true],
	['a-1', 'a-2', false],
	['chain_2222-1', '2222', true],
	['2222', 'chain_2222-1', true],
	['2222', '2222', true],
	['chain_2222-1', '2223', false],
	['chain_2222-1', 'other_2222-1', false],
	['chain_2222', '2222', false],
	['', '', false],
	['', 'a-1', false],
	['a-1', '', false],
])('the chain ids %j and %j are of one chain: %s', (first, second, same) => {
	expect(isSameChain(first, second)).toBe(same)
})
