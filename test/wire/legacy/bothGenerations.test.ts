import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { golden, type LegacyNode, sendAndMine, startLegacyNode } from './legacyNode.ts'
import { comparable, type RecordedReply, type RecordedRequest } from './recordedRest.ts'

interface Row {
	readonly name: string
	readonly request: RecordedRequest
	readonly generation8: RecordedReply
	readonly generation9: RecordedReply
	readonly volatile: readonly string[]
}

const rows = JSON.parse(golden('legacy/accounts-8-9.json')) as readonly Row[]
const own8 = ['/gas_used', '/height']

describe.each([8, 9] as const)('the same accounts and transactions in generation %i', (generation) => {
	let legacy: LegacyNode

	beforeAll(async () => {
		legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
		await legacy.mineTo(3)
	})
	afterAll(() => legacy.close())

	for (const row of rows) {
		test(row.name, async () => {
			const port = generation === 8 ? legacy.port8 : legacy.port9
			const got = await sendAndMine(legacy, port, row.request)
			if (row.request.method === 'POST') await legacy.node.engine.mine()
			const want = generation === 8 ? row.generation8 : row.generation9
			const volatile = [...row.volatile, ...(generation === 8 && want.body.includes('txhash') ? own8 : [])]
			expect(comparable(got, volatile, want)).toEqual(comparable(want, volatile, want))
		})
	}

	test.each(['[{}]', '[{"denom":"uchain"}]', '[{"denom":"uchain","amount":null}]'])(
		'a price of gas without its amount is the nil pointer that the reference dies of: %s',
		async (prices) => {
			const url = `http://127.0.0.1:${generation === 8 ? legacy.port8 : legacy.port9}`
			const account = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
			const response = await fetch(`${url}/bank/accounts/${account}/transfers`, {
				method: 'POST',
				body: `{"base_req":{"from":"${account}","chain_id":"chain-localnet","gas_prices":${prices}},"amount":[]}`,
			})
			expect(response.status).toBe(500)
			expect(await response.json()).toEqual({
				jsonrpc: '2.0',
				id: -1,
				error: {
					code: -32603,
					message: 'Internal error',
					data: 'runtime error: invalid memory address or nil pointer dereference',
				},
			})
		},
	)
})
