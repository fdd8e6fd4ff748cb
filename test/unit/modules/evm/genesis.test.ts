import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppContext } from '../../../../src/app/AppContext.ts'
import type { Json } from '../../../../src/app/AppModule.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import { keccak256 } from '../../../../src/crypto/keccak256.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import {
	defaultEvmParams,
	evmGenesisToJson,
	exportEvmGenesis,
	initEvmGenesis,
	parseEvmGenesis,
	validateEvmGenesis,
} from '../../../../src/modules/evm/genesis.ts'
import { toHex } from '../../../../src/util/bytes.ts'
import { refusal } from '../moduleBench.ts'
import { addressOf, createEvmBench, evmRegistry } from './evmBench.ts'

const { params } = evmGenesisToJson({ accounts: [], params: defaultEvmParams('achain') }, evmRegistry) as {
	readonly params: Readonly<Record<string, Json>>
}
const [first, second] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
const word = (last: string) => `0x${last.padStart(64, '0')}`
const account = (address: string, storage: readonly (readonly [key: string, value: string])[] = [], code = '') => ({
	address,
	code,
	storage: storage.map(([key, value]) => ({ key, value })),
})
const parsed = (state: object) => parseEvmGenesis(state as Json, evmRegistry)

describe('reading a genesis of the EVM', () => {
	test('a genesis of the EVM is written as it was read', () => {
		const state = { accounts: [account(first, [[word('1'), word('2')]], '6001')], params }
		expect(evmGenesisToJson(parsed(state), evmRegistry)).toEqual(state)
	})

	test('a list of improvements may be left out, empty or full', () => {
		const eips = (extra_eips: Json | undefined) =>
			parsed({ params: { ...params, ...(extra_eips === undefined ? {} : { extra_eips }) } }).params.extraEips
		expect(eips(null)).toBeUndefined()
		expect(eips([])).toEqual([])
		expect(eips(['1344', '7951'])).toEqual([1344, 7951])
		const { extra_eips: _, ...without } = params
		expect(parsed({ params: without }).params.extraEips).toBeUndefined()
	})

	test('a genesis without parameters allows nothing and has no fork', () => {
		expect(parsed({}).params).toEqual({
			evmDenom: '',
			enableCreate: false,
			enableCall: false,
			extraEips: undefined,
			chainConfig: { blocks: {}, daoForkSupport: false, eip150Hash: '' },
		})
	})
})

// ethermint v0.14.1 x/evm/types/genesis.go and storage.go, whose places are part of the texts.
describe('checking a genesis of the EVM', () => {
	const at = (text: string, line: number) =>
		`invalid genesis account ${first}: ${text}: invalid storage state [tharsis/ethermint@v0.14.1/x/evm/types/storage.go:${line}]`
	test.each<[string, object, string | undefined]>([
		['two accounts', { accounts: [account(first, [[word('1'), '']]), account(second, [[word('1'), '']])] }, undefined],
		['the same account twice', { accounts: [account(first), account(first)] }, `duplicated genesis account ${first}`],
		[
			'an address that is none',
			{ accounts: [account('0x12')] },
			"invalid genesis account 0x12: address '0x12' is not a valid ethereum hex address: invalid address [tharsis/ethermint@v0.14.1/types/validation.go:24]",
		],
		[
			'a slot twice',
			{
				accounts: [
					account(
						first,
						['1', '2', '1'].map((key) => [word(key), word('7')]),
					),
				],
			},
			at(`duplicate state key 2: ${word('1')}`, 20),
		],
		['a blank slot', { accounts: [account(first, [['  ', word('7')]])] }, at('state key hash cannot be blank', 54)],
		['a unit that is no denomination', { params: { ...params, evm_denom: 'x' } }, 'invalid denom: x'],
	])('a genesis of the EVM with %s is judged as the reference does', (_name, state, fault) => {
		const refused = refusal(() => validateEvmGenesis(parsed({ params, ...state })))
		expect(refused).toEqual(fault === undefined ? undefined : ['undefined', 1, fault])
	})
})

describe('the state of a genesis of the EVM', () => {
	const code = Uint8Array.of(0x60, 0x01)
	let bench: ReturnType<typeof createEvmBench>
	let ctx: AppContext
	beforeAll(async () => {
		bench = createEvmBench({ funded: [[addressOf(0x22), 1n]] })
		await bench.block()
	})
	beforeEach(() => {
		ctx = bench.context()
		const base = {
			address: addressToText(addressOf(0x11), 'chain'),
			pubKey: undefined,
			accountNumber: 9n,
			sequence: 0n,
		}
		bench.keeper.deps.accounts.setAccount(ctx, { kind: 'eth', base, codeHash: `0x${toHex(keccak256(code))}` })
	})
	const init = (...accounts: object[]) => initEvmGenesis(bench.keeper, ctx, parsed({ params, accounts }))

	test('codes and slots of a genesis come out again, with the accounts that have none', () => {
		init(
			account(
				first,
				[
					[word('2'), word('7')],
					['0x1', '0x8'],
				],
				toHex(code),
			),
		)
		const exported = exportEvmGenesis(bench.keeper, bench.keeper.deps.accounts as never, ctx)
		const told = evmGenesisToJson(exported, evmRegistry) as { accounts: Json[]; params: Json }
		expect(told.params).toEqual(params)
		expect(told.accounts).toEqual([
			account(
				first,
				[
					[word('1'), word('8')],
					[word('2'), word('7')],
				],
				toHex(code),
			),
		])
		bench.keeper.deps.accounts.setAccount(ctx, bench.keeper.deps.accounts.newAccount(ctx, addressOf(0x33)))
		const more = exportEvmGenesis(bench.keeper, bench.keeper.deps.accounts as never, ctx).accounts
		expect(more.map(({ address, code: text }) => [address, text])).toEqual([
			[first, toHex(code)],
			[`0x${'33'.repeat(20)}`, ''],
		])
	})

	test('a code of a genesis that is no hex is none, as it is in Go', () => {
		bench.keeper.deps.accounts.setAccount(ctx, bench.keeper.deps.accounts.newAccount(ctx, addressOf(0x33)))
		init(account(`0x${'33'.repeat(20)}`, [['0x1', '0x8']], 'zz'))
		expect(bench.keeper.getStorage(ctx, addressOf(0x33))).toHaveLength(1)
	})

	test.each<[string, object, string]>([
		['nobody', account(`0x${'99'.repeat(20)}`), `account not found for address 0x${'99'.repeat(20)}`],
		['a base account', account(second), `account ${second} must be an EthAccount interface, got *types.BaseAccount`],
		['another code', account(first, [], '6002'), "code don't match codeHash"],
		['no code', account(first), "code don't match codeHash"],
		['a code that is no hex', account(first, [], 'zz'), "code don't match codeHash"],
	])('a genesis of the EVM with %s at an address is a panic', (_name, wrong, text) => {
		expect(refusal(() => init(wrong))).toEqual(new PanicError(text))
	})
})
