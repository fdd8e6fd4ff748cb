import { setImmediate as nextTurn } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { expect, it } from 'vitest'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { ChainView } from '../../../src/endpoints/chain/ChainView.ts'
import { type EndpointUpstream, UpstreamError } from '../../../src/endpoints/EndpointUpstream.ts'
import { BaseAccountSchema } from '../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountResponseSchema } from '../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { QueryBalanceResponseSchema } from '../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { toBase64 } from '../../../src/util/bytes.ts'

/** A view of a chain whose node answers with `reply`, and what it was asked. */
function viewOf(reply: (method: string, parameters: Record<string, unknown>) => unknown) {
	const asked: (readonly [method: string, parameters: Record<string, unknown>])[] = []
	const call = async (method: string, parameters: Record<string, unknown> = {}) => {
		asked.push([method, parameters])
		return reply(method, parameters)
	}
	return { view: new ChainView({ prefix: 'chain', denom: 'uchain', call } as unknown as EndpointUpstream), asked }
}

it('the sequence of an account is that of its height, and of one that the chain does not know 0', async () => {
	const address = new Uint8Array(20).fill(1)
	const account = anyPack(BaseAccountSchema, create(BaseAccountSchema, { sequence: 7n }))
	account.typeUrl = '/cosmos.auth.v1beta1.BaseAccount'
	const value = toBase64(encodeMessage(QueryAccountResponseSchema, create(QueryAccountResponseSchema, { account })))
	const { view, asked } = viewOf(() => ({ response: { code: 0, value } }))
	expect([await view.sequence(address, 4), await view.sequence(address, undefined)]).toEqual([7n, 7n])
	expect(asked.map(([method, { path, height, prove }]) => [method, path, height, prove])).toEqual([
		['abci_query', '/cosmos.auth.v1beta1.Query/Account', '4', false],
		['abci_query', '/cosmos.auth.v1beta1.Query/Account', '0', false],
	])
	const refused = (log: string) => viewOf(() => ({ response: { code: 22, log } })).view.sequence(address, 4)
	expect(await refused('account chain1x not found')).toBe(0n)
	await expect(refused('failed to load state at height 4; not found')).rejects.toThrow(
		/^missing trie node: .*height 4 /,
	)
	await expect(refused('something else')).rejects.toThrow('something else')
})

it('calls of one turn of the event loop share one question for the newest height', async () => {
	let height = 5
	const { view, asked } = viewOf(() => ({
		node_info: { network: 'chain-1' },
		sync_info: { latest_block_height: String(height), earliest_block_height: '0', catching_up: true },
	}))
	const head = { height: 5, earliest: 1, catchingUp: true, chainId: 'chain-1' }
	expect(await Promise.all([view.head(), view.head(), view.ofHead((found) => found)])).toEqual([head, head, head])
	expect(asked).toHaveLength(1)
	await nextTurn()
	height = 6
	expect(await view.head()).toMatchObject({ height: 6 })
	expect(asked).toHaveLength(2)
})

it('a state that is there is found by any address, and one that is gone is told', async () => {
	const gone = viewOf(() => ({ response: { code: 18, log: 'version does not exist' } })).view
	await expect(gone.checkState(3)).rejects.toThrow('historical state of height 3 is not available')
	const { view, asked } = viewOf(() => ({ response: { code: 0, value: null } }))
	await view.checkState(3)
	expect(asked.map(([, { height }]) => height)).toEqual(['3'])
	expect(await view.balance(new Uint8Array(20), 3)).toBe(0n)
})

it('a balance in wei is that in micro-units times 10^12', async () => {
	const value = toBase64(
		encodeMessage(
			QueryBalanceResponseSchema,
			create(QueryBalanceResponseSchema, { balance: { denom: 'uchain', amount: '7' } }),
		),
	)
	const { view } = viewOf(() => ({ response: { code: 0, value } }))
	expect(await view.balance(new Uint8Array(20), 3)).toBe(7_000_000_000_000n)
})

it.each([
	['-1', 4_294_967_295n],
	['0', 0n],
	['1', 1n],
	['30000000', 30_000_000n],
])('a block of a chain whose most gas is %s may use %d', async (max_gas, limit) => {
	const { view } = viewOf(() => ({ consensus_params: { block: { max_gas } } }))
	expect(await view.blockGasLimit(3)).toBe(limit)
})

it('a block that the node has not got is none, but an answer that does not come is a fault', async () => {
	const [block_id, block] = [{ hash: 'AA' }, { header: { height: '3' } }]
	expect(await viewOf(() => ({ block_id, block })).view.block(3)).toEqual({ block_id, block })
	const missing = viewOf(() => ({ block_id, block: null })).view
	expect([await missing.block(3), await missing.blockByHash('aa')]).toEqual([undefined, undefined])
	const refusing = (code: number | undefined) =>
		viewOf(() => {
			throw new UpstreamError('not now', code)
		}).view
	const absent = refusing(-32603)
	expect([await absent.block(3), await absent.blockResults(3), await absent.blockGasLimit(3)]).toEqual([
		undefined,
		undefined,
		4_294_967_295n,
	])
	for (const asked of [refusing(undefined).block(3), absent.net()]) {
		await expect(asked).rejects.toMatchObject({ name: 'EthFault', message: 'the chain did not answer: not now' })
	}
})

it('a fault of the program is no account that the chain does not know', async () => {
	const broken = viewOf(() => {
		throw new TypeError('the account was not found in a table')
	}).view
	await expect(broken.sequence(new Uint8Array(20), 3)).rejects.toThrow(TypeError)
})
