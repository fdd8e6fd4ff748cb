import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { absentBytes } from '../../../../src/codec/proto/decodeMessage.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import * as api from '../../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { createModuleBench, refusal, testAddress } from '../moduleBench.ts'

const alice = testAddress(1)
const metadata = (base: string) => ({
	description: 'A coin',
	denom_units: [
		{ denom: base, exponent: 0, aliases: ['micro'] },
		{ denom: base.slice(1), exponent: 6, aliases: [] },
	],
	base,
	display: base.slice(1),
	name: 'Coin',
	symbol: 'COIN',
})

const { bank, contextAt } = createModuleBench({
	bankGenesis: {
		params: { send_enabled: [{ denom: 'frozen', enabled: false }], default_send_enabled: true },
		balances: [
			{
				address: alice.text,
				coins: ['busd', 'frozen', 'uchain'].map((denom, i) => ({ denom, amount: String(i + 1) })),
			},
		],
		denom_metadata: [metadata('uchain'), metadata('ubusd')],
	},
})

function ask<D extends DescMessage, R>(name: string, schema: D, fields?: MessageInitShape<D>): R {
	return bank.queries[0]?.handlers[name]?.(contextAt(1n), create(schema, fields)) as R
}

const texts = (coins: readonly { denom: string; amount: string }[]) =>
	coins.map((coin) => `${coin.amount}${coin.denom}`)

describe('bank queries', () => {
	it('bank queries are those of the 0.44 framework', () => {
		expect(Object.keys(bank.queries[0]?.handlers ?? {})).toEqual([
			'Balance',
			'AllBalances',
			'TotalSupply',
			'SupplyOf',
			'Params',
			'DenomsMetadata',
			'DenomMetadata',
		])
	})

	it('answer one balance, 0 when there is none', () => {
		const balance = (denom: string) =>
			ask<typeof api.QueryBalanceRequestSchema, api.QueryBalanceResponse>('Balance', api.QueryBalanceRequestSchema, {
				address: alice.text,
				denom,
			}).balance
		expect(texts([balance('uchain')!, balance('nosuch')!])).toEqual(['3uchain', '0nosuch'])
		expect(() => balance('x')).toThrow(new PanicError('invalid denom: x'))
		expect(() => balance('')).toThrow('rpc error: code = InvalidArgument desc = invalid denom')
	})

	it('name what is wrong with an address', () => {
		const balances = (address: string) =>
			ask('AllBalances', api.QueryAllBalancesRequestSchema, { address, pagination: { limit: 1n } })
		expect(() => balances('')).toThrow('rpc error: code = InvalidArgument desc = address cannot be empty')
		expect(() => balances('abc')).toThrow(
			'rpc error: code = InvalidArgument desc = invalid address: decoding bech32 failed: invalid bech32 string length 3',
		)
	})

	it('page through all balances by key and by offset, both ways', () => {
		const page = (pagination: MessageInitShape<typeof api.QueryAllBalancesRequestSchema>['pagination']) =>
			ask<typeof api.QueryAllBalancesRequestSchema, api.QueryAllBalancesResponse>(
				'AllBalances',
				api.QueryAllBalancesRequestSchema,
				{ address: alice.text, ...(pagination === undefined ? {} : { pagination }) },
			)
		const whole = page(undefined)
		expect(texts(whole.balances)).toEqual(['1busd', '2frozen', '3uchain'])
		expect(whole.pagination?.total).toBe(3n)
		const first = page({ limit: 2n })
		expect(texts(first.balances)).toEqual(['1busd', '2frozen'])
		expect(fromUtf8(first.pagination?.nextKey ?? new Uint8Array())).toBe('uchain')
		expect(first.pagination?.total).toBe(0n)
		expect(texts(page({ limit: 2n, key: first.pagination?.nextKey ?? new Uint8Array() }).balances)).toEqual(['3uchain'])
		expect(texts(page({ key: absentBytes, limit: 2n, offset: 1n, countTotal: true }).balances)).toEqual([
			'2frozen',
			'3uchain',
		])
		expect(texts(page({ limit: 2n, reverse: true }).balances)).toEqual(['3uchain', '2frozen'])
		expect(() => page({ key: utf8('busd'), offset: 1n })).toThrow(
			'rpc error: code = InvalidArgument desc = paginate: invalid request, either offset or key is expected, got both',
		)
	})

	it('answer the supply sorted by denomination also for a page in reverse', () => {
		const { supply, pagination } = ask<typeof api.QueryTotalSupplyRequestSchema, api.QueryTotalSupplyResponse>(
			'TotalSupply',
			api.QueryTotalSupplyRequestSchema,
			{ pagination: { limit: 2n, reverse: true } },
		)
		expect(texts(supply)).toEqual(['2frozen', '3uchain'])
		expect(fromUtf8(pagination?.nextKey ?? new Uint8Array())).toBe('busd')
		const of = ask<typeof api.QuerySupplyOfRequestSchema, api.QuerySupplyOfResponse>(
			'SupplyOf',
			api.QuerySupplyOfRequestSchema,
			{ denom: 'nosuch' },
		)
		expect(of.amount).toMatchObject({ denom: 'nosuch', amount: '0' })
	})

	it.each([
		['SupplyOf', api.QuerySupplyOfRequestSchema],
		['DenomMetadata', api.QueryDenomMetadataRequestSchema],
	] as const)('the bank query %s refuses a request without a denomination', (name, schema) => {
		expect(() => ask(name, schema)).toThrow('rpc error: code = InvalidArgument desc = invalid denom')
	})

	it('answer parameters and metadata', () => {
		const { params } = ask<typeof api.QueryParamsRequestSchema, api.QueryParamsResponse>(
			'Params',
			api.QueryParamsRequestSchema,
		)
		expect(params).toMatchObject({ sendEnabled: [{ denom: 'frozen', enabled: false }], defaultSendEnabled: true })
		const all = ask<typeof api.QueryDenomsMetadataRequestSchema, api.QueryDenomsMetadataResponse>(
			'DenomsMetadata',
			api.QueryDenomsMetadataRequestSchema,
		)
		expect(all.metadatas.map(({ base }) => base)).toEqual(['ubusd', 'uchain'])
		const one = (denom: string) =>
			ask<typeof api.QueryDenomMetadataRequestSchema, api.QueryDenomMetadataResponse>(
				'DenomMetadata',
				api.QueryDenomMetadataRequestSchema,
				{ denom },
			).metadata
		expect(one('uchain')?.denomUnits[1]).toMatchObject({ denom: 'chain', exponent: 6 })
		expect(() => one('nosuch')).toThrow('rpc error: code = NotFound desc = client metadata for denom nosuch')
	})

	it('keep metadata under the denomination twice', () => {
		expect(contextAt(1n).kvStore('bank').has(utf8('\x01uchainuchain'))).toBe(true)
	})
})

