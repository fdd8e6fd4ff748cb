import { create, fromBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { BaseAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import * as api from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { defaultAuthParams } from '../../../../src/modules/auth/authParams.ts'
import { createAuthModule } from '../../../../src/modules/auth/index.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { baseAccount, createModuleBench, refusal, testAddress } from '../moduleBench.ts'

const { accounts, contextAt } = createModuleBench()
const ctx = contextAt(1n)
accounts.setParams(ctx, defaultAuthParams)
for (const byte of [3, 1, 2]) accounts.setAccount(ctx, baseAccount(byte, BigInt(byte)))
const auth = createAuthModule({ keeper: accounts, registry: createRegistry(), brand: 'chain' })
const handlers = auth.queries[0]!.handlers

describe('the queries of auth', () => {
	const page = (pagination: object) =>
		handlers.Accounts!(ctx, create(api.QueryAccountsRequestSchema, { pagination })) as api.QueryAccountsResponse
	const addresses = ({ accounts: found }: api.QueryAccountsResponse) =>
		found.map(({ value }) => fromBinary(BaseAccountSchema, value).address)

	it('accounts are listed by address, page by page', () => {
		const all = [1, 2, 3].map((byte) => testAddress(byte).text)
		expect(addresses(page({}))).toEqual(all)
		const first = page({ limit: 2n, countTotal: true })
		expect([addresses(first), first.pagination?.total]).toEqual([all.slice(0, 2), 3n])
		expect(addresses(page({ key: first.pagination!.nextKey }))).toEqual(all.slice(2))
	})

	it('a page of accounts by offset and key is refused as an internal fault, as in the framework', () => {
		expect(() => page({ offset: 1n, key: Uint8Array.of(1) })).toThrow(
			'rpc error: code = Internal desc = paginate: invalid request, either offset or key is expected, got both',
		)
	})

	it('an account is asked for by an address that is one and known', () => {
		const account = (address: string) =>
			handlers.Account!(ctx, create(api.QueryAccountRequestSchema, { address })) as api.QueryAccountResponse
		expect(fromBinary(BaseAccountSchema, account(testAddress(2).text).account!.value).accountNumber).toBe(2n)
		expect(() => account('')).toThrow('rpc error: code = InvalidArgument desc = Address cannot be empty')
		expect(refusal(() => account('abc'))).toEqual([
			'undefined',
			1,
			'decoding bech32 failed: invalid bech32 string length 3',
		])
		const unknown = testAddress(9).text
		expect(() => account(unknown)).toThrow(`rpc error: code = NotFound desc = account ${unknown} not found`)
	})

	it('the older queries answer in amino JSON, with numbers as texts', async () => {
		const ask = async (path: string, data: object = {}) =>
			JSON.parse(fromUtf8((await auth.legacyQuerier!(ctx, [path], utf8(JSON.stringify(data)))) as Uint8Array))
		expect(await ask('params')).toEqual({
			max_memo_characters: '256',
			tx_sig_limit: '7',
			tx_size_cost_per_byte: '10',
			sig_verify_cost_ed25519: '590',
			sig_verify_cost_secp256k1: '1000',
		})
		expect(await ask('account', { address: testAddress(3).text })).toMatchObject({
			type: 'chain-sdk/BaseAccount',
			value: { address: testAddress(3).text, account_number: '3' },
		})
		const unknown = testAddress(9).text
		await expect(ask('account', { address: unknown })).rejects.toMatchObject({
			codespace: 'sdk',
			code: 9,
			log: `account ${unknown} does not exist: unknown address`,
		})
		await expect(ask('other')).rejects.toMatchObject({ code: 6, log: 'unknown query path: other: unknown request' })
	})
})
