import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import type { AnteStep } from '../../../../src/app/ante/createAnteHandler.ts'
import { deductFee } from '../../../../src/app/ante/deductFee.ts'
import {
	rejectExtensionOptions,
	txTimeoutHeight,
	validateMemo,
	validateSigCount,
} from '../../../../src/app/ante/txLimits.ts'
import { validateBasic } from '../../../../src/app/ante/validateBasic.ts'
import type { Context, RunMode } from '../../../../src/app/Context.ts'
import { EventList } from '../../../../src/app/EventList.ts'
import type { AppTx } from '../../../../src/app/tx/AppTx.ts'
import { createKeyReader } from '../../../../src/app/tx/publicKeys.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { ChainError } from '../../../../src/errors/ChainError.ts'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { defaultAuthParams } from '../../../../src/modules/auth/authParams.ts'
import { baseAccount, createModuleBench, testAddress } from '../../modules/moduleBench.ts'
import { alice } from '../testChain.ts'

// Bounds, codes and texts: cosmos-sdk v0.44.5 x/auth/ante (basic.go, sigverify.go, fee.go, ext.go), types/tx/types.go.

const { accounts, bank, contextAt } = createModuleBench()
const ctx = contextAt(0n)
accounts.setParams(ctx, defaultAuthParams)
const keys = createKeyReader(createRegistry({ evm: false }))

/** What a step says of a transaction: `passed`, or code and text of its refusal. */
function told(step: AnteStep, tx: object, over: Context = ctx): string {
	try {
		step.run(over, tx as AppTx)
		return 'passed'
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		return `${error.code} ${error.log}`
	}
}

test('a transaction is taken up to its timeout height and no later, and at any height where that is 0', () => {
	const at = (height: number, timeoutHeight: bigint) =>
		told(txTimeoutHeight, { decoded: { body: { timeoutHeight } } }, ctx.with({ header: { ...ctx.header, height } }))
	expect([at(7, 0n), at(7, 8n), at(7, 7n)]).toEqual(['passed', 'passed', 'passed'])
	expect(at(7, 6n)).toBe('30 block height: 7, timeout height: 6: tx timeout height')
	expect(at(2, 1n)).toBe('30 block height: 2, timeout height: 1: tx timeout height')
})

test('a transaction with an option that must be known is refused, whatever it is', () => {
	const withOptions = (...extensionOptions: readonly object[]) =>
		told(rejectExtensionOptions, { decoded: { body: { extensionOptions } } })
	expect([withOptions(), withOptions({})]).toEqual(['passed', '31 unknown extension options'])
})

test('a memo may have as many bytes as the parameter says characters', () => {
	const withMemo = (memo: string) => told(validateMemo(accounts), { decoded: { body: { memo } } })
	expect([withMemo(''), withMemo('a'.repeat(256)), withMemo('ä'.repeat(128))]).toEqual(['passed', 'passed', 'passed'])
	const tooLarge = '12 maximum number of characters is 256 but received 257 characters: memo too large'
	expect([withMemo('a'.repeat(257)), withMemo(`a${'ä'.repeat(128)}`)]).toEqual([tooLarge, tooLarge])
})

test('a transaction may have seven keys, those of members counted one by one at any depth, and a missing one as one', () => {
	const single = create(PubKeySchema, { key: alice.publicKey })
	const multisig = (...members: readonly Parameters<typeof packAny>[1][]) =>
		create(LegacyAminoPubKeySchema, {
			threshold: 1,
			publicKeys: members.map((key) =>
				key.$typeName === single.$typeName
					? packAny(PubKeySchema, key as never)
					: packAny(LegacyAminoPubKeySchema, key as never),
			),
		})
	const of = (...publicKeys: readonly unknown[]) => told(validateSigCount(accounts, keys), { decoded: { publicKeys } })
	const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)
	const tooMany = (count: number) => `14 signatures: ${count}, limit: 7: maximum number of signatures exceeded`
	expect([of(), of(...times(7, single)), of(...times(7, undefined))]).toEqual(['passed', 'passed', 'passed'])
	expect([of(...times(9, single)), of(...times(8, undefined))]).toEqual([tooMany(8), tooMany(8)])
	expect([of(multisig(...times(7, single))), of(multisig(...times(9, single)))]).toEqual(['passed', tooMany(9)])
	const nested = multisig(single, multisig(...times(3, single)), multisig(single, single))
	expect([of(nested, single), of(nested, single, single)]).toEqual(['passed', tooMany(8)])
})

