import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiNode, startApiNode } from '../support/apiNode.ts'
import { recordedExchanges, replayExchange } from '../support/exchange.ts'

let node: ApiNode

beforeAll(async () => {
	node = await startApiNode()
	await node.engine.mine(3)
})

afterAll(() => node.close())

for (const exchange of recordedExchanges('edges')) {
	test(exchange.name, async () => {
		const answer = await replayExchange(node.rest.port, exchange)
		expect(answer.status).toBe(exchange.response.status)
		const recorded = exchange.response.headers as readonly (readonly [string, string])[]
		// Names, values and order; times and the latest height differ from run to run.
		expect(
			answer.headers.map(([name, value], i) => [name, recorded[i]?.[1] === 'VOLATILE' ? 'VOLATILE' : value]),
		).toEqual(recorded)
		expect(answer.body).toBe(exchange.response.body)
	})
}
