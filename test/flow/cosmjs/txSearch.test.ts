import type { EncodeObject } from '@cosmjs/proto-signing'
import type * as Stargate from '@cosmjs/stargate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/createNode.ts'
import {
	type AccountName,
	feeFor,
	loadRelease,
	openWallet,
	releases,
	signingOptions,
	startCosmjsChain,
} from './cosmjsChain.ts'

describe.each(releases)('%s finds transactions', (name) => {
	const { SigningStargateClient } = loadRelease(name).stargate
	let node: Node
	let address: Record<AccountName, string>
	let client: Stargate.SigningStargateClient
	let sent: Stargate.DeliverTxResponse
	let greeted: Stargate.DeliverTxResponse
	let failed: Stargate.DeliverTxResponse
	let many: Stargate.DeliverTxResponse

	const greet = (message: string): EncodeObject => ({
		typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
		value: { owner: address.alice, message },
	})
	const send = (from: AccountName, to: AccountName, amount: string): EncodeObject => ({
		typeUrl: '/cosmos.bank.v1beta1.MsgSend',
		value: { fromAddress: address[from], toAddress: address[to], amount: [{ denom: 'ucosm', amount }] },
	})
	const found = async (query: Stargate.SearchTxQuery) => (await client.searchTx(query)).map((tx) => tx.hash)

	beforeAll(async () => {
		const opened = await openWallet()
		address = opened.address
		const chain = await startCosmjsChain(address)
		node = chain.node
		client = await SigningStargateClient.connectWithSigner(chain.url, opened.wallet, signingOptions())
		const run = (messages: EncodeObject[]) => client.signAndBroadcast(address.alice, messages, feeFor(300_000), 'memo')
		sent = await run([send('alice', 'bob', '123')])
		greeted = await run([greet('found')])
		failed = await run([send('alice', 'unused', '5000000000')])
		many = await run([greet('one'), send('alice', 'zero', '7'), greet('two')])
		expect([sent.code, greeted.code, failed.code, many.code]).toEqual([0, 0, 5, 0])
	})
	afterAll(async () => {
		client.disconnect()
		await node.close()
	})

	test('transactions are found by hash, with what was answered when they were sent', async () => {
		const tx = await client.getTx(sent.transactionHash)
		expect(tx).toMatchObject({
			height: sent.height,
			txIndex: 0,
			code: 0,
			rawLog: sent.rawLog,
			gasUsed: sent.gasUsed,
			gasWanted: 300_000n,
		})
		expect(tx?.events).toEqual(sent.events)
		expect((await client.getTx(failed.transactionHash))?.code).toBe(5)
		expect(await client.getTx('AB'.repeat(32))).toBeNull()
	})

	test('transactions are found by height, with and without spaces', async () => {
		expect(await found(`tx.height=${greeted.height}`)).toEqual([greeted.transactionHash])
		expect(await found(`tx.height = ${greeted.height}`)).toEqual([greeted.transactionHash])
		expect(await found(`tx.height>${sent.height} AND tx.height<=${failed.height}`)).toEqual([
			greeted.transactionHash,
			failed.transactionHash,
		])
		expect(await found([{ key: 'tx.height', value: 999_999 }])).toEqual([])
	})

	test('transactions are found by who sent them; the events of a failed one are not indexed', async () => {
		const all = [sent, greeted, many].map((tx) => tx.transactionHash)
		expect(await found(`message.sender='${address.alice}'`)).toEqual(all)
		expect(await found([{ key: 'message.sender', value: address.bob }])).toEqual([])
	})

	test('transactions are found by who received coins; a failed transfer is not found', async () => {
		expect(await found(`transfer.recipient='${address.bob}'`)).toEqual([sent.transactionHash])
		expect(await found([{ key: 'transfer.recipient', value: address.zero }])).toEqual([many.transactionHash])
		expect(await found(`transfer.recipient='${address.unused}'`)).toEqual([])
	})

	test('transactions are found by what they do', async () => {
		expect(await found("message.action='/chain.greet.v1beta1.MsgCreateGreet'")).toEqual([
			greeted.transactionHash,
			many.transactionHash,
		])
		expect(
			await found([
				{ key: 'message.action', value: '/cosmos.bank.v1beta1.MsgSend' },
				{ key: 'message.module', value: 'bank' },
			]),
		).toEqual([sent.transactionHash, many.transactionHash])
	})

	test('each message of several with its own log', () => {
		const logs = JSON.parse(many.rawLog ?? '') as readonly {
			readonly msg_index?: number
			readonly events: readonly unknown[]
		}[]
		expect(logs.map((log) => log.msg_index ?? 0)).toEqual([0, 1, 2])
		const actions = many.events
			.filter((event) => event.type === 'message')
			.flatMap((event) => event.attributes.filter((attribute) => attribute.key === text('action')))
		expect(actions.map((attribute) => attribute.value)).toEqual(
			[
				'/chain.greet.v1beta1.MsgCreateGreet',
				'/cosmos.bank.v1beta1.MsgSend',
				'/chain.greet.v1beta1.MsgCreateGreet',
			].map(text),
		)
	})

	/** The newest release takes this dialect for the next one, whose attributes are not base64. */
	function text(value: string): string {
		return name === 'cosmjs-stargate-039' ? Buffer.from(value).toString('base64') : value
	}
})
