import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import type { RpcConnection } from '../../../../src/client/rpc/RpcConnection.ts'
import { estimateCost } from '../../../../src/client/tx/estimate.ts'
import { prepareTx } from '../../../../src/client/tx/prepare.ts'
import { actingKey } from '../../../../src/client/tx/signerInfo.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { decodeTx } from '../../../../src/codec/tx/decodeTx.ts'
import { sdkErrors } from '../../../../src/errors/ChainError.ts'
import { BaseAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountResponseSchema } from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { SimulateResponseSchema } from '../../../../src/gen/cosmos/tx/v1beta1/service_pb.js'

const registry = createRegistry()
const key = actingKey('chain1qurswpc8qurswpc8qurswpc8qurswpc8x3n3t5')
const draft = { messages: [], memo: 'm', timeoutHeight: 0n, feeGranter: '' }

/** A node of the chain `chain-1` whose account is the given one, and what it was asked. */
function nodeWith(account: MessageInitShape<typeof BaseAccountSchema> | undefined, simulated = {}) {
	const asked: string[] = []
	const fees: unknown[] = []
	const connection = {
		call: async (method: string) => {
			asked.push(method)
			return { node_info: { network: 'chain-1' } }
		},
		query: async ({ name }: { readonly name: string }, { txBytes }: { readonly txBytes: Uint8Array }) => {
			asked.push(name)
			if (name === 'Simulate') {
				fees.push(decodeTx(txBytes, registry).authInfo.fee?.amount)
				return create(SimulateResponseSchema, simulated)
			}
			if (account === undefined) throw sdkErrors.keyNotFound.wrap('account not found')
			const packed = packAny(BaseAccountSchema, create(BaseAccountSchema, account))
			return create(QueryAccountResponseSchema, { account: packed })
		},
	} as unknown as RpcConnection
	return { source: { connection, registry }, asked, fees }
}

test.each<readonly [string, object | undefined, object, object, readonly string[]]>([
	[
		'the account of the chain',
		{ accountNumber: 7n, sequence: 9n },
		{},
		{ chainId: 'chain-1', accountNumber: 7n, sequence: 9n },
		['status', 'Account'],
	],
	[
		'what is given before what the chain says',
		{ accountNumber: 7n, sequence: 9n },
		{ chainId: 'other-1', accountNumber: 0n, sequence: 0n },
		{ chainId: 'other-1', accountNumber: 0n, sequence: 0n },
		['Account'],
	],
	[
		'the first sequence of an account that has a number and is not on the chain',
		undefined,
		{ accountNumber: 3n },
		{ chainId: 'chain-1', accountNumber: 3n, sequence: 0n },
		['status', 'Account'],
	],
])('a transaction is prepared with %s', async (_what, account, given, wanted, questions) => {
	const { source, asked } = nodeWith(account)
	expect(await prepareTx(source, key, draft, given)).toEqual({ ...draft, key, ...wanted })
	expect(asked).toEqual(questions)
})

test('a transaction of an account that is not on the chain is refused with what to do', async () => {
	await expect(prepareTx(nodeWith(undefined).source, key, draft, { sequence: 1n })).rejects.toMatchObject({
		message: 'This account is not on the chain yet.',
		next: 'Send it some coins first, for instance from the faucet.',
	})
})

test.each<readonly [string, object, object, bigint, string]>([
	[
		'what the chain used times the factor, rounded up',
		{ gasInfo: { gasUsed: 101n } },
		{ gasAdjustment: '1.5' },
		152n,
		'77',
	],
	['none where the chain tells of no gas', {}, {}, 0n, '0'],
	['the wish, for which nothing is simulated', { gasInfo: { gasUsed: 101n } }, { gas: 7n }, 7n, '4'],
])('the gas of a transaction is %s, and its fee is rounded up', async (_what, simulated, wish, gas, amount) => {
	const { source, asked, fees } = nodeWith({ accountNumber: 7n, sequence: 9n }, simulated)
	const tx = { ...draft, key, chainId: 'chain-1', accountNumber: 7n, sequence: 9n }
	const prices = [{ denom: 'uchain', scaled: 505n * 10n ** 15n }]
	expect(await estimateCost(source, tx, { gas: undefined, ...wish, fee: { prices } })).toEqual({
		gas,
		fee: [{ denom: 'uchain', amount }],
	})
	expect(asked).toEqual('gas' in wish ? [] : ['Simulate'])
	// The fee of one unit of gas stands in for that of all.
	expect(fees).toMatchObject('gas' in wish ? [] : [[{ denom: 'uchain', amount: '1' }]])
})
