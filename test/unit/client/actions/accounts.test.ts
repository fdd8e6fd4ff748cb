import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import {
	bech32Of,
	getAccountNames,
	getAccounts,
	getAddressPages,
	getBalances,
	getTotalSupply,
} from '../../../../src/client/actions/accounts.ts'
import { readAccount } from '../../../../src/client/queries/readAccount.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { StatusReader } from '../../../../src/client/StatusReader.ts'
import { addressToText, moduleAddress } from '../../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { decodeMessage } from '../../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { BaseAccountSchema, ModuleAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import {
	QueryAccountResponseSchema,
	QueryAccountsRequestSchema,
	QueryAccountsResponseSchema,
} from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import {
	QueryAllBalancesRequestSchema,
	QueryAllBalancesResponseSchema,
	QueryTotalSupplyResponseSchema,
} from '../../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { DelayedVestingAccountSchema } from '../../../../src/gen/cosmos/vesting/v1beta1/vesting_pb.js'
import { faucetAddress } from '../../../../src/node/genesis/faucet.ts'
import { fromHex, toBase64 } from '../../../../src/util/bytes.ts'
import { connectionOf, gone } from '../connectionOf.ts'
import { accountPath, accountsPath, base, baseAccount, module, queries, supplyPath, vesting } from '../queryReplies.ts'

const registry = createRegistry({ evm: true })

describe('accounts', () => {
	const ask = (answer: Uint8Array | Error | { code: number; codespace: string; log: string }) =>
		readAccount(
			{ connection: connectionOf({ abci_query: queries({ [accountPath]: answer }) }), registry },
			base.address,
		)
	const reply = (account?: ReturnType<typeof packAny>) =>
		encodeMessage(
			QueryAccountResponseSchema,
			create(QueryAccountResponseSchema, account === undefined ? {} : { account }),
		)

	test.each([
		['of its own', packAny(BaseAccountSchema, baseAccount)],
		['in a vesting account', packAny(DelayedVestingAccountSchema, vesting)],
		['in that of a module', packAny(ModuleAccountSchema, module)],
	])('accounts have number and sequence %s', async (_name, account) => {
		expect(await ask(reply(account))).toMatchObject({ accountNumber: 5n, sequence: 6n })
	})

	test('accounts that are not there are none, in every way a node says so', async () => {
		expect(await ask(reply())).toBeUndefined()
		const log = `rpc error: code = NotFound desc = account ${base.address} not found: key not found`
		for (const answer of [
			{ code: 22, codespace: 'sdk', log },
			{ code: 2, codespace: 'other', log },
			new RpcError(-32603, 'Internal error', 'account not found'),
		]) {
			expect(await ask(answer)).toBeUndefined()
		}
		await expect(ask({ code: 7, codespace: 'sdk', log: 'invalid address' })).rejects.toMatchObject({ code: 7 })
		await expect(ask(gone)).rejects.toBe(gone)
	})

	test('accounts are read page by page, coins and addresses too', async () => {
		const pages = (page: number) => ({ nextKey: page < 2 ? Uint8Array.of(page + 1) : new Uint8Array(0) })
		let page = 0
		const abci_query = ({ path }: { path: string }) => {
			const pagination = pages(page++ % 3)
			const coins = [{ denom: `c${page}`, amount: '1' }]
			const value =
				path === supplyPath
					? encodeMessage(
							QueryTotalSupplyResponseSchema,
							create(QueryTotalSupplyResponseSchema, { supply: coins, pagination }),
						)
					: path === accountsPath
						? encodeMessage(
								QueryAccountsResponseSchema,
								create(QueryAccountsResponseSchema, {
									accounts: [
										packAny(DelayedVestingAccountSchema, vesting),
										packAny(BaseAccountSchema, create(BaseAccountSchema)),
									],
									pagination,
								}),
							)
						: encodeMessage(
								QueryAllBalancesResponseSchema,
								create(QueryAllBalancesResponseSchema, { balances: coins, pagination }),
							)
			return { response: { value: toBase64(value), height: '7' } }
		}
		const connection = connectionOf({ abci_query })
		expect(
			(await getBalances({ connection, settings: defaultChainSettings }, base.address)).map(({ denom }) => denom),
		).toEqual(['c1', 'c2', 'c3'])
		expect((await getTotalSupply({ connection })).map(({ denom }) => denom)).toEqual(['c4', 'c5', 'c6'])
		const addresses: string[] = []
		for await (const found of getAddressPages({ connection, registry }, 2)) addresses.push(...found)
		// An account without an address is passed over.
		expect(addresses).toEqual([base.address, base.address, base.address])
	})

	test('balances are asked for by either form of an address, a thousand at a time, of a height where one is given', async () => {
		const asked: unknown[] = []
		const abci_query = ({ data, height }: { readonly data: string; readonly height?: string }) => {
			const { address, pagination } = decodeMessage(QueryAllBalancesRequestSchema, fromHex(data)!)
			asked.push([address, height, pagination?.limit, pagination?.key.length])
			const nextKey = new Uint8Array(asked.length % 2)
			const balances = [{ denom: 'ukite', amount: '5' }]
			const reply = create(QueryAllBalancesResponseSchema, { balances, pagination: { nextKey } })
			return { response: { value: toBase64(encodeMessage(QueryAllBalancesResponseSchema, reply)) } }
		}
		const client = { connection: connectionOf({ abci_query }), settings: { ...defaultChainSettings, prefix: 'kite' } }
		const coin = { denom: 'ukite', amount: '5' }
		expect(await getBalances(client, `0X${'07'.repeat(20)}`)).toEqual([coin, coin])
		expect(await getBalances(client, base.address, 9)).toEqual([coin, coin])
		expect(asked).toEqual([
			[base.address, undefined, 1_000n, 0],
			[base.address, undefined, 1_000n, 1],
			[base.address, '9', 1_000n, 0],
			[base.address, '9', 1_000n, 1],
		])
		// Any other text is for the node to judge.
		expect([bech32Of(client, 'nonsense'), bech32Of(client, base.address)]).toEqual(['nonsense', base.address])
	})

	test('accounts that everybody knows are the fee collector, and the faucet where the chain has one', async () => {
		const settings = { ...defaultChainSettings, prefix: 'kite' }
		const known = { settings, minimumGasPrices: '', listeners: {}, moved: {} }
		const namesOf = async (answer: Uint8Array | Error) => {
			const connection = connectionOf({ abci_query: queries({ [accountPath]: answer }) })
			return getAccountNames({ connection, registry, status: new StatusReader(connection, known) })
		}
		const collector = addressToText(moduleAddress('fee_collector'), 'kite')
		const found = reply(packAny(BaseAccountSchema, baseAccount))
		expect([...(await namesOf(found))]).toEqual([
			[collector, 'fee collector'],
			[faucetAddress(settings), 'faucet'],
		])
		expect([...(await namesOf(reply()))]).toEqual([[collector, 'fee collector']])
	})

	test('accounts are listed as the gateway writes them, as many as are wished for', async () => {
		const limits: unknown[] = []
		const abci_query = ({ data }: { readonly data: string }) => {
			limits.push(decodeMessage(QueryAccountsRequestSchema, fromHex(data)!).pagination?.limit)
			const accounts = [packAny(BaseAccountSchema, baseAccount), packAny(ModuleAccountSchema, module)]
			const list = create(QueryAccountsResponseSchema, { accounts })
			return { response: { value: toBase64(encodeMessage(QueryAccountsResponseSchema, list)) } }
		}
		const connection = connectionOf({ abci_query })
		expect(await getAccounts({ connection, registry }, 7)).toMatchObject([
			{ '@type': '/cosmos.auth.v1beta1.BaseAccount', address: base.address, account_number: '5', sequence: '6' },
			{ '@type': '/cosmos.auth.v1beta1.ModuleAccount', name: 'mint' },
		])
		for await (const page of getAddressPages({ connection, registry })) expect(page).toHaveLength(2)
		expect(limits).toEqual([7n, 500n])
	})
})
