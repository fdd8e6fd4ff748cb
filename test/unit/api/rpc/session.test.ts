import { expect, test } from 'vitest'
import { parseMessage } from '../../../../src/api/rpc/envelope.ts'
import { createRpcHandler } from '../../../../src/api/rpc/RpcHandler.ts'
import { RpcSession } from '../../../../src/api/rpc/RpcSession.ts'
import { sourceOf } from '../../../../src/engine/sourceOf.ts'
import { utf8 } from '../../../../src/util/bytes.ts'
import { identity } from '../../../flow/rpc/rpcServer.ts'
import { testEngine } from '../../engine/testEngine.ts'

const engine = await testEngine()
const handler = createRpcHandler(sourceOf(engine), { identity })

/** A session and what it sends; `say` resolves with what came meanwhile. */
function openSession(count = { clients: 0 }, limits = { clients: 2, perClient: 2 }) {
	let sent: unknown[] = []
	const session = new RpcSession(handler, (reply) => sent.push(reply), limits, count)
	const say = async (method: string, params?: unknown) => {
		sent = []
		await session.handle(parseMessage(JSON.stringify({ id: 1, method, params }))!)
		return sent
	}
	return { session, say, sent: () => sent, count }
}

const done = [{ jsonrpc: '2.0', id: 1, result: {} }]
const fault = (data: string, id = 1) => [
	{ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error', data } },
]
const blocks = { query: "tm.event='NewBlock'" }
const headers = { query: "tm.event='NewBlockHeader'" }
const txs = { query: "tm.event='Tx'" }

// tendermint v0.34.15 rpc/core/events.go
test('a session subscribes to each query once, to so many, and ends one or all of them', async () => {
	const { say, sent, count } = openSession()
	expect(await say('unsubscribe', blocks)).toEqual(fault('subscription not found'))
	expect(await say('unsubscribe_all', {})).toEqual(fault('subscription not found'))
	expect(await say('subscribe', blocks)).toEqual(done)
	expect(await say('subscribe', blocks)).toEqual(fault('already subscribed'))
	expect(await say('subscribe', txs)).toEqual(done)
	expect(await say('subscribe', headers)).toEqual(fault('max_subscriptions_per_client 2 reached'))
	expect(count.clients).toBe(1)
	expect(await say('unsubscribe', headers)).toEqual(fault('subscription not found'))
	expect(await say('unsubscribe', txs)).toEqual(done)
	expect(count.clients).toBe(1)
	await engine.mine()
	expect(sent()).toMatchObject([done[0], { id: 1, result: { query: blocks.query } }])
	expect(await say('subscribe', txs)).toEqual(done)
	expect(await say('unsubscribe_all')).toEqual(done)
	expect(count.clients).toBe(0)
	await engine.mine()
	expect(sent()).toEqual(done)
})

test('a session on its own, as over a message port, is the only one that is counted', async () => {
	const sent: unknown[] = []
	const alone = new RpcSession(handler, (reply) => sent.push(reply), { clients: 1, perClient: 1 })
	await alone.handle(parseMessage(JSON.stringify({ id: 1, method: 'subscribe', params: blocks }))!)
	alone.close()
	expect(sent).toEqual(done)
})

test('so many sessions have subscriptions, and one that closes leaves its place and hears nothing more', async () => {
	const count = { clients: 0 }
	const [first, second, third] = [openSession(count), openSession(count), openSession(count)]
	for (const { say } of [first, second]) expect(await say('subscribe', blocks)).toEqual(done)
	expect(await third.say('subscribe', blocks)).toEqual(fault('max_subscription_clients 2 reached'))
	first.session.close()
	expect(count.clients).toBe(1)
	expect(await first.say('health', {})).toEqual([])
	expect(await third.say('subscribe', blocks)).toEqual(done)
	await engine.mine()
	expect([first.sent().length, second.sent().length, third.sent().length]).toEqual([0, 2, 2])
	second.session.close()
	third.session.close()
	expect(count.clients).toBe(0)
})

test('a session answers in order, and faults of parameters as the original does', async () => {
	const { say, session, sent } = openSession()
	const query = 'max_subscription'
	expect(await say('subscribe', { query })).toEqual([
		expect.objectContaining({
			error: expect.objectContaining({ data: expect.stringMatching(/^failed to parse query: /) }),
		}),
	])
	expect(await say('unsubscribe', { query })).toEqual([
		expect.objectContaining({
			error: expect.objectContaining({ data: expect.stringMatching(/^failed to parse query: /) }),
		}),
	])
	for (const method of ['subscribe', 'unsubscribe']) {
		expect(await say(method)).toEqual(fault('reflect: Call with too few input arguments', -1))
		expect(await say(method, { query: 7 })).toEqual([
			expect.objectContaining({
				id: 1,
				error: expect.objectContaining({
					code: -32603,
					data: expect.stringMatching(/^error converting json params to arguments: /),
				}),
			}),
		])
	}
	// Other methods refuse parameters with -32602 over HTTP.
	expect(await say('block', { height: 7 })).toMatchObject([{ id: 1, error: { code: -32603 } }])
	expect(await say('nothing', {})).toMatchObject([{ id: 1, error: { code: -32601 } }])
	sent().length = 0
	const ask = (id: number, method: string) => session.handle(parseMessage(JSON.stringify({ id, method, params: {} }))!)
	await Promise.all([ask(1, 'status'), ask(2, 'health'), ask(3, 'health')])
	expect(sent().map((reply) => (reply as { id: number }).id)).toEqual([1, 2, 3])
})

test('an event of a transaction names its place in the block, but not the first one', async () => {
	const { say, sent, session } = openSession()
	await say('subscribe', txs)
	for (const text of ['a=1', 'b=2']) await engine.broadcastTxSync(utf8(text))
	await engine.mine()
	const results = sent()
		.slice(1)
		.map((reply) => JSON.parse(JSON.stringify(reply)).result.data)
	expect(results).toHaveLength(2)
	expect(results.map(({ type }) => type)).toEqual(['tendermint/event/Tx', 'tendermint/event/Tx'])
	expect(results.map(({ value }) => [value.TxResult.index, value.TxResult.tx])).toEqual([
		[undefined, Buffer.from('a=1').toString('base64')],
		[1, Buffer.from('b=2').toString('base64')],
	])
	session.close()
})
