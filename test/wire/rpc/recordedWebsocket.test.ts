import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createRpcHandler } from '../../../src/api/rpc/RpcHandler.ts'
import { startRpcServer } from '../../../src/api/rpc/startRpcServer.ts'
import type { Engine } from '../../../src/engine/Engine.ts'
import { sourceOf } from '../../../src/engine/sourceOf.ts'
import type { RunningServer } from '../../../src/serve/listen.ts'
import { until } from '../../support/until.ts'
import { type Exchange, type Recorded, send } from './recordedExchange.ts'
import { recordedNode } from './recordedNode.ts'

/** Messages of a real node: replies to twelve requests in order, one event of each type, replies to unsubscribing. */
interface Recording {
	readonly replies: readonly string[]
	readonly last: readonly string[]
	readonly Tx: string
	readonly NewBlock: string
	readonly NewBlockHeader: string
}

const golden = (name: string): string => readFileSync(new URL(`../../golden/${name}`, import.meta.url), 'utf8')
const recording = JSON.parse(golden('engine/websocket.json')) as Recording

const requests: readonly string[] = [
	{ id: 1, method: 'subscribe', params: { query: "tm.event='Tx'" } },
	{ id: 2, method: 'subscribe', params: { query: "tm.event = 'NewBlock'" } },
	{ id: 3, method: 'subscribe', params: { query: "tm.event='NewBlockHeader'" } },
	{ id: 4, method: 'subscribe', params: { query: "tm.event='Tx'" } },
	{ id: 5, method: 'subscribe', params: { query: 'foo' } },
	{ id: '6', method: 'block', params: { height: 1 } },
	{ id: 7, method: 'nosuch', params: {} },
	'{bad',
	[{ id: 8, method: 'health', params: {} }],
	{ id: 9, method: 'unsubscribe', params: { query: "tm.event='Vote'" } },
	{ id: 10, method: 'subscribe', params: {} },
	{ id: 11, method: 'subscribe', params: { query: '' } },
].map((request) => (typeof request === 'string' ? request : JSON.stringify(request)))

let engine: Engine
let server: RunningServer
let socket: WebSocket
const messages: string[] = []

beforeAll(async () => {
	const node = await recordedNode()
	engine = node.engine
	server = await startRpcServer({ handler: createRpcHandler(sourceOf(engine), node), host: '127.0.0.1', port: 0 })
	socket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket`)
	socket.on('message', (data) => messages.push(String(data)))
	await new Promise((resolve) => socket.once('open', resolve))
})

afterAll(async () => {
	socket.close()
	await server.close()
	await engine.stop()
})

async function received(count: number): Promise<void> {
	await until(() => messages.length >= count)
}

/** Hashes, times and heights differ from run to run: only their form is compared. */
function shape(text: string): string {
	return text
		.replace(/"[0-9A-F]{40,64}"/g, '"HASH"')
		.replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"')
		.replace(/"(height|signature)": "[^"]*"/g, '"$1": "…"')
}

describe('the websocket of a real node', () => {
	it('answers the same requests with the same bytes', async () => {
		// One after the other: a message that is no request is answered at once, the others in turn.
		for (const [index, request] of requests.entries()) {
			socket.send(request)
			await received(index + 1)
		}
		expect(messages).toEqual(recording.replies)
	})

	it('announces a block and its transaction in the same form', async () => {
		messages.length = 0
		const recorded = JSON.parse(golden('rpc-broadcast.json')) as Recorded[]
		const named = (name: string) =>
			recorded.find((record): record is Exchange => 'name' in record && record.name === name)!
		await send({ ...named('broadcast_tx_commit'), request: syncRequest(named('broadcast_tx_commit')) }, server.port)
		await engine.mine()
		await received(3)
		const got = Object.fromEntries(
			messages.map((text) => [(JSON.parse(text) as EventMessage).result.data.type.split('/')[2], text]),
		)
		for (const type of ['NewBlock', 'NewBlockHeader'] as const) expect(shape(got[type]!)).toBe(shape(recording[type]))
		// Go writes the members of `events` in no order.
		const [ours, theirs] = [got.Tx!, recording.Tx].map((text) => JSON.parse(shape(text)) as EventMessage)
		expect(ours!.result.events['tx.height']).toEqual(['2'])
		const { 'tx.height': _, ...events } = ours!.result.events
		const { 'tx.height': __, ...recordedEvents } = theirs!.result.events
		expect(events).toEqual(recordedEvents)
		expect(JSON.stringify(ours!.result.data)).toBe(JSON.stringify(theirs!.result.data))
	})

	it('ends subscriptions with the same replies', async () => {
		messages.length = 0
		socket.send('{"jsonrpc":"2.0","id":20,"method":"unsubscribe","params":{"query":"tm.event=\'Tx\'"}}')
		socket.send('{"jsonrpc":"2.0","id":21,"method":"unsubscribe_all","params":{}}')
		socket.send('{"jsonrpc":"2.0","id":22,"method":"unsubscribe_all","params":{}}')
		await received(3)
		expect(messages).toEqual(recording.last)
	})
})

interface EventMessage {
	readonly result: { readonly data: { readonly type: string }; readonly events: Record<string, string[]> }
}

function syncRequest({ request }: Exchange): Exchange['request'] {
	return { ...request, body: request.body!.replace('broadcast_tx_commit', 'broadcast_tx_sync') }
}
