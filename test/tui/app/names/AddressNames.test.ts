import { describe, expect, it } from 'vitest'
import type { KeyInfo } from '../../../../src/client/index.ts'
import { hexOfAny } from '../../../../src/codec/address/anyAddress.ts'
import { AddressNames } from '../../../../src/tui/app/names/AddressNames.ts'
import { addressForms, addressProblem, addressQueries } from '../../../../src/tui/app/names/addressForms.ts'
import { LabelBook } from '../../../../src/tui/app/names/LabelBook.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { addressOf } from '../../support/chainDouble.ts'

const [alice, bob, module, friend, whale, stranger] = ['alice', 'bob', 'module', 'friend', 'whale', 'stranger'].map(
	addressOf,
) as [string, string, string, string, string, string]
const hexOf = (address: string): string => hexOfAny(address, 'chain')!

/** Names of two keys, of a module, of a labelled friend, and of an address one acts as. */
function names() {
	const preferences = memoryPreferences({ labels: [`${friend}\tOld Friend`, `${alice}\tmyself`] })
	const labels = new LabelBook(preferences)
	const keys: readonly KeyInfo[] = [
		{ name: 'whale…', address: whale, kind: 'acting' },
		{ name: 'alice', address: alice, kind: 'local' },
		{ name: '◇ Bob', address: bob, kind: 'watch' },
	]
	const known = new Map([
		[module, 'gov'],
		[friend, 'faucet'],
	])
	return {
		labels,
		preferences,
		names: new AddressNames({ keys: () => keys, known: () => known, labels, prefix: () => 'chain' }),
	}
}

describe('the name of an address', () => {
	it('the name of an address is that of a key, else its label, else that everybody knows, else itself', () => {
		const of = (address: string): string => names().names.of(address)
		expect([alice, friend, module, stranger, whale].map(of)).toEqual([
			...['alice', '◇Old Friend', 'gov', stranger, whale],
		])
		expect([hexOf(alice), hexOf(friend), hexOf(stranger), '0x12', 'nothing'].map(of)).toEqual([
			...['alice', '◇Old Friend', hexOf(stranger), '0x12', 'nothing'],
		])
		// A key cannot pass for a label.
		expect(of(bob)).toBe('‹U+25C7› Bob')
	})

	it('the name of an address is told in forty characters at most', () => {
		const [name, label] = ['n'.repeat(41), 'l'.repeat(41)]
		const labels = new LabelBook(memoryPreferences({ labels: [`${friend}\t${label}`] }))
		const keys = (): readonly KeyInfo[] => [{ name, address: alice, kind: 'local' }]
		const long = new AddressNames({ keys, known: () => new Map(), labels, prefix: () => 'chain' })
		expect([long.of(alice), long.of(friend)]).toEqual([`${'n'.repeat(40)}…`, `◇${'l'.repeat(40)}…`])
		expect([long.addressOf(name), long.addressOf(label)]).toEqual([alice, friend])
	})

	it('the name of an address has the address behind it where it is a label', () => {
		const whoIs = (address: string): string => names().names.whoIs(address)
		expect([alice, friend, module, stranger, hexOf(friend)].map(whoIs)).toEqual([
			...['alice', `◇Old Friend (${friend})`, 'gov', stranger, `◇Old Friend (${hexOf(friend)})`],
		])
	})

	it('the name of an address is cut to its place, an address in its middle, a label with the end of its address', () => {
		const short = (address: string, cells: number): string => names().names.short(address, cells)
		expect([short(stranger, 13), short(alice, 13), short(alice, 4)]).toEqual([
			...[`${stranger.slice(0, 6)}…${stranger.slice(-6)}`, 'alice', 'ali…'],
		])
		const end = `·${friend.slice(-5)}`
		expect([short(friend, 20), short(friend, 17), short(friend, 16), short(friend, 3)]).toEqual([
			...[`◇Old Friend${end}`, `◇Old Friend${end}`, `◇Old Frie…${end}`, `◇…${end}`],
		])
	})

	it('the address of a name is found in any letters, for a label with its sign or without, and of a 0x address', () => {
		const addressOfName = (name: string): string | undefined => names().names.addressOf(name)
		expect(
			[' Alice ', '◇ bob', 'gov', 'old friend', '◇Old Friend', 'whale…', hexOf(stranger)].map(addressOfName),
		).toEqual([...[alice, bob, module, friend, friend, whale, stranger]])
		expect(['nobody', '', '◇', stranger, '0x12'].map(addressOfName)).toEqual(Array.from({ length: 5 }, () => undefined))
	})
})

describe('labels of addresses', () => {
	it('labels of addresses are set, tidied, taken away, and read again before they are changed', () => {
		const { labels, preferences } = names()
		const { all } = labels
		expect(labels.all).toBe(all)
		labels.set(stranger, ' ◇ a stranger ')
		labels.set(friend, ' ')
		expect(preferences.get('labels')).toEqual([`${alice}\tmyself`, `${stranger}\ta stranger`])
		expect([labels.shown(stranger), labels.shown(friend), labels.all.size]).toEqual(['◇a stranger', undefined, 2])
		expect([labels.addressOf('A Stranger'), labels.addressOf(''), labels.addressOf('other')]).toEqual([
			...[stranger, undefined, undefined],
		])
		const reread: string[] = []
		const book = new LabelBook({ ...preferences, reread: (name) => void reread.push(name) })
		book.set(stranger, 'x')
		expect(reread).toEqual(['labels'])
	})
})

describe('an address in both forms', () => {
	it('an address in both forms is asked for as sender and as receiver in each', () => {
		const hex = hexOf(alice)
		for (const form of [alice, hex]) {
			expect(addressForms(form, 'chain')).toEqual({ bech32: alice, hex })
			expect(addressQueries(form, 'chain')).toEqual([
				...[`message.sender='${alice}'`, `transfer.recipient='${alice}'`],
				...[`message.sender='${hex}'`, `ethereum_tx.recipient='${hex}'`],
			])
		}
		expect(addressForms('gov', 'chain')).toEqual({ bech32: 'gov', hex: undefined })
		expect(addressQueries('gov', 'chain')).toEqual(["message.sender='gov'", "transfer.recipient='gov'"])
	})

	it('an address in both forms has its fault told where it is meant as one', () => {
		const problem = (text: string): string | undefined => addressProblem(text, 'chain')
		expect([problem(` ${alice} `), problem(hexOf(alice)), problem('alice'), problem('kava1x')]).toEqual([
			...[undefined, undefined, 'an address starts with chain1 or 0x', 'an address starts with chain1 or 0x'],
		])
		expect([problem(' 0X12 '), problem('chain1x')].map((text) => text?.startsWith('an address starts'))).toEqual([
			...[false, false],
		])
		expect(problem('0x12')).toBe('a 0x address has 40 hexadecimal digits, got 2')
	})
})
