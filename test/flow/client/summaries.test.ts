import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { type SummarySource, summarySource } from '../../../src/client/queries/SummaryReader.ts'
import type { RpcConnection } from '../../../src/client/rpc/RpcConnection.ts'
import { RpcError } from '../../../src/client/rpc/RpcError.ts'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, outcomeOf, startTestNode } from './testChain.ts'

describe('summaries of blocks and transactions', () => {
	let node: Node
	let client: ChainClient
	let connection: RpcConnection
	let own: SummarySource
	let standard: SummarySource
	const asked: string[] = []

	beforeAll(async () => {
		node = await startTestNode()
		const connected = await connectTestClient('remote', node)
		client = connected.client
		const alice = (await connected.keyring.create('alice')).key.address
		await client.admin?.faucet(alice)
		const greeting = (message: string) => ({
			typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
			value: { message, owner: alice },
		})
		await outcomeOf(client.createGreeting('alice', 'x'.repeat(5_000), { memo: 'a memo' }))
		await outcomeOf(
			client.sendTx(
				'alice',
				Array.from({ length: 30 }, (_, index) => greeting(`number ${index}`)),
			),
		)
		await outcomeOf(client.send('alice', alice, [{ denom: 'uchain', amount: '1' }], { gas: 60_000n }))
		connection = remoteConnection(node.addresses.rpc ?? '')
		const counting = (refuses: boolean): RpcConnection => ({
			...connection,
			call: async (method, ...args) => {
				asked.push(method)
				if (refuses && method.startsWith('chain_')) {
					throw new RpcError(-32601, 'Method not found', '')
				}
				return connection.call(method, ...args)
			},
		})
		own = summarySource(counting(false), createRegistry())
		standard = summarySource(counting(true), createRegistry())
	})
	afterAll(async () => {
		connection.close()
		await client.close()
		await node.close()
	})

	test('summaries of blocks and transactions are the same from a node of ours and out of the standard methods', async () => {
		const { height } = await client.status()
		expect(height).toBeGreaterThan(3)
		expect(await own.blocks(1, height)).toEqual(await standard.blocks(1, height))
		for (let at = 1; at <= height; at++) {
			expect(await own.block(at)).toEqual(await standard.block(at))
		}
		expect(await own.txs('tx.height > 0', 1, 100)).toEqual(await standard.txs('tx.height > 0', 1, 100))
	})

	test('ask a node for the short form again only while it has one', async () => {
		asked.length = 0
		await standard.blocks(1, 2)
		expect(asked.filter((method) => method.startsWith('chain_'))).toEqual([])
		await own.blocks(1, 2)
		expect(asked.at(-1)).toBe('chain_blocks')
	})

	test('keep every message type but little of the text', async () => {
		const { txs, total } = await own.txs('tx.height > 0', 1, 100)
		expect(total).toBe(4)
		const [failed, many, long] = txs
		expect(failed).toMatchObject({ code: 11, codespace: 'sdk', gasWanted: 60_000n })
		expect(failed?.log).toMatch(/^out of gas in location/)
		expect(many?.messageTypes).toEqual(Array.from({ length: 30 }, () => '/chain.greet.v1beta1.MsgCreateGreet'))
		expect(many?.first).toMatchObject({ message: 'number 0' })
		expect(long).toMatchObject({ memo: 'a memo', log: '' })
		expect(String(long?.first.message)).toBe('x'.repeat(200))
	})

	test('summaries of heights and transactions that are not there are none', async () => {
		for (const source of [own, standard]) {
			expect(await source.txs("message.sender='nobody'", 1, 10)).toEqual({ txs: [], total: 0 })
		}
		expect(await own.block(99_999)).toBeUndefined()
		expect(await own.blocks(90_000, 90_010)).toEqual([])
	})
})
