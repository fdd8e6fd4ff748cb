import { afterAll, beforeAll, expect, test } from 'vitest'
import { golden, type LegacyNode, startLegacyNode } from './legacyNode.ts'
import { send } from './recordedRest.ts'

let legacy: LegacyNode

beforeAll(async () => {
	const genesis = golden('legacy/accounts-8-9.genesis9.json')
	legacy = await startLegacyNode(genesis, { flags: { aminoBrand: 'chain' } })
	await legacy.mineTo(2)
})

afterAll(() => legacy.close())

/** The same replies under the chain's own names. */
test.each([
	['signed', 'chain1xlps2sgcp7r5t9se767rju3drj8pk6cfa88gpu'],
	['periodic', 'chain1mu0yhru74a66mqyyw54l9kkx5cxqz8u7g0rlxt'],
	['module', 'chain1vmafl8f3s6uuzwnxkqz0eza47v6ecn0tuzhn5t'],
])('a chain with its own amino names uses them: %s', async (_, address) => {
	for (const port of [legacy.port8, legacy.port9]) {
		const { body } = await send(port, { method: 'GET', path: `/auth/accounts/${address}`, headers: {} })
		expect(body).toMatch(/"type":"chain-sdk\//)
		expect(body).not.toMatch(/cosmos-sdk|tendermint/)
	}
})
