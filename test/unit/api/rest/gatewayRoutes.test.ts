import { expect, test } from 'vitest'
import { gatewayRoutes, RouteTable } from '../../../../src/api/rest/gatewayRoutes.ts'
import type { QueryService } from '../../../../src/app/AppModule.ts'
import { BugError } from '../../../../src/errors/UserError.ts'
import { Query as GreetQuery } from '../../../../src/gen/chain/greet/v1beta1/query_pb.js'
import { Query as BankQuery } from '../../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { ReflectionService } from '../../../../src/gen/cosmos/base/reflection/v1beta1/reflection_pb.js'
import { Service as Tendermint } from '../../../../src/gen/cosmos/base/tendermint/v1beta1/query_pb.js'
import { Service as Tx } from '../../../../src/gen/cosmos/tx/v1beta1/service_pb.js'

/** A service with a handler for each named method; routing never calls them. */
function service(desc: QueryService['desc'], ...names: string[]): QueryService {
	const handler = () => {
		throw new BugError('routing calls nothing')
	}
	return { desc, handlers: Object.fromEntries(names.map((name) => [name, handler])) }
}

const table = new RouteTable(
	gatewayRoutes([
		service(ReflectionService, 'ListAllInterfaces'),
		service(GreetQuery, 'Greet', 'GreetAll'),
		service(BankQuery, 'Balance', 'AllBalances', 'SupplyOf', 'TotalSupply'),
		service(Tendermint, 'GetLatestBlock', 'GetBlockByHeight'),
		service(Tx, 'GetTx', 'GetTxsEvent', 'Simulate', 'BroadcastTx'),
	]),
)

test.each([
	['/chain/greet/v1beta1/greetings/7', '/chain.greet.v1beta1.Query/Greet', ['7']],
	['/chain/greet/v1beta1/greetings/', '/chain.greet.v1beta1.Query/Greet', ['']],
	['/chain/greet/v1beta1/greetings/7:', '/chain.greet.v1beta1.Query/Greet', ['7']],
	['/chain/swap/v1beta1/greetings', '/chain.greet.v1beta1.Query/GreetAll', []],
	['/cosmos/bank/v1beta1/balances/a/by_denom', '/cosmos.bank.v1beta1.Query/Balance', ['a']],
	['/cosmos/bank/v1beta1/balances/a:b', '/cosmos.bank.v1beta1.Query/AllBalances', ['a:b']],
	['/cosmos/bank/v1beta1/supply/x', '/cosmos.bank.v1beta1.Query/SupplyOf', ['x']],
	['/cosmos/base/tendermint/v1beta1/blocks/latest', '/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock', []],
	['/cosmos/base/tendermint/v1beta1/blocks/5', '/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight', ['5']],
] as const)('%s is %s', (path, rpcPath, values) => {
	const match = table.find('GET', path)
	expect(match?.route.rpcPath).toBe(rpcPath)
	expect(match?.values).toEqual(values)
})

test.each([
	['GET', '/'],
	['GET', '/chain/greet/v1beta1/greetings'],
	['GET', '/chain/greet/v1beta1/greetings/7/'],
	['GET', '/chain/greet/v1beta1/greetings/a:b'],
	['GET', '/cosmos/bank/v1beta1/balances/:b'],
	['GET', '/cosmos/bank/v1beta1/balances/a/uchain'],
	['GET', '/x/bank/v1beta1/supply/x'],
	['GET', '/cosmos/bank/v1beta1/params'],
	['GET', '/cosmos/tx/v1beta1/simulate'],
	['GET', '/cosmos/base/reflection/v1beta1/interfaces'],
	['POST', '/chain/swap/v1beta1/greetings'],
	['HEAD', '/chain/swap/v1beta1/greetings'],
])('%s %s has no route', (method, path) => {
	expect(table.find(method, path)).toBeUndefined()
})

test('what is posted to a route is its whole body, and the values of a query are those of no path and no body', () => {
	const found = (method: string, path: string) => {
		const route = table.find(method, path)?.route
		return [route?.rpcPath, route?.httpMethod, route?.hasBody, route?.hasQuery]
	}
	const tx = '/cosmos.tx.v1beta1.Service'
	expect(found('POST', '/cosmos/tx/v1beta1/txs')).toEqual([`${tx}/BroadcastTx`, 'POST', true, false])
	expect(found('POST', '/cosmos/tx/v1beta1/simulate')).toEqual([`${tx}/Simulate`, 'POST', true, false])
	expect(found('GET', '/cosmos/tx/v1beta1/txs')).toEqual([`${tx}/GetTxsEvent`, 'GET', false, true])
	expect(found('GET', '/cosmos/tx/v1beta1/txs/AB')).toEqual([`${tx}/GetTx`, 'GET', false, false])
	const bank = '/cosmos.bank.v1beta1.Query'
	expect(found('GET', '/cosmos/bank/v1beta1/supply/x')).toEqual([`${bank}/SupplyOf`, 'GET', false, false])
	expect(found('GET', '/cosmos/bank/v1beta1/balances/x')).toEqual([`${bank}/AllBalances`, 'GET', false, true])
})

test('the services of transactions and blocks are asked before those of modules', () => {
	const names = gatewayRoutes([
		service(GreetQuery, 'Greet'),
		service(Tendermint, 'GetLatestBlock'),
		service(BankQuery, 'SupplyOf'),
		service(Tx, 'GetTx'),
	]).map(({ rpcPath }) => rpcPath.split('/')[1])
	expect(names).toEqual([
		'cosmos.tx.v1beta1.Service',
		'cosmos.base.tendermint.v1beta1.Service',
		'chain.greet.v1beta1.Query',
		'cosmos.bank.v1beta1.Query',
	])
})
