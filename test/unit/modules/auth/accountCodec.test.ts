import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src/app/expectedKeepers.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { decodeAccount, encodeAccount } from '../../../../src/modules/auth/accountCodec.ts'
import { accountToMessage } from '../../../../src/modules/auth/accountMessages.ts'
import { toHex } from '../../../../src/util/bytes.ts'

const base = {
	address: 'chain1zttsta5h2dmhhegkvas6t8cfaj3hr6jgzuywa7',
	pubKey: undefined,
	accountNumber: 3n,
	sequence: 0n,
}
const coins = [{ denom: 'uchain', amount: 12n }]
/** No two fields have the same coins, so that none can stand for another. */
const vesting = {
	originalVesting: coins,
	delegatedFree: [{ denom: 'uchain', amount: 5n }],
	delegatedVesting: [{ denom: 'uchain', amount: 7n }],
	endTime: 9n,
}
const kinds: readonly Account[] = [
	{ kind: 'base', base },
	{ kind: 'module', base, name: 'fee_collector', permissions: ['minter', 'burner'] },
	{ kind: 'delayed', base, vesting },
	{ kind: 'permanent', base, vesting },
	{ kind: 'continuous', base, vesting, startTime: 5n },
	{ kind: 'periodic', base, vesting, startTime: 5n, periods: [{ length: 4n, amount: coins }] },
]

describe('stored accounts', () => {
	it('stored accounts have the bytes the reference stores', () => {
		expect(toHex(encodeAccount({ kind: 'base', base }))).toBe(
			'0a202f636f736d6f732e617574682e763162657461312e426173654163636f756e7412300a2c636861696e317a7474737461356832646d686865676b7661733674386366616a336872366a677a75797761371803',
		)
	})

	it.each(kinds)('stored accounts of kind $kind come back as they were, each coin in its field', (account) => {
		expect(decodeAccount(encodeAccount(account).slice())).toEqual(account)
	})

	it('stored accounts of plain accounts are those of the general writer, whatever the numbers', () => {
		const numbers = [0n, 1n, 127n, 128n, 16383n, 16384n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n - 1n]
		const keys = [undefined, { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: new Uint8Array(35).fill(7) }]
		for (const accountNumber of numbers) {
			for (const sequence of numbers) {
				for (const pubKey of keys) {
					for (const address of ['', base.address, 'x'.repeat(200)]) {
						const account: Account = { kind: 'base', base: { address, pubKey, accountNumber, sequence } }
						const { schema, message } = accountToMessage(account)
						const any = create(AnySchema, { typeUrl: `/${schema.typeName}`, value: encodeMessage(schema, message) })
						expect(toHex(encodeAccount(account))).toBe(toHex(encodeMessage(AnySchema, any)))
					}
				}
			}
		}
	})

	it('stored accounts without their base have the zero of every field, as in Go', () => {
		const nobody = { address: '', pubKey: undefined, accountNumber: 0n, sequence: 0n }
		const nothing = { originalVesting: [], delegatedFree: [], delegatedVesting: [], endTime: 0n }
		for (const [name, expected] of [
			['cosmos.auth.v1beta1.ModuleAccount', { kind: 'module', base: nobody, name: '', permissions: [] }],
			['ethermint.types.v1.EthAccount', { kind: 'eth', base: nobody, codeHash: '' }],
			['cosmos.vesting.v1beta1.DelayedVestingAccount', { kind: 'delayed', base: nobody, vesting: nothing }],
			['cosmos.vesting.v1beta1.PermanentLockedAccount', { kind: 'permanent', base: nobody, vesting: nothing }],
		] as const)
			expect(decodeAccount(encodeMessage(AnySchema, create(AnySchema, { typeUrl: `/${name}` })))).toEqual(expected)
	})

	it('stored accounts of an unknown kind are a panic', () => {
		const any = create(AnySchema, { typeUrl: '/foo.Bar', value: new Uint8Array(0) })
		expect(() => decodeAccount(encodeMessage(AnySchema, any))).toThrow(
			'no concrete type registered for type URL /foo.Bar',
		)
	})
})
