import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exchange, goldenExchanges, type Listing, type RecordedNode, startRecordedNode } from './recordedNode.ts'

const [first, ...exchanges] = goldenExchanges('rpc-nobasefee')
const listing = first as unknown as Listing

let recorded: RecordedNode

beforeAll(async () => {
	recorded = await startRecordedNode({ ethCompat: 'ethermint', developer: true }, (genesis) =>
		genesis.replace('"no_base_fee": false', '"no_base_fee": true').replace(/"max_gas": "\d+"/, '"max_gas": "-1"'),
	)
	for (let height = 1; height <= listing.last_height; height++) {
		for (const tx of listing.blocks[height] ?? []) await recorded.send(tx)
		await recorded.mine()
	}
})

afterAll(() => recorded.close())

describe('a chain without base fee and block gas limit answers as the recorded node', () => {
	it.each(exchanges)('$name is answered as recorded', async ({ request, response }: Exchange) => {
		const { method, headers, body } = request
		const reply = await fetch(recorded.ethUrl, { method, headers, body: body as string })
		expect(await reply.json()).toEqual(JSON.parse(response.body))
	})
})
