import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiNode, startApiNode } from '../support/apiNode.ts'
import { type Answer, type Exchange, recordedExchanges, replayExchange, stableBody } from '../support/exchange.ts'

interface RecordedBlock {
	readonly height: number
	readonly txs: readonly string[]
}

let node: ApiNode

beforeAll(async () => {
	node = await startApiNode()
	const text = readFileSync(new URL('../../golden/rest/blocks.json', import.meta.url), 'utf8')
	const blocks = new Map((JSON.parse(text) as readonly RecordedBlock[]).map((block) => [block.height, block.txs]))
	for (let height = 1; height <= 28; height++) {
		for (const tx of blocks.get(height) ?? []) await node.engine.broadcastTxAsync(Buffer.from(tx, 'base64'))
		await node.engine.mine()
	}
})

afterAll(() => node.close())

for (const name of ['gateway', 'greet']) {
	for (const exchange of recordedExchanges(name)) {
		test(`${name}: ${exchange.name}`, async () => {
			const pending = replayExchange(node.rest.port, exchange)
			// A broadcast that waits for its block is the only one that needs one.
			if (exchange.request.body?.includes('BROADCAST_MODE_BLOCK')) {
				await expect.poll(async () => (await node.engine.mempoolSize()).count).toBe(1)
				await node.engine.mine()
			}
			const answer = await pending
			expect(answer.status).toBe(exchange.response.status)
			expect(comparable(answer, exchange)).toEqual(exchange.response.headers)
			expect(stableBody(exchange, answer.body)).toEqual(stableBody(exchange, exchange.response.body))
		})
	}
}

/** The headers the recording keeps, by lower-case name; the latest height differs from run to run. */
function comparable(answer: Answer, exchange: Exchange): Record<string, string> {
	const recorded = exchange.response.headers as Readonly<Record<string, string>>
	const kept = ['content-type', 'location', 'allow', 'grpc-metadata-x-cosmos-block-height']
	const out: Record<string, string> = {}
	for (const [name, value] of answer.headers) {
		const key = name.toLowerCase()
		if (kept.includes(key)) out[key] = recorded[key] === 'VOLATILE' ? 'VOLATILE' : value
	}
	return out
}
