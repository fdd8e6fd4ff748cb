import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../../../src/app/AppModule.ts'
import { addressOf } from '../evmBench.ts'
import { at, callOf, tracedChain } from './tracedCalls.ts'

type Tree = Readonly<Record<string, Json>>

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

describe('slots that change while a contract is called again', () => {
	const callItself = '5f5f60015f5f305af150'
	let trace: Awaited<ReturnType<typeof tracedChain>>
	beforeAll(async () => {
		trace = await tracedChain({
			// Looks at slot 1 before and after it calls itself twice, and adds 0 and 32 over a memory of a word.
			// With data it looks at slot 1 and writes 9 there.
			170: `36602657 60015450 ${callItself}${callItself} 60015450 60205f0150 00 5b 60015450 6009600155 60015450 00`,
			187: `${callOf('f1', 0xcc)}00`,
			204: '3b',
		})
	})

	test('the tracer of ERC-7562 tells the value that each call saw first, and of what it wrote itself none', async () => {
		const { calls, ...outer } = (await trace({ tracer: 'erc7562Tracer' })) as Tree
		const slots = (reads: object, writes: object) => ({ reads, writes, transientReads: {}, transientWrites: {} })
		expect(outer).toMatchObject({
			accessedSlots: slots({ [word(1)]: [word(0)] }, {}),
			usedOpcodes: { '0x0': 1, '0x30': 2, '0x36': 1, '0x54': 2, '0x57': 1, '0xf1': 2 },
			contractSize: { [at(0xaa)]: { contractSize: 53, opcode: 0xf1 } },
		})
		expect(outer).not.toHaveProperty('keccak')
		expect((calls as Tree[]).map(({ accessedSlots }) => accessedSlots)).toEqual([
			slots({ [word(1)]: [word(0)] }, { [word(1)]: 1 }),
			slots({ [word(1)]: [word(9)] }, { [word(1)]: 1 }),
		])
	})

	test('a call that fails for want of an address to look at leaves none for its caller to tell', async () => {
		const traced = (await trace({ tracer: 'erc7562Tracer' }, { to: addressOf(0xbb) })) as Tree
		expect((traced.calls as Tree[])[0]).toMatchObject({ error: 'stack underflow (0 <=> 1)', extCodeAccessInfo: [] })
		expect(traced.extCodeAccessInfo).toEqual([])
	})

	test('the log of steps shows a slot as every call of the contract left it', async () => {
		const { structLogs } = (await trace({ tracer: '' })) as { structLogs: Tree[] }
		const shown = structLogs.filter(({ storage }) => storage !== undefined)
		expect(shown.map(({ op, depth, storage }) => [op, depth, storage])).toEqual([
			['SLOAD', 1, { [word(1)]: word(0) }],
			['SLOAD', 2, { [word(1)]: word(0) }],
			['SSTORE', 2, { [word(1)]: word(9) }],
			['SLOAD', 2, { [word(1)]: word(9) }],
			['SLOAD', 2, { [word(1)]: word(9) }],
			['SSTORE', 2, { [word(1)]: word(9) }],
			['SLOAD', 2, { [word(1)]: word(9) }],
			['SLOAD', 1, { [word(1)]: word(9) }],
		])
	})

	test('the tracer of the state before tells a slot as it was before the first call, however often it is written', async () => {
		const traced = (await trace({ tracer: 'prestateTracer' })) as Record<string, Tree>
		expect(traced[at(0xaa)]!.storage).toEqual({ [word(1)]: word(0) })
	})
})
