import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { detectSettings } from '../../../src/client/detectSettings.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { packAny } from '../../../src/codec/registry/createRegistry.ts'
import { BaseAccountSchema, ModuleAccountSchema } from '../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountsResponseSchema } from '../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { DelayedVestingAccountSchema } from '../../../src/gen/cosmos/vesting/v1beta1/vesting_pb.js'
import { EthAccountSchema } from '../../../src/gen/ethermint/types/v1/account_pb.js'
import { connectionOf, gone, refused } from './connectionOf.ts'
import { accountsPath, baseAccount, module, queries, supplyOf, supplyPath, vesting } from './queryReplies.ts'

describe('the names of a chain', () => {
	const foreign = { typeUrl: '/other.Account', value: new Uint8Array(0), $typeName: 'google.protobuf.Any' } as const
	const accountsOf = (...accounts: readonly (typeof foreign | ReturnType<typeof packAny>)[]) =>
		encodeMessage(QueryAccountsResponseSchema, create(QueryAccountsResponseSchema, { accounts: [...accounts] }))
	const seen = (answers: Parameters<typeof queries>[0]) =>
		detectSettings(connectionOf({ abci_query: queries(answers) }), defaultChainSettings)

	test.each([
		['an account', packAny(BaseAccountSchema, baseAccount)],
		['a vesting account', packAny(DelayedVestingAccountSchema, vesting)],
		['an account of a module', packAny(ModuleAccountSchema, module)],
		['an account of an EVM', packAny(EthAccountSchema, create(EthAccountSchema, { baseAccount }))],
	])('follow from %s, after those of kinds that nobody knows', async (_name, account) => {
		const answers = { [accountsPath]: accountsOf(foreign, account), [supplyPath]: supplyOf('btc', 'ukite') }
		expect(await seen(answers)).toEqual({ ...defaultChainSettings, prefix: 'kite', denom: 'ukite' })
	})

	test('stay as given where nothing tells, or several might', async () => {
		expect(await seen({})).toEqual(defaultChainSettings)
		const empty = packAny(BaseAccountSchema, create(BaseAccountSchema))
		expect(
			await seen({ [accountsPath]: accountsOf(foreign, empty), [supplyPath]: supplyOf('ukite', 'uother') }),
		).toEqual(defaultChainSettings)
		expect((await seen({ [supplyPath]: supplyOf('ukite', defaultChainSettings.denom) })).denom).toBe(
			defaultChainSettings.denom,
		)
		expect(await seen({ [accountsPath]: refused, [supplyPath]: gone })).toEqual(defaultChainSettings)
		await expect(seen({ [accountsPath]: new TypeError('a fault') })).rejects.toThrow('a fault')
	})
})