const signed = { decoded: { signatures: [new Uint8Array(64)] }, signers: [alice.address], prefix: 'chain' }
const fee = { gasLimit: 1n, coins: [], hasNil: false, payer: '', granter: '' }

test.each([
	['the most gas', { fee: { ...fee, gasLimit: 2n ** 63n - 1n } }, 'passed'],
	[
		'gas beyond',
		{ fee: { ...fee, gasLimit: 2n ** 63n } },
		'18 invalid gas supplied; 9223372036854775808 > 9223372036854775807: invalid request',
	],
	['a fee without an amount', { fee: { ...fee, hasNil: true } }, '13 invalid fee provided: null: insufficient fee'],
	['no amount', { fee: { ...fee, coins: [{ denom: 'b', amount: 0n }] } }, 'passed'],
	[
		'a fee below none',
		{
			fee: {
				...fee,
				coins: [
					{ denom: 'a', amount: 1n },
					{ denom: 'b', amount: -1n },
				],
			},
		},
		'13 invalid fee provided: 1a,-1b: insufficient fee',
	],
	['a payer', { fee: { ...fee, payer: alice.text } }, 'passed'],
	[
		'a payer that is none',
		{ fee: { ...fee, payer: 'x' } },
		'7 Invalid fee payer address (decoding bech32 failed: invalid bech32 string length 1): invalid address',
	],
	['no signature', { decoded: { signatures: [] } }, '15 no signatures supplied'],
	['two signers', { signers: [1, 2] }, '4 wrong number of signers; expected 2, got 1: unauthorized'],
	['no signers', { signers: [] }, '4 wrong number of signers; expected 0, got 1: unauthorized'],
] as const)(
	'a transaction with %s is checked as the framework does, in each mode but a recheck',
	(_, changes, answer) => {
		const tx = { ...signed, fee, ...changes }
		const in_ = (mode: RunMode) => told(validateBasic, tx, ctx.with({ mode }))
		expect([in_('check'), in_('deliver'), in_('simulate'), in_('recheck')]).toEqual([answer, answer, answer, 'passed'])
	},
)

test('a fee is moved to its collector and told, also where there is none; who cannot pay is refused with the reason', () => {
	const payer = testAddress(1)
	const { keeper } = bank
	const pay = (coins: readonly { denom: string; amount: bigint }[], of: object = {}) => {
		const events = new EventList()
		const tx = { fee: { coins }, feePayer: payer.raw, feeGranter: undefined, addressText: () => 'chain1payer', ...of }
		const answer = told(deductFee(accounts, keeper), tx, ctx.with({ events }))
		const fees = events.events.filter(({ type }) => type === 'tx').map(({ attributes }) => attributes)
		return [answer, ...fees.flat().map(({ key, value }) => `${key}=${value}`)]
	}
	const unknown = ['9 fee payer address: chain1payer does not exist: unknown address']
	expect(pay([])).toEqual(unknown)
	accounts.setAccount(ctx, { kind: 'base', base: baseAccount(1, 0n).base })
	expect(pay([])).toEqual(['passed', 'fee='])
	expect(pay([{ denom: 'uchain', amount: 0n }])).toEqual(['passed', 'fee=0uchain'])
	expect(pay([], { feeGranter: payer.raw })).toEqual(['18 fee grants are not enabled: invalid request'])
	const twice = [
		{ denom: 'uchain', amount: 1n },
		{ denom: 'uchain', amount: 1n },
	]
	expect(pay(twice)).toEqual(['13 invalid fee amount: 1uchain,1uchain: insufficient fee'])
	expect(pay([{ denom: 'uchain', amount: 5n }])).toEqual([
		'5 0uchain is smaller than 5uchain: insufficient funds: insufficient funds',
	])
})
