import { describe, expect, it } from 'vitest'
import type { KeyInfo } from '../../../../src/client/index.ts'
import { newPassphrase } from '../../../../src/tui/app/signing/newPassphrase.ts'
import type { SignerNeeds } from '../../../../src/tui/app/signing/SignerNeeds.ts'
import {
	chosenMembers,
	memberFields,
	membersOf,
	needsOthers,
	signerField,
} from '../../../../src/tui/app/signing/signers.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { FormField } from '../../../../src/tui/kit/models/FormField.ts'
import { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { kitApp } from '../../support/kitApp.ts'

const local = (name: string): KeyInfo => ({ name, address: `chain1${name}`, kind: 'local', pubKey: `pub${name}` })
const multi = (name: string, threshold: number, ...members: string[]): KeyInfo => ({
	...{ name, address: `chain1${name}`, kind: 'multi', threshold },
	members: members.map((member) => `pub${member}`),
})
const keys: readonly KeyInfo[] = [
	local('alice'),
	local('bob'),
	local('carol'),
	{ name: 'watched', address: 'chain1watched', kind: 'watch', pubKey: 'pubwatched' },
	{ name: 'whale', address: 'chain1whale', kind: 'acting' },
	multi('three', 2, 'alice', 'bob', 'carol'),
	multi('far', 2, 'alice', 'watched', 'stranger-of-all'),
	multi('both', 2, 'alice', 'bob'),
]
const key = (name: string): KeyInfo => keys.find((one) => one.name === name)!

const appOf = (current: string): TuiApp =>
	({
		state: { keys, current, balances: [{ denom: 'uchain', amount: '5' }] },
		shortName: (address: string, cells: number) => `${address} in ${cells}`,
		amounts: { coins: () => '0.000005 CHAIN' },
	}) as unknown as TuiApp

describe('the members of a key', () => {
	it('the members of a key are those of this keyring by name, and the others by the name or the start of their public key', () => {
		const app = appOf('alice')
		expect(membersOf(app, key('three'))).toEqual({ here: ['alice', 'bob', 'carol'], elsewhere: [], needed: 2 })
		expect(membersOf(app, key('far'))).toEqual({ here: ['alice'], elsewhere: ['watched', 'pubstrange…'], needed: 2 })
		expect(membersOf(app, key('alice'))).toEqual({ here: ['alice'], elsewhere: [], needed: 1 })
		expect(membersOf(app, key('watched'))).toEqual({ here: [], elsewhere: [], needed: 1 })
		expect(['three', 'far', 'both', 'alice', 'watched'].map((name) => needsOthers(app, key(name)))).toEqual([
			...[false, true, false, false, false],
		])
	})

	it('the members of a key are chosen in a field of their key, as many as must sign or none', () => {
		let from = 'three'
		const fields = memberFields(appOf('alice'), () => from).map((options) => new FormField(options))
		const [three, far, both] = fields as [FormField, FormField, FormField]
		expect(fields.map(({ visible }) => visible)).toEqual([true, false, false])
		from = 'far'
		expect(fields.map(({ visible }) => visible)).toEqual([false, true, false])
		expect([three, far, both].map(({ options }) => options.choices?.map(({ label }) => label))).toEqual([
			...[['alice', 'bob', 'carol'], ['alice'], ['alice', 'bob']],
		])
		const said = (field: FormField): readonly unknown[] => [
			field.options.validate?.(field.value),
			field.options.hint?.(field.value),
		]
		expect(said(three)).toEqual([undefined, 'alice, bob · Space chooses'])
		three.picks!.toggle(2)
		expect(said(three)).toEqual(['choose 2, or none: then the first 2 sign', 'carol · Space chooses'])
		three.picks!.toggle(1)
		expect(said(three)).toEqual([undefined, 'carol, bob · Space chooses'])
		three.picks!.toggle(0)
		expect(said(three)[0]).toBe('only 2 of them must sign')
		expect(said(both)).toEqual([undefined, 'alice, bob · Space chooses'])
		both.picks!.toggle(1)
		expect(said(both)).toEqual(['choose 2, or none: then the first 2 sign', 'bob · Space chooses'])
		both.picks!.toggle(1)
		expect(said(far)).toEqual([undefined, '1 more must sign, of watched, pubstrange…: Enter saves a file for them'])
		far.picks!.toggle(0)
		expect(said(far)[0]).toBeUndefined()
		const values = Object.fromEntries(fields.map(({ options, value }) => [options.id, value]))
		expect(['three', 'far', 'both', 'alice'].map((name) => chosenMembers(values, name))).toEqual([
			...[['carol', 'bob', 'alice'], ['alice'], [], []],
		])
	})
})

describe('the field of the signer', () => {
	const needs = { keyProblem: undefined as string | undefined, said: '', hint: () => needs.said }
	const field = (current: string): FormField =>
		new FormField(signerField(appOf(current), needs as unknown as SignerNeeds))

	it('the field of the signer has the keys that sign, and says of each what it is', () => {
		expect(field('bob').options.choices?.map(({ label }) => label)).toEqual([
			...[
				'alice',
				'bob',
				'carol',
				'chain1whale in 20 (acting)',
				'three (2 of 3 sign)',
				'far (2 of 3 sign)',
				'both (2 of 2 sign)',
			],
		])
		expect(field('bob').value).toBe('bob')
		// A watched one is there only while it is the one in use, so that it is not swapped unseen.
		expect(field('watched').value).toBe('watched')
		expect(field('watched').problem).toBe('this key only watches an address and cannot sign: choose another key')
		expect(field('bob').problem).toBeUndefined()
	})

	it('the field of the signer has the coins of the key in use as its hint, unless there is something to say first', () => {
		const hint = (current: string, name: string): string | undefined => field(current).options.hint?.(name)
		expect([hint('bob', 'bob'), hint('bob', 'alice')]).toEqual(['0.000005 CHAIN', ''])
		needs.said = 'it has no coins'
		expect([hint('bob', 'bob'), hint('bob', 'alice')]).toEqual(['it has no coins', 'it has no coins'])
		needs.keyProblem = 'no key can sign here'
		expect([hint('bob', 'bob'), field('bob').problem]).toEqual(['no key can sign here', 'no key can sign here'])
		needs.said = ''
		needs.keyProblem = undefined
		const own = new FormField(signerField(appOf('bob'), needs as unknown as SignerNeeds, (name) => `not ${name}`))
		expect(own.problem).toBe('not bob')
	})
})

it('names of keys are cut after forty characters where they are chosen and told, and whole where they are given on', () => {
	const [long, watched] = ['l'.repeat(41), 'w'.repeat(41)]
	const cut = (letter: string): string => `${letter.repeat(40)}…`
	const group = multi('m'.repeat(41), 1, long, watched)
	const state = { keys: [local(long), { ...local(watched), kind: 'watch' }, group], current: '', balances: [] }
	const app = { ...appOf(''), state } as unknown as TuiApp
	expect(membersOf(app, group)).toEqual({ here: [long], elsewhere: [cut('w')], needed: 1 })
	const needs = { keyProblem: undefined, hint: () => '' } as unknown as SignerNeeds
	expect(signerField(app, needs).choices).toEqual([
		{ value: long, label: cut('l') },
		{ value: group.name, label: `${cut('m')} (1 of 2 sign)` },
	])
	const [field] = memberFields(app, () => group.name)
	expect([field?.choices, field?.hint?.('')]).toEqual([
		[{ value: long, label: cut('l') }],
		`${cut('l')} · Space chooses`,
	])
})

describe('the two fields of a new passphrase', () => {
	const form: Form = new Form(kitApp(), {
		title: 'New',
		action: 'choose',
		fields: newPassphrase(() => form),
		submit: () => {},
	})
	const [first, again] = form.fields as [FormField, FormField]

	it('say how many characters are missing, and from the first wrong one on that they differ', () => {
		const missing = (text: string): string | undefined => {
			first.buffer.set(text)
			return first.problem
		}
		expect(['', '1234567', '12345678', '👋👋👋👋👋👋👋👋'].map(missing)).toEqual([
			...['8 or more characters: 8 to go', '8 or more characters: 1 to go', undefined, undefined],
		])
		first.buffer.set('correct horse')
		const said = (text: string): readonly (string | undefined)[] => {
			again.buffer.set(text)
			return [again.problem, again.options.hint?.(again.value)]
		}
		expect(['', 'corr', 'cox', 'correct horse', 'correct horses'].map(said)).toEqual([
			['type it once more', ''],
			['the two differ', ''],
			['the two differ', 'the two differ'],
			[undefined, 'the same'],
			['the two differ', 'the two differ'],
		])
		expect([first.visible, again.visible, first.masked, again.masked]).toEqual([true, true, true, true])
		expect(
			newPassphrase(
				() => undefined,
				() => false,
			).map(({ visible }) => visible?.()),
		).toEqual([false, false])
	})
})
