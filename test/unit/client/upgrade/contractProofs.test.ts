import { type Hex, hexToBytes, keccak256, toHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import {
	type AccountProof,
	bytesOf,
	checkIavl,
	checkTrie,
	type ToldAccount,
	wordOf,
} from '../../../../src/client/upgrade/contractProofs.ts'
import { type Held, type ProvenState, slot, treeState, trieState } from './provenAccounts.ts'

const holder = '0x00000000000000000000000000000000000000c1'
const plain = '0x00000000000000000000000000000000000000c2'
const fresh = '0x00000000000000000000000000000000000000c3'
const absent = '0x00000000000000000000000000000000000000c4'
const code = '0x6001600255'
const slots = new Map([1n, 2n, 2n ** 200n].map((number) => [slot(number), number + 5n] as const))
const accounts = new Map<Hex, Held>([
	[holder, { nonce: 1n, balance: 300n, code, slots }],
	[fresh, { nonce: 0n, balance: 0n, code, slots: new Map() }],
	[plain, { nonce: 0n, balance: 7n, code: '0x', slots: new Map() }],
])

/** What a source tells of an account: the truth, except for these parts. */
function toldOf(address: Hex, wrong: Partial<Omit<Held, 'slots' | 'code'>> & { readonly code?: Hex }): ToldAccount {
	const {
		nonce,
		balance,
		code: bytes,
	} = {
		...(accounts.get(address) ?? { nonce: 0n, balance: 0n, code: '0x' as const }),
		...wrong,
	}
	return { address, nonce, balance, code: hexToBytes(bytes) }
}

/** Slots as a source tells them, with these values in place of the true ones. */
const told = ({ storageProof }: AccountProof, wrong: Readonly<Record<Hex, Hex>>): AccountProof['storageProof'] =>
	storageProof.map((one) => ({ ...one, value: wrong[one.key] ?? one.value }))

interface Case {
	readonly of?: Hex
	readonly tells?: Parameters<typeof toldOf>[1]
	readonly slots?: readonly Hex[]
	readonly values?: Readonly<Record<Hex, Hex>>
	readonly proof?: readonly Hex[]
}
const hashes = (...codes: Hex[]) => codes.map((bytes) => keccak256(bytes).slice(2))

describe('the proof of an account of Ethereum', () => {
	let state: ProvenState
	beforeAll(async () => {
		state = await trieState(accounts)
	})
	const all = [...slots.keys()]

	test.each<readonly [string, Case, boolean | string]>([
		['the truth with all slots', { slots: all }, true],
		['the truth with all slots and one that is zero', { slots: [...all, slot(9n)] }, true],
		['the truth with two of three slots', { slots: all.slice(1) }, false],
		['the truth with a slot that is zero alone', { slots: [slot(9n)] }, false],
		['the truth without slots', {}, false],
		['the truth of an account without slots', { of: plain }, true],
		['the truth of a contract that has and did nothing', { of: fresh }, true],
		['the truth of an account that is not there', { of: absent, slots: [slot(1n)] }, true],
		['another nonce', { tells: { nonce: 2n } }, 'the nonce is 1 by the proof and 2 by the answer'],
		['another balance', { tells: { balance: 301n } }, 'the balance is 300 by the proof and 301 by the answer'],
		[
			'other code',
			{ tells: { code: '0x60' } },
			`the code is ${hashes(code)[0]} by the proof and ${hashes('0x60')[0]} by the answer`,
		],
		[
			'another value of a slot',
			{ slots: all, values: { [slot(2n)]: '0x8' } },
			`the slot ${slot(2n)} is 7 by the proof and 8 by the answer`,
		],
		[
			'a slot that is zero as another value',
			{ slots: [slot(9n)], values: { [slot(9n)]: '0x1' } },
			`the slot ${slot(9n)} is 0 by the proof and 1 by the answer`,
		],
		[
			'a slot as zero',
			{ slots: all, values: { [slot(1n)]: '0x0' } },
			`the slot ${slot(1n)} is 6 by the proof and 0 by the answer`,
		],
		[
			'a nonce of an account that is not there',
			{ of: absent, tells: { nonce: 1n } },
			'the nonce is 0 by the proof and 1 by the answer',
		],
		[
			'coins of an account that is not there',
			{ of: absent, tells: { balance: 1n } },
			'the balance is 0 by the proof and 1 by the answer',
		],
		[
			'code of an account that is not there',
			{ of: absent, tells: { code } },
			`the code is ${hashes('0x')[0]} by the proof and ${hashes(code)[0]} by the answer`,
		],
		['a proof that leads nowhere', { proof: [] }, 'the proof does not lead to the key'],
	])(
		'a source tells %s',
		async (_name, { of = holder, tells = {}, slots: keys = [], values = {}, proof }, expected) => {
			const given = await state.proofOf(of, keys)
			const storageProof = told(given, values)
			const storage = Object.fromEntries(
				storageProof.filter(({ value }) => BigInt(value) !== 0n).map(({ key, value }) => [key, wordOf(value)]),
			)
			const check = () =>
				checkTrie(
					toldOf(of, tells),
					{ ...given, accountProof: proof ?? given.accountProof },
					storageProof,
					storage,
					state.root,
				)
			if (typeof expected === 'string') expect(check).toThrow(expect.objectContaining({ message: expected }))
			else expect(check()).toBe(expected)
		},
	)
})

describe('the proof of an account of the framework', () => {
	let state: ProvenState
	beforeAll(async () => {
		state = await treeState(accounts)
	})
	const noForm = 'the node sent no proof of the expected form'

	test.each<readonly [string, Case, string]>([
		['the truth with a slot', { slots: [slot(1n)] }, ''],
		['the truth of a contract that did nothing', { of: fresh }, ''],
		['the truth of an account of another kind', { of: plain }, ''],
		['the truth of an account that is not there', { of: absent, proof: [] }, ''],
		['a slot that is zero', { slots: [slot(9n)] }, ''],
		['another nonce', { tells: { nonce: 2n } }, 'the nonce is 1 by the proof and 2 by the answer'],
		['the nonce 0', { tells: { nonce: 0n } }, 'the nonce is 1 by the proof and 0 by the answer'],
		[
			'other code',
			{ tells: { code: '0x60' } },
			`the code is ${hashes(code)[0]} by the proof and ${hashes('0x60')[0]} by the answer`,
		],
		[
			'code of an account of another kind',
			{ of: plain, tells: { code } },
			`the code is ${hashes('0x')[0]} by the proof and ${hashes(code)[0]} by the answer`,
		],
		[
			'another value of a slot',
			{ slots: [slot(2n)], values: { [slot(2n)]: '0x8' } },
			'the ics23:iavl proof is of another pair',
		],
		[
			'a slot that is zero as another value',
			{ slots: [slot(9n)], values: { [slot(9n)]: '0x1' } },
			'the ics23:iavl proof does not prove existence',
		],
		[
			'a nonce of an account that is not there',
			{ of: absent, tells: { nonce: 1n } },
			'the ics23:iavl proof does not prove existence',
		],
		['code of an account without a proof', { of: fresh, proof: [] }, noForm],
		['a nonce of an account without a proof', { of: absent, tells: { nonce: 1n }, proof: [] }, noForm],
	])(
		'a source of the framework tells %s',
		async (_name, { of = holder, tells = {}, slots: keys = [], values = {}, proof }, fault) => {
			const given = await state.proofOf(of, keys)
			const check = () =>
				checkIavl(
					toldOf(of, tells),
					{ ...given, accountProof: proof ?? given.accountProof },
					told(given, values),
					state.root,
				)
			if (fault === '') expect(check).not.toThrow()
			else expect(check).toThrow(expect.objectContaining({ message: fault }))
		},
	)

	test('a proof of another state proves nothing', async () => {
		const given = await state.proofOf(holder, [])
		const root = Uint8Array.from(state.root, (byte, at) => (at === 31 ? byte ^ 1 : byte))
		expect(() => checkIavl(toldOf(holder, {}), given, [], root)).toThrow('does not lead to the app hash')
	})
})

test('hexadecimal texts of a source are read as bytes, and as words of 32 of them', () => {
	expect(bytesOf('0x0aff')).toEqual(Uint8Array.of(10, 255))
	expect(bytesOf('0x')).toEqual(new Uint8Array(0))
	expect(bytesOf('0xabc')).toEqual(new Uint8Array(0))
	expect([wordOf('0x1'), wordOf(toHex(2n ** 256n - 1n))]).toEqual([slot(1n), slot(2n ** 256n - 1n)])
})
