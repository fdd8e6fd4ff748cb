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

test('the charges of a transaction are summed up by step, operation and store, in their order', async () => {
	const charge = (phase: string, store: string, descriptor: string, times: number, bytes: number, amount: number) => ({
		...{ phase, store, descriptor, times, bytes, amount },
	})
	const charges = [
		charge('fee', 'bank', 'ReadFlat', 2, 0, 2_000),
		charge('fee', 'bank', 'ReadPerByte', 2, 30, 90),
		charge('fee', 'bank', 'WriteFlat', 1, 0, 2_000),
		charge('fee', 'acc', 'ReadFlat', 1, 0, 1_000),
		charge('fee', 'bank', 'WritePerByte', 1, 20, 600),
		charge('message 0', 'bank', 'Has', 3, 0, 3_000),
		charge('message 0', 'bank', 'Delete', 4, 0, 4_000),
		charge('message 0', 'bank', 'IterNextFlat', 5, 0, 150),
		charge('message 0', 'bank', 'ValuePerByte', 5, 7, 21),
		charge('fee', 'bank', 'ReadFlat', 1, 0, 1_000),
		charge('fee', '', 'ReadFlat', 1, 0, 5),
		charge('fee', '', 'txSize', 1, 0, 10),
		charge('fee', '', 'txSize', 1, 0, 20),
		charge('fee', 'bank', 'another', 1, 3, 6),
	]
	const chain_traceGas = { hash, height: 9, index: 2, gas_wanted: '20000', gas_used: '13902', charges }
	const operation = (name: string, store: string, times: number, bytes: number, gas: bigint) => ({
		...{ name, store, times, bytes, gas },
	})
	expect(await getGasTrace({ connection: connectionOf({ chain_traceGas }) }, hash)).toEqual({
		...{ hash, height: 9, index: 2, gasWanted: 20_000n, gasUsed: 13_902n },
		phases: [
			{
				name: 'fee',
				gas: 6_731n,
				operations: [
					operation('read', 'bank', 3, 30, 3_090n),
					operation('write', 'bank', 1, 20, 2_600n),
					operation('read', 'acc', 1, 0, 1_000n),
					operation('ReadFlat', '', 1, 0, 5n),
					operation('txSize', '', 2, 0, 30n),
					operation('another', 'bank', 1, 3, 6n),
				],
			},
			{
				name: 'message 0',
				gas: 7_171n,
				operations: [
					operation('look up', 'bank', 3, 0, 3_000n),
					operation('delete', 'bank', 4, 0, 4_000n),
					operation('iterate', 'bank', 5, 7, 171n),
				],
			},
		],
	})
})
