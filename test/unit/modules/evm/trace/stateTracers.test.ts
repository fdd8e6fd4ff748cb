import { getContractAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../../src/app/AppModule.ts'
import { writeCompactJson } from '../../../../../src/codec/goJson/writeJson.ts'
import { addressOf } from '../evmBench.ts'
import { at, callOf, tracedChain, user } from './tracedCalls.ts'

type Tree = Readonly<Record<string, Json>>

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const push = (byte: number): string => `73${at(byte).slice(2)}`

// go-ethereum v1.16 eth/tracers/native/erc7562.go.
describe('the tracer of what bundlers of ERC-4337 ask', () => {
	const code = [
		// Two looks at slot 1, a write and a look at slot 2, a look and two writes of slot 3.
		'60015450 60015450 6007600255 60025450 60035450 6009600355 6009600355',
		'6007600460ff16 5d 60045c50 60045c50',
		// The hash of 33 bytes, the last behind the memory, and of none.
		'60ff5f53 602160002050 5f5f2050',
		// A size that is asked for a test alone, one that is used, a code and a hash.
		`${push(0xb0)}3b1550 ${push(0xbb)}3b50 5f5f5f${push(0xcc)}3c ${push(0xdd)}3f1550`,
		// GAS that is looked at, GAS for a call, and a call out of gas.
		`5a50 5a50 5f5f5f5f5f${push(0xbb)}5af150 5f5f5f5f5f${push(0xee)}6064f150`,
	].join('')
	const chain = () => tracedChain({ 170: code, 187: '5f5fa0', 204: '0000', 238: '5b5f56' })

	test('the tracer of ERC-7562 tells slots, codes, opcodes and sizes of each call', async () => {
		const traced = (await (await chain())({ tracer: 'erc7562Tracer' })) as Tree
		const { accessedSlots, extCodeAccessInfo, contractSize, usedOpcodes, outOfGas, keccak, calls } = traced
		expect(accessedSlots).toEqual({
			reads: { [word(1)]: [word(0)], [word(3)]: [word(0)] },
			writes: { [word(2)]: 1, [word(3)]: 2 },
			transientReads: { [word(4)]: 2 },
			transientWrites: { [word(4)]: 1 },
		})
		expect(JSON.stringify(extCodeAccessInfo)).toBe(JSON.stringify([at(0xbb), at(0xcc), at(0xdd)]))
		expect(JSON.stringify(contractSize)).toBe(
			JSON.stringify({
				[at(0xb0)]: { contractSize: 0, opcode: 0x3b },
				[at(0xbb)]: { contractSize: 3, opcode: 0x3b },
				[at(0xcc)]: { contractSize: 2, opcode: 0x3c },
				[at(0xdd)]: { contractSize: 0, opcode: 0x3f },
				[at(0xee)]: { contractSize: 3, opcode: 0xf1 },
			}),
		)
		expect(usedOpcodes).toEqual({
			'0x0': 1,
			'0x20': 2,
			'0x3b': 2,
			'0x3c': 1,
			'0x3f': 1,
			'0x53': 1,
			'0x54': 4,
			'0x55': 3,
			'0x5a': 2,
			'0x5c': 2,
			'0x5d': 1,
			'0xf1': 2,
		})
		expect(outOfGas).toBe(false)
		expect(keccak).toEqual(['0x', `0xff${'00'.repeat(32)}`])
		expect((calls as Tree[]).map(({ to, outOfGas: isOut, usedOpcodes: used }) => [to, isOut, used])).toEqual([
			[at(0xbb), false, { '0x0': 1, '0xa0': 1 }],
			[at(0xee), true, expect.anything()],
		])
	})

	test('the tracer of ERC-7562 looks at nothing between an instruction and the end of its call', async () => {
		// GAS and EXTCODESIZE just before RETURN and REVERT.
		const trace = await tracedChain({
			170: '5f5af3',
			187: '5f5afd',
			204: `5f${push(0xb1)}3bf3`,
			221: `5f${push(0xb1)}3bfd`,
		})
		const seen = async (to: number) => {
			const traced = (await trace({ tracer: 'erc7562Tracer' }, { to: addressOf(to) })) as Tree
			return [traced.usedOpcodes, traced.extCodeAccessInfo]
		}
		expect(await seen(0xaa)).toEqual([{ '0xf3': 1 }, []])
		expect(await seen(0xbb)).toEqual([{ '0xfd': 1 }, []])
		expect(await seen(0xcc)).toEqual([{ '0x3b': 1, '0xf3': 1 }, []])
		expect(await seen(0xdd)).toEqual([{ '0x3b': 1, '0xfd': 1 }, []])
	})

	test('the tracer of ERC-7562 counts the opcodes that are asked for, and tells logs on demand', async () => {
		const trace = await chain()
		const { usedOpcodes } = (await trace({ tracer: 'erc7562Tracer', ignoredOpcodes: [0x54, 0x55] })) as Tree
		expect(usedOpcodes).toMatchObject({ '0x50': 15, '0x5a': 2, '0x15': 2 })
		expect(usedOpcodes).not.toHaveProperty('0x54')
		const logs = async (withLog: boolean): Promise<boolean> =>
			JSON.stringify(await trace({ tracer: 'erc7562Tracer', withLog })).includes('"logs"')
		expect([await logs(true), await logs(false)]).toEqual([true, false])
	})

	test('the tracer of ERC-7562 leaves out what every program does: pushes, swaps, sums, comparisons, and gas for a call', async () => {
		const each = (from: number, to: number, code: (opcode: string, at: number) => string) =>
			Array.from({ length: to - from + 1 }, (_, at) => code((from + at).toString(16).padStart(2, '0'), at)).join('')
		const reckoned = (opcode: string) => `5f5f5f${opcode}`
		const everything = [
			each(0x01, 0x0b, reckoned) + each(0x10, 0x1d, reckoned),
			each(0x5f, 0x7f, (opcode, bytes) => opcode + '00'.repeat(bytes)),
			each(0x80, 0x9f, (opcode) => opcode),
			'50',
		].join('')
		const called = `5f5f5f5f5f${push(0xb1)}5af2 5f5f5f5f${push(0xb2)}5af4 5f5f5f5f${push(0xb3)}5afa`
		const trace = await tracedChain({ 170: everything, 187: called })
		const told = async (to: number) => (await trace({ tracer: 'erc7562Tracer' }, { to: addressOf(to) })) as Tree
		const counted = [0x00, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x18, 0x1a, 0x1d]
		expect((await told(0xaa)).usedOpcodes).toEqual(
			Object.fromEntries(counted.map((opcode) => [`0x${opcode.toString(16)}`, 1])),
		)
		const { usedOpcodes, contractSize } = await told(0xbb)
		expect(usedOpcodes).toEqual({ '0x0': 1, '0xf2': 1, '0xf4': 1, '0xfa': 1 })
		expect(contractSize).toEqual({
			[at(0xb1)]: { contractSize: 0, opcode: 0xf2 },
			[at(0xb2)]: { contractSize: 0, opcode: 0xf4 },
			[at(0xb3)]: { contractSize: 0, opcode: 0xfa },
		})
	})

	test('the tracer of ERC-7562 tells nothing of an instruction with too few items but that it was there', async () => {
		const nothing = { reads: {}, writes: {}, transientReads: {}, transientWrites: {} }
		for (const [code, opcode] of [
			['54', 0x54],
			['5c', 0x5c],
			['20', 0x20],
			['5f20', 0x20],
			['3b', 0x3b],
			['3f', 0x3f],
			['f1', 0xf1],
			['5ff1', 0xf1],
			['5ffa', 0xfa],
		] as const) {
			const trace = await tracedChain({ 170: code })
			const traced = (await trace({ tracer: 'erc7562Tracer' })) as Tree
			expect(traced, code).toMatchObject({
				accessedSlots: nothing,
				contractSize: {},
				extCodeAccessInfo: [],
				usedOpcodes: { [`0x${opcode.toString(16)}`]: 1 },
				error: expect.stringContaining('stack underflow'),
			})
			expect(traced).not.toHaveProperty('keccak')
		}
	})

	test('a call that ends without gas is told of those below the outermost, a creation that cannot pay for its code too', async () => {
		const trace = await tracedChain({
			// An init code that returns 32 bytes, with 2,000 gas of the 63 parts of 64.
			170: `665f5f5f5f5f5ff3 5f52 5f5f5f5f5f${push(0xbb)}612710f150`,
			187: '665f5f5f60205ff3 5f52 6007601960005ff0',
			204: '5b5f56',
		})
		const out = async (to: number) =>
			(await trace({ tracer: 'erc7562Tracer' }, { to: addressOf(to), gas: 60_000n })) as Tree
		expect((await out(0xcc)).outOfGas).toBe(false)
		expect(JSON.stringify(await out(0xaa))).toContain('"outOfGas":true')
	})
})

// go-ethereum v1.10.16 eth/tracers/native/prestate.go.
describe('the tracer of what accounts were before', () => {
	const created = (nonce: bigint) => getContractAddress({ from: at(0xaa) as `0x${string}`, nonce }).toLowerCase()
	const salted = getContractAddress({
		opcode: 'CREATE2',
		from: at(0xaa) as `0x${string}`,
		salt: word(7) as `0x${string}`,
		bytecode: '0x5f5ff3',
	}).toLowerCase()

	test('the tracer of the state before tells accounts and slots that a call looked at, as they were before it', async () => {
		const code = [
			'6009600255 60025450 60015450',
			`${push(0xb1)}3150 ${push(0xb2)}3b50 5f5f5f${push(0xb3)}3c ${push(0xb4)}3f50`,
			callOf('f1', 0xb5, 3),
			callOf('f2', 0xb6),
			callOf('f4', 0xb7),
			callOf('fa', 0xb8),
			'625f5ff35f52 6003601d5ff050 60076003601d5ff550',
			`${push(0xb9)}ff`,
		].join('')
		const trace = await tracedChain({ 170: code, 181: '6001600155', 183: '60035450' })
		const traced = (await trace({ tracer: 'prestateTracer' }, { value: 7n, nonce: 5n })) as Record<string, Tree>
		const touched = [0x11, 0xaa, 0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9].map(at)
		expect(Object.keys(traced)).toEqual([...touched, created(1n), salted].sort())
		const nothing = { balance: '0x0', nonce: 0, code: '0x', storage: {} }
		for (const byte of [0xb1, 0xb2, 0xb3, 0xb4, 0xb6, 0xb8, 0xb9]) expect(traced[at(byte)]).toEqual(nothing)
		expect(traced[created(1n)]).toEqual(nothing)
		expect(traced[salted]).toEqual(nothing)
		expect(traced[at(0xaa)]).toEqual({
			balance: '0x64',
			nonce: 1,
			code: `0x${code.replaceAll(' ', '')}`,
			// By order of keys; the slot that the DELEGATECALL looks at is the caller's.
			storage: { [word(1)]: word(0), [word(2)]: word(0), [word(3)]: word(0) },
		})
		expect(Object.keys(traced[at(0xaa)]!.storage as object)).toEqual([word(1), word(2), word(3)])
		expect(traced[at(0xb5)]).toMatchObject({ balance: '0x64', storage: { [word(1)]: word(0) } })
		expect(traced[at(0xb7)]).toMatchObject({ balance: '0x64', storage: {} })
	})

	test('an instruction with too few items looks at nobody, but a call with five of them', async () => {
		const looked = async (code: string) => {
			const trace = await tracedChain({ 170: code })
			const traced = (await trace({ tracer: 'prestateTracer' })) as Record<string, Tree>
			return [
				Object.keys(traced).filter((address) => address !== at(0x11) && address !== at(0xaa)),
				traced[at(0xaa)]!.storage,
			]
		}
		for (const code of ['54', '55', '31', '3b', '3c', '3f', 'ff', '5f5f5ff5'])
			expect(await looked(code)).toEqual([[], {}])
		for (const call of ['f1', 'f2', 'f4', 'fa']) {
			expect(await looked(`5f5f${push(0xbb)}5f${call}`)).toEqual([[], {}])
			expect(await looked(`5f5f5f${push(0xbb)}5f${call}`)).toEqual([[at(0xbb)], {}])
		}
	})

	test('the sender before a call has the price of all gas again and a nonce less, the greatest for one that sent nothing', async () => {
		const trace = await tracedChain({ 170: '00' })
		const has = 1_000_000n * 10n ** 12n
		const sender = async (message: object) =>
			((await trace({ tracer: 'prestateTracer' }, message)) as Record<string, Tree>)[at(0x11)]!
		expect((await sender({ value: 7n, gas: 50_000n, gasPrice: 3n })).balance).toBe(`0x${(has + 150_000n).toString(16)}`)
		expect(writeCompactJson(await sender({}))).toContain('"nonce":18446744073709551615')
	})

	test('a deployment tells nothing of the contract that it makes', async () => {
		const trace = await tracedChain({})
		const message = { to: undefined, data: Uint8Array.of(0x30, 0x31, 0x50), nonce: 4n }
		const traced = (await trace({ tracer: 'prestateTracer' }, message)) as Tree
		expect(Object.keys(traced)).toEqual([at(user[0]!)])
	})
})

// go-ethereum eth/tracers/logger StructLogger: v1.10.16 for limbs, today's for hex.
describe('the log of steps', () => {
	const code =
		'6009600255 60015450 60025450 60075f52 5f5f60205f5f73bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb61fffff150 60205ff3'
	const chain = () => tracedChain({ 170: code, 187: '600155' })
	interface Log {
		readonly gas: number
		readonly failed: boolean
		readonly returnValue: string
		readonly structLogs: readonly {
			readonly pc: number
			readonly op: string
			readonly gas: number
			readonly gasCost: number
			readonly depth: number
			readonly error?: string
			readonly stack?: readonly string[]
			readonly memory?: readonly string[]
			readonly storage?: Readonly<Record<string, string>>
		}[]
	}
	const log = async (options: object = {}, message: object = {}) =>
		(await (
			await chain()
		)({ tracer: '', ...options }, message)) as unknown as Log

	test('each step of a log has its place, gas, price and depth, one that fails its reason', async () => {
		const { structLogs, failed, returnValue, gas } = await log()
		const told = structLogs.map(({ pc, op, gasCost, depth, error }) => [pc, op, gasCost, depth, error ?? ''])
		expect(told).toEqual([
			[0, 'PUSH1', 3, 1, ''],
			[2, 'PUSH1', 3, 1, ''],
			[4, 'SSTORE', 22_100, 1, ''],
			[5, 'PUSH1', 3, 1, ''],
			[7, 'SLOAD', 2_100, 1, ''],
			[8, 'POP', 2, 1, ''],
			[9, 'PUSH1', 3, 1, ''],
			[11, 'SLOAD', 100, 1, ''],
			[12, 'POP', 2, 1, ''],
			[13, 'PUSH1', 3, 1, ''],
			[15, 'PUSH0', 2, 1, ''],
			[16, 'MSTORE', 6, 1, ''],
			...[17, 18].map((pc) => [pc, 'PUSH0', 2, 1, '']),
			[19, 'PUSH1', 3, 1, ''],
			...[21, 22].map((pc) => [pc, 'PUSH0', 2, 1, '']),
			[23, 'PUSH20', 3, 1, ''],
			[44, 'PUSH2', 3, 1, ''],
			[47, 'CALL', 2_600 + 0xffff, 1, ''],
			[0, 'PUSH1', 3, 2, ''],
			[2, 'SSTORE', 0, 2, 'stack underflow (1 <=> 2)'],
			[48, 'POP', 2, 1, ''],
			[49, 'PUSH1', 3, 1, ''],
			[51, 'PUSH0', 2, 1, ''],
			[52, 'RETURN', 0, 1, ''],
		])
		const outer = structLogs.filter(({ depth }) => depth === 1)
		expect(outer[0]!.gas).toBe(479_000)
		for (const [at, step] of outer.entries()) {
			const next = outer[at + 1]
			if (next !== undefined) expect(step.gas - next.gas).toBe(step.gasCost)
		}
		expect([failed, returnValue]).toEqual([false, word(7)])
		expect(gas).toBe(500_000 - outer.at(-1)!.gas)
	})

	test('stack, slots and memory of a step are shown in the words of geth, or in those of the recorded chain', async () => {
		const { structLogs } = await log({ enableMemory: true })
		expect(structLogs[2]).toMatchObject({ stack: ['0x9', '0x2'], storage: { [word(2)]: word(9) } })
		expect(structLogs[4]).toMatchObject({ storage: { [word(1)]: word(0), [word(2)]: word(9) } })
		expect(structLogs[0]).toMatchObject({ stack: [] })
		expect(structLogs[0]).not.toHaveProperty('memory')
		expect(structLogs[0]).not.toHaveProperty('storage')
		expect(structLogs[11]).toMatchObject({ stack: ['0x7', '0x0'], memory: [word(0)] })
		expect(structLogs.at(-1)).toMatchObject({ memory: [word(7)] })
		const old = await log({ enableMemory: true, words: 'limbs' })
		expect(old.structLogs[0]).toMatchObject({ memory: [], stack: [] })
		expect(old.structLogs[2]).toMatchObject({
			stack: ['[9 0 0 0]', '[2 0 0 0]'],
			storage: { [word(2).slice(2)]: word(9).slice(2) },
		})
		expect(old.structLogs[18]!.stack!.at(-1)).toBe('[bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb bbbbbbbb 0]')
		expect(old.returnValue).toBe(word(7).slice(2))
		expect(old.structLogs.at(-1)!.memory).toEqual([word(7).slice(2)])
	})

	test('what nobody asks for is left out of the log of steps', async () => {
		const { structLogs } = await log({ disableStack: true, disableStorage: true })
		expect(structLogs).toHaveLength(26)
		for (const step of structLogs)
			for (const part of ['stack', 'storage', 'memory']) expect(step).not.toHaveProperty(part)
		const some = await log({ limit: 3 })
		expect(some.structLogs.map(({ op }) => op)).toEqual(['PUSH1', 'PUSH1', 'SSTORE'])
		expect(some.structLogs[2]).toHaveProperty('storage')
	})

	test('the log of a failed call returns nothing, of a reverted one what it says', async () => {
		const trace = await tracedChain({ 170: '60075f5260205ffd', 187: '60075f52fe' })
		const result = async (to: number, words: 'hex' | 'limbs') => {
			const { failed, returnValue, gas } = (await trace({ tracer: '', words }, { to: addressOf(to) })) as unknown as Log
			return [failed, returnValue, gas]
		}
		expect(await result(0xaa, 'hex')).toEqual([true, word(7), 21_016])
		expect(await result(0xbb, 'hex')).toEqual([true, '0x', 500_000])
		expect(await result(0xbb, 'limbs')).toEqual([true, '', 500_000])
	})
})
