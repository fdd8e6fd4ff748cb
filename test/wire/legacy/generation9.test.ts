import { afterAll, beforeAll, expect, test } from 'vitest'
import { golden, type LegacyNode, sendAndMine, startLegacyNode } from './legacyNode.ts'
import { comparable, type RecordedReply, type RecordedRequest } from './recordedRest.ts'

interface Row {
	readonly name: string
	readonly request: RecordedRequest
	readonly response: RecordedReply
	readonly volatile: readonly string[]
	readonly wait_height?: number
}

/** One run: the files share a node, in this order. */
const files = ['rest-accounts', 'rest-balances', 'rest-txs-post', 'rest-legacy-other'] as const

/** Where the reference dies of a nil pointer, this node answers with a refusal. */
const crashes = ['error: key null', 'error: key missing']

let legacy: LegacyNode

beforeAll(async () => {
	legacy = await startLegacyNode(golden('localnet-genesis.json'))
})

afterAll(() => legacy.close())

for (const file of files) {
	for (const row of JSON.parse(golden(`legacy/${file}.json`)) as readonly Row[]) {
		if (row.wait_height !== undefined) {
			test(`${file}: the chain reaches block ${row.wait_height}`, async () => {
				await legacy.mineTo(row.wait_height!)
				expect(legacy.node.engine.height).toBeGreaterThanOrEqual(row.wait_height!)
			})
			continue
		}
		test(`${file}: ${row.name} is answered as recorded`, async () => {
			const got = await sendAndMine(legacy, legacy.port9, row.request)
			if (crashes.includes(row.name)) {
				expect(got).toMatchObject({ status: 400, body: expect.stringContaining('has no pub_key') })
				return
			}
			const { response } = row
			// The recorded node had its RPC on a port of its own.
			const volatile = [...row.volatile, ...(row.name === 'node info' ? ['/node_info/other/rpc_address'] : [])]
			expect(comparable(got, volatile, response)).toEqual(comparable(response, volatile, response))
		})
	}
}