describe('legacy bank queries', () => {
	const legacy = (path: string, data: string) => fromUtf8(bank.legacyQuerier!(contextAt(1n), [path], utf8(data)))
	const refused = (path: string, data: string) => refusal(() => legacy(path, data))

	it('answer in indented amino JSON', () => {
		expect(legacy('balance', JSON.stringify({ address: alice.text, denom: 'uchain' }))).toBe(
			'{\n  "denom": "uchain",\n  "amount": "3"\n}',
		)
		expect(legacy('all_balances', JSON.stringify({ address: testAddress(9).text }))).toBe('[]')
		expect(legacy('supply_of', '{"Denom":"busd"}')).toBe('{\n  "denom": "busd",\n  "amount": "1"\n}')
		expect(JSON.parse(legacy('total_supply', '{"Page":"1","Limit":"0"}'))).toEqual({
			supply: [
				{ denom: 'busd', amount: '1' },
				{ denom: 'frozen', amount: '2' },
				{ denom: 'uchain', amount: '3' },
			],
			pagination: { total: '3' },
		})
		const page = legacy('total_supply', '{"pagination":{"offset":"1","limit":"1"}}')
		expect(JSON.parse(page)).toEqual({
			supply: [{ denom: 'frozen', amount: '2' }],
			pagination: { next_key: Buffer.from('uchain').toString('base64') },
		})
	})

	it.each<[string, object, string, object]>([
		['from a key on', { key: 'ZnJvemVu', limit: '1' }, '2frozen', { next_key: 'dWNoYWlu' }],
		['to the end', { key: 'dWNoYWlu', limit: '1' }, '3uchain', {}],
		['with the count', { limit: '1', count_total: true }, '1busd', { next_key: 'ZnJvemVu', total: '3' }],
		['backwards', { limit: '1', reverse: true }, '3uchain', { next_key: 'ZnJvemVu' }],
		['from an empty key, which is none', { key: '', offset: '1', limit: '1' }, '2frozen', { next_key: 'dWNoYWlu' }],
		['of nulls', { key: null, offset: null, limit: null, count_total: null, reverse: null }, '', { total: '3' }],
	])('legacy bank queries answer a page of the supply %s', (_name, pagination, supply, page) => {
		const answer = JSON.parse(legacy('total_supply', JSON.stringify({ pagination })))
		expect(answer.pagination).toEqual(page)
		expect(texts(answer.supply)).toEqual(supply === '' ? ['1busd', '2frozen', '3uchain'] : [supply])
	})

	it('the legacy query of the supply counts the only denomination of a chain', () => {
		const only = createModuleBench({
			bankGenesis: { balances: [{ address: alice.text, coins: [{ denom: 'uchain', amount: '5' }] }] },
		})
		const answer = only.bank.legacyQuerier!(only.contextAt(1n), ['total_supply'], utf8('{}'))
		const supply = [{ denom: 'uchain', amount: '5' }]
		expect(JSON.parse(fromUtf8(answer))).toEqual({ supply, pagination: { total: '1' } })
	})

	it('legacy bank queries refuse a page that is none', () => {
		const page = (pagination: object) => refused('total_supply', JSON.stringify({ pagination }))
		expect(page({ limit: 12 })).toEqual([
			'sdk',
			17,
			'invalid character -- Amino:JSON int/int64/uint/uint64 expects quoted values for javascript numeric support, got: 12.: failed to unmarshal JSON bytes',
		])
		expect(page({ key: 'dWNoYWlu', offset: '1' })).toEqual([
			'sdk',
			17,
			'invalid request, either offset or key is expected, got both: failed to unmarshal JSON bytes',
		])
	})

	it('legacy bank queries panic on what is no denomination and on no query', () => {
		expect(refused('supply_of', '{"Denom":"x"}')).toEqual(new PanicError('invalid denom: x'))
		expect(refusal(() => bank.legacyQuerier!(contextAt(1n), [], utf8('{}')))).toEqual(
			new PanicError('runtime error: index out of range [0] with length 0'),
		)
	})

	it('refuse what is no request', () => {
		expect(refused('all_balances', '')).toEqual([
			'sdk',
			17,
			'UnmarshalJSON cannot decode empty bytes: failed to unmarshal JSON bytes',
		])
		expect(refused('balance', '[]')).toEqual([
			'sdk',
			17,
			'json: cannot unmarshal array into Go value of type map[string]json.RawMessage: failed to unmarshal JSON bytes',
		])
		expect(refused('nosuch', '{}')).toEqual(['sdk', 6, 'unknown bank query endpoint: nosuch: unknown request'])
	})
})
