import { describe, expect, test } from 'vitest'
import { getGasTrace } from '../../../../src/client/actions/gasTrace.ts'
import { hasState } from '../../../../src/client/actions/greetings.ts'
import { getHistory } from '../../../../src/client/actions/node.ts'
import { connectionOf, refused } from '../connectionOf.ts'

const hash = 'AB'.repeat(32)

describe('what only nodes of this program tell', () => {
	test('gas is not measured by nodes of other programs, and so not told', async () => {
		expect(await getHistory({ connection: connectionOf({}) }, 60)).toBeUndefined()
		await expect(getHistory({ connection: connectionOf({ chain_history: refused }) }, 60)).rejects.toBe(refused)
		await expect(getGasTrace({ connection: connectionOf({}) }, hash)).rejects.toThrow(
			'This node does not tell where gas went.',
		)
		await expect(getGasTrace({ connection: connectionOf({ chain_traceGas: refused }) }, hash)).rejects.toBe(refused)
	})

	test('a node of any program tells by a key of a store whether it has a state', async () => {
		const of = (response: object) => hasState({ connection: connectionOf({ abci_query: { response } }) }, 5)
		expect(await of({ value: null })).toBe(true)
		expect(await of({ log: 'version does not exist' })).toBe(false)
		await expect(of({ code: 6, codespace: 'sdk', log: 'no such store: greet' })).rejects.toThrow('no such store')
	})
})
