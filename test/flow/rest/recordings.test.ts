import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiNode, startApiNode } from '../support/apiNode.ts'
import { comparableHeaders, recordedExchanges, replayExchange, stableBody } from '../support/exchange.ts'
import { recordedBlocks } from '../support/recordedBlocks.ts'

let node: ApiNode

beforeAll(async () => {
	node = await startApiNode()
	const blocks = recordedBlocks()
	for (let height = 1; height <= 28; height++) {
		for (const tx of blocks.get(height) ?? []) await node.engine.broadcastTxAsync(tx)
		await node.engine.mine()
	}
})

afterAll(() => node.close())

for (const name of ['gateway', 'greet']) {
	for (const exchange of recordedExchanges(name)) {
		test(`${name}: ${exchange.name} is answered as recorded`, async () => {
			const pending = replayExchange(node.rest.port, exchange)
			// A broadcast that waits for its block is the only one that needs one.
			if (exchange.request.body?.includes('BROADCAST_MODE_BLOCK')) {
				await expect.poll(async () => (await node.engine.mempoolSize()).count).toBe(1)
				await node.engine.mine()
			}
			const answer = await pending
			expect(answer.status).toBe(exchange.response.status)
			expect(comparableHeaders(answer, exchange)).toEqual(exchange.response.headers)
			expect(stableBody(exchange, answer.body)).toEqual(stableBody(exchange, exchange.response.body))
		})
	}
}
