import { readFileSync } from 'node:fs'
import {
	create,
	type DescMessage,
	fromBinary,
	type MessageInitShape,
	type MessageShape,
	toBinary,
} from '@bufbuild/protobuf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Query as GreetQuery } from '../../../src/gen/chain/greet/v1beta1/query_pb.js'
import { BroadcastMode, OrderBy, Service } from '../../../src/gen/cosmos/tx/v1beta1/service_pb.js'
import { toBase64, toHexUpper } from '../../../src/util/bytes.ts'
import { type ApiNode, startApiNode } from '../support/apiNode.ts'
import { GrpcClient } from '../support/grpcClient.ts'

/** The first recorded transaction: a greeting of the account with number 1, its first. */
const tx = new Uint8Array(
	Buffer.from(
		(
			JSON.parse(readFileSync(new URL('../../golden/rest/blocks.json', import.meta.url), 'utf8')) as {
				readonly txs: readonly string[]
			}[]
		)[0]!.txs[0]!,
		'base64',
	),
)

let node: ApiNode
let client: GrpcClient

beforeEach(async () => {
	node = await startApiNode()
	await node.engine.mine()
	client = new GrpcClient(node.grpc.port)
})

afterEach(async () => {
	client.close()
	await node.close()
})

interface Method<Input extends DescMessage, Output extends DescMessage> {
	readonly parent: { readonly typeName: string }
	readonly name: string
	readonly input: Input
	readonly output: Output
}

async function call<Input extends DescMessage, Output extends DescMessage>(
	method: Method<Input, Output>,
	request: MessageInitShape<Input>,
): Promise<MessageShape<Output>> {
	const path = `/${method.parent.typeName}/${method.name}`
	const result = await client.call(path, toBinary(method.input, create(method.input, request)))
	expect(result.details).toBe('')
	return fromBinary(method.output, result.response!)
}

test('a transaction is simulated, broadcast, found by hash and by event, and its greeting read', async () => {
	const { simulate, broadcastTx, getTx, getTxsEvent } = Service.method
	const simulated = await call(simulate, { txBytes: tx })
	expect(simulated.gasInfo!.gasUsed).toBeGreaterThan(50_000n)
	expect(simulated.result!.events.map(({ type }) => type)).toEqual(['message'])

	const accepted = await call(broadcastTx, { txBytes: tx, mode: BroadcastMode.SYNC })
	expect(accepted.txResponse).toMatchObject({ code: 0, rawLog: '[]', height: 0n })
	const again = await call(broadcastTx, { txBytes: tx, mode: BroadcastMode.SYNC })
	expect(again.txResponse).toMatchObject({
		code: 19,
		codespace: 'sdk',
		txhash: accepted.txResponse!.txhash,
		rawLog: '',
	})

	await node.engine.mine()
	const { txhash } = accepted.txResponse!
	const found = await call(getTx, { hash: txhash })
	expect(found.txResponse).toMatchObject({ height: 2n, code: 0, txhash })
	expect(found.txResponse!.tx!.typeUrl).toBe('/cosmos.tx.v1beta1.Tx')
	expect(found.tx!.body!.messages[0]!.typeUrl).toBe('/chain.greet.v1beta1.MsgCreateGreet')

	const byEvent = await call(getTxsEvent, {
		events: ["message.action='/chain.greet.v1beta1.MsgCreateGreet'", 'tx.height=2'],
		orderBy: OrderBy.DESC,
	})
	expect(byEvent.txResponses.map((response) => response.txhash)).toEqual([txhash])
	expect(byEvent.pagination!.total).toBe(1n)

	const { greeting } = await call(GreetQuery.method.greet, { id: '0' })
	expect(greeting!.message).toBe('hello')
	const rest = await fetch(`http://127.0.0.1:${node.rest.port}/chain/greet/v1beta1/greetings/0`)
	expect(await rest.json()).toEqual({ greeting: { owner: greeting!.owner, id: '0', message: 'hello' } })
})

test('a broadcast in block mode answers with the result of the block', async () => {
	const pending = call(Service.method.broadcastTx, { txBytes: tx, mode: BroadcastMode.BLOCK })
	await expect.poll(async () => (await node.engine.mempoolSize()).count).toBe(1)
	await node.engine.mine()
	const { txResponse } = await pending
	expect(txResponse).toMatchObject({ height: 2n, code: 0 })
	expect(txResponse!.logs[0]!.events.map(({ type }) => type)).toEqual(['message'])
})

test('the services over the engine answer ABCI queries too, with their errors mapped', async () => {
	await node.engine.broadcastTxSync(tx)
	await node.engine.mine()
	const query = (hash: string) =>
		node.engine.application.query({
			path: '/cosmos.tx.v1beta1.Service/GetTx',
			data: toBinary(Service.method.getTx.input, create(Service.method.getTx.input, { hash })),
			height: 0n,
			prove: false,
		})
	expect(await query('AB')).toMatchObject({ code: 18, log: 'tx (AB) not found: invalid request' })
	const [record] = (await node.engine.searchTxs({ query: 'tx.height=2', page: 1n, perPage: 1, order: 'asc' })).txs
	const found = await query(toHexUpper(record!.hash))
	expect(found.code).toBe(0)
	expect(toBase64(fromBinary(Service.method.getTx.output, found.value!).tx!.signatures[0]!)).not.toBe('')
})

test('after the chain went back, answers come from where it is now', async () => {
	const before = await node.engine.snapshot()
	await node.engine.broadcastTxSync(tx)
	await node.engine.mine()
	expect((await call(GreetQuery.method.greetAll, {})).greetings).toHaveLength(1)
	await node.engine.revert(before)
	expect((await call(GreetQuery.method.greetAll, {})).greetings).toHaveLength(0)
	const rest = await fetch(`http://127.0.0.1:${node.rest.port}/chain/swap/v1beta1/greetings`)
	expect(rest.headers.get('grpc-metadata-x-cosmos-block-height')).toBe('1')
	expect(await rest.json()).toEqual({ greetings: [], pagination: null })
})
