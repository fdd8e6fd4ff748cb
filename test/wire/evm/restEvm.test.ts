import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exchange, goldenExchanges, type RecordedNode, startRecordedNode } from './recordedNode.ts'

const exchanges = goldenExchanges('rest-evm')
/** Names the build of the recorded node. */
const ofTheBuild = /\/node_info$/
/**
 * The recorded node has a route of its own for the old way to a transaction: without 0x it answers nothing at all, of any
 * transaction, and with it nothing is ever found. Here the route is what it is on a chain without an EVM.
 */
const oldTx = /^GET \/txs\/(0x)?[0-9a-fA-F]{64}$/

let recorded: RecordedNode

beforeAll(async () => {
	recorded = await startRecordedNode()
	const block = exchanges.find(({ request }) => request.path === '/blocks/3')
	const { txs } = (JSON.parse(block!.response.body) as { block: { data: { txs: string[] } } }).block.data
	await recorded.mine()
	await recorded.mine()
	for (const tx of txs) await recorded.send({ tx })
	await recorded.mine()
	await recorded.mine()
})

afterAll(() => recorded.close())

async function replyTo({ request, response }: Exchange) {
	const { method, path, headers, body } = request
	const reply = await fetch(recorded.node.addresses.rest + path, {
		method,
		headers,
		...(typeof body === 'string' ? { body } : {}),
	})
	const kept = Object.keys(response.headers).map((name) => [name, reply.headers.get(name)])
	return { status: reply.status, headers: Object.fromEntries(kept), body: await reply.text() }
}

describe('REST of a chain with an EVM answers as the recorded node', () => {
	it.each(exchanges.filter(({ name }) => !ofTheBuild.test(name) && !oldTx.test(name)))(
		'$name is answered as recorded',
		async (exchange) => {
			expect(await replyTo(exchange)).toEqual(exchange.response)
		},
	)

	it('REST refuses a transaction asked for the old way with the words of the framework', async () => {
		const [first, second, ...others] = exchanges.filter(({ name }) => oldTx.test(name))
		expect(others).toHaveLength(2)
		expect(await replyTo(first!)).toMatchObject({
			status: 500,
			body: expect.stringContaining('cannot be displayed via legacy REST'),
		})
		expect(await replyTo(second!)).toMatchObject({ status: 500, body: expect.stringContaining('invalid byte') })
	})

	it('REST of a chain with an EVM tells of itself in the recorded form', async () => {
		const exchange = exchanges.find(({ name }) => ofTheBuild.test(name))!
		const shape = (text: string) => Object.keys((JSON.parse(text) as { node_info: object }).node_info)
		expect(shape((await replyTo(exchange)).body)).toEqual(shape(exchange.response.body))
	})
})
