import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/createNode.ts'
import { type AccountName, accountNames, loadRelease, openWallet, releases, startCosmjsChain } from './cosmjsChain.ts'

interface Page {
	readonly nextKey: Uint8Array
	readonly total: bigint
}

/** The calls of the generated query client that the release's own bank extension leaves out. */
interface BankQuery {
	SpendableBalances(request: unknown): Promise<unknown>
	AllBalances(request: unknown): Promise<{ readonly balances: readonly unknown[]; readonly pagination?: Page }>
	TotalSupply(request: unknown): Promise<{ readonly supply: readonly unknown[]; readonly pagination?: Page }>
	Params(request: unknown): Promise<{ readonly params?: unknown }>
}

describe.each(releases)('%s asks the bank', (name) => {
	const { load, stargate, tendermint } = loadRelease(name)
	const { QueryClient, setupBankExtension, createProtobufRpcClient } = stargate
	const generated = load('cosmjs-types/cosmos/bank/v1beta1/query') as {
		readonly QueryClientImpl: new (rpc: unknown) => BankQuery
	}
	const coin = (denom: string, amount: string) => ({ denom, amount })
	const unknown = 'cosmos1p79apjaufyphcmsn4g07cynqf0wyjuezqu84hd'
	let node: Node
	let address: Record<AccountName, string>
	let bank: ReturnType<typeof setupBankExtension>['bank']
	let query: BankQuery
	let close: () => void

	beforeAll(async () => {
		;({ address } = await openWallet())
		const chain = await startCosmjsChain(address)
		node = chain.node
		const comet = await tendermint.connectComet(chain.url)
		const client = QueryClient.withExtensions(comet, setupBankExtension)
		bank = client.bank
		query = new generated.QueryClientImpl(createProtobufRpcClient(client))
		close = () => comet.disconnect()
	})
	afterAll(async () => {
		close()
		await node.close()
	})

	test('one balance, also where there is none', async () => {
		expect(await bank.balance(address.unused, 'ustake')).toEqual(coin('ustake', '2000000000'))
		expect(await bank.balance(address.unused, 'nothere')).toEqual(coin('nothere', '0'))
		expect(await bank.balance(unknown, 'ucosm')).toEqual(coin('ucosm', '0'))
	})

	test('all balances, whole and page by page', async () => {
		const both = [coin('ucosm', '1000000000'), coin('ustake', '2000000000')]
		expect(await bank.allBalances(address.unused)).toEqual(both)
		expect(await bank.allBalances(unknown)).toEqual([])
		const page = (over: object) => ({
			key: new Uint8Array(),
			offset: 0n,
			limit: 1n,
			countTotal: true,
			reverse: false,
			...over,
		})
		const first = await query.AllBalances({ address: address.unused, pagination: page({}) })
		expect(first.balances).toEqual(both.slice(0, 1))
		expect(first.pagination?.total).toBe(2n)
		const second = await query.AllBalances({
			address: address.unused,
			pagination: page({ key: first.pagination?.nextKey, countTotal: false }),
		})
		expect(second.balances).toEqual(both.slice(1))
		expect(second.pagination?.nextKey).toEqual(new Uint8Array())
		const skipped = await query.AllBalances({ address: address.unused, pagination: page({ offset: 1n }) })
		expect(skipped.balances).toEqual(both.slice(1))
		const last = await query.AllBalances({ address: address.unused, pagination: page({ reverse: true }) })
		expect(last.balances).toEqual(both.slice(1))
	})

	test('what this framework version does not answer yet', async () => {
		await expect(query.SpendableBalances({ address: address.permanent })).rejects.toThrow(
			'unknown query path: unknown request',
		)
	})

	test('the supply', async () => {
		const total = (each: number) => String(each * accountNames.length)
		const supply = [coin('ucosm', total(1_000_000_000)), coin('ustake', total(2_000_000_000))]
		expect((await bank.totalSupply()).supply).toEqual(supply)
		expect(await bank.supplyOf('ucosm')).toEqual(supply[0])
		expect(await bank.supplyOf('nothere')).toEqual(coin('nothere', '0'))
		const pagination = { key: new Uint8Array(), offset: 1n, limit: 5n, countTotal: true, reverse: false }
		const rest = await query.TotalSupply({ pagination })
		expect(rest).toMatchObject({ supply: supply.slice(1), pagination: { total: 2n } })
	})

	test('what a denomination is called', async () => {
		const metadata = await bank.denomMetadata('ucosm')
		expect(metadata).toMatchObject({
			description: 'The fee token',
			base: 'ucosm',
			display: 'cosm',
			name: 'Cosm',
			symbol: 'COSM',
			denomUnits: [
				{ denom: 'ucosm', exponent: 0, aliases: ['microcosm'] },
				{ denom: 'cosm', exponent: 6, aliases: [] },
			],
		})
		expect(await bank.denomsMetadata()).toEqual([metadata])
		await expect(bank.denomMetadata('nothere')).rejects.toThrow(/code = NotFound|not found/)
	})

	test('which denominations can be sent', async () => {
		expect((await query.Params({})).params).toEqual({
			sendEnabled: [{ denom: 'ustake', enabled: false }],
			defaultSendEnabled: true,
		})
	})
})
