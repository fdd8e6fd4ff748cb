import { getContractAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../../src/app/AppModule.ts'
import { addressOf } from '../evmBench.ts'
import { at, tracedChain } from './tracedCalls.ts'

type Tree = Readonly<Record<string, Json>>

const init = '5f5ff3'
const poor = 'insufficient balance for transfer'
/** Each contract has 100. */
const contracts = {
	// Four bytes to send, a call with 200, CALLCODE with 255, CREATE with 200 of three bytes, a log, a call that begins.
	170: [
		'63a1b2c3d4 60e01b 5f52',
		`5f5f60045f60c873${at(0xbb).slice(2)}611000f150`,
		`5f5f60055f60ff73${at(0xbb).slice(2)}611000f250`,
		'60035f60c8f0 50 5f5fa0',
		`5f5f5f5f600173${at(0xbb).slice(2)}611000f150`,
		'60035f60c8f0',
	].join(''),
	187: '00',
	// CREATE2 of the same twice.
	204: `62${init}5f52 5f6003601d5ff550 5f6003601d5ff550`,
	// A call of nobody by each instruction, and one of a contract that cannot pay for its own.
	221: [
		...['f1', 'f2'].map((code) => `5f5f5f5f5f73${at(0x98).slice(2)}611000${code}50`),
		...['f4', 'fa'].map((code) => `5f5f5f5f73${at(0x98).slice(2)}611000${code}50`),
		`5f5f5f5f5f73${at(0xaa).slice(2)}62020000f1`,
	].join(''),
	// The call itself cannot be paid.
	238: `5f5f62ffffff5f60c873${at(0xbb).slice(2)}611000f150`,
}

// go-ethereum v1.16 core/vm/evm.go begins a frame before it looks at depth, balance and address.
describe('traces of calls that do not begin', () => {
	test('today’s tree has calls and creations that their caller cannot pay for', async () => {
		const trace = await tracedChain(contracts)
		const { calls, logs } = (await trace({ withLog: true })) as { calls: Tree[]; logs: Tree[] }
		const common = { from: at(0xaa), gasUsed: '0x0', error: poor }
		expect(calls.slice(0, 2)).toEqual([
			{ ...common, type: 'CALL', to: at(0xbb), value: '0xc8', gas: '0x18fc', input: '0xa1b2c3d4' },
			{ ...common, type: 'CALLCODE', to: at(0xbb), value: '0xff', gas: '0x18fc', input: '0xa1b2c3d400' },
		])
		const creation = { ...common, type: 'CREATE', value: '0xc8', input: '0xa1b2c3' }
		expect(calls[2]).toEqual({ ...creation, gas: calls[2]!.gas })
		expect(calls[3]).toMatchObject({ type: 'CALL', value: '0x1', gasUsed: '0x0' })
		expect(calls[3]).not.toHaveProperty('error')
		// The code ends with it.
		expect(calls[4]).toEqual({ ...creation, gas: calls[4]!.gas })
		expect(calls).toHaveLength(5)
		expect(logs).toMatchObject([{ position: '0x3' }])
		// A part of 64 stays with the caller.
		const { structLogs } = (await trace({ tracer: '' })) as unknown as {
			structLogs: { op: string; gas: number; gasCost: number }[]
		}
		const creates = structLogs.filter(({ op }) => op === 'CREATE')
		expect([calls[2], calls[4]].map((call) => Number(call!.gas))).toEqual(
			creates.map(({ gas, gasCost }) => gas - gasCost - Math.floor((gas - gasCost) / 64)),
		)
	})

	test('the tree of the recorded chain has none of them', async () => {
		const trace = await tracedChain(contracts)
		const { calls } = (await trace({ words: 'limbs' })) as { calls: Tree[] }
		expect(calls.map(({ value }) => value)).toEqual(['0x1'])
	})

	test('calls of nobody begin, and calls that do not begin have their place below others', async () => {
		const trace = await tracedChain(contracts)
		const { calls } = (await trace({}, { to: addressOf(0xdd) })) as unknown as { calls: (Tree & { calls?: Tree[] })[] }
		expect(calls.map(({ type, to, error }) => [type, to, error])).toEqual([
			['CALL', at(0x98), undefined],
			['CALLCODE', at(0x98), undefined],
			['DELEGATECALL', at(0x98), undefined],
			['STATICCALL', at(0x98), undefined],
			['CALL', at(0xaa), undefined],
		])
		expect(calls[4]!.calls!.map(({ error }) => error)).toEqual([poor, poor, poor, undefined, poor])
	})

	test('the list of calls, the selectors and what bundlers ask have them too', async () => {
		const trace = await tracedChain(contracts)
		const list = (await trace({ tracer: 'flatCallTracer' })) as Tree[]
		expect(list.map(({ error, result }) => [error, result === null])).toEqual([
			[undefined, false],
			...[poor, poor, poor].map((error) => [error, true]),
			[undefined, false],
			[poor, true],
		])
		expect(await trace({ tracer: '4byteTracer' })).toEqual({ '0xa1b2c3d4-0': 1, '0xa1b2c3d4-1': 1 })
		expect(await trace({ tracer: '4byteTracer', words: 'limbs' })).toEqual({})
		const { calls } = (await trace({ tracer: 'erc7562Tracer' })) as { calls: Tree[] }
		expect(calls.map(({ error, usedOpcodes }) => [error, usedOpcodes])).toEqual([
			...[poor, poor, poor].map((error) => [error, {}]),
			[undefined, { '0x0': 1 }],
			[poor, {}],
		])
	})

	test('today’s tree has a creation at a taken address, which costs all that it was given', async () => {
		const trace = await tracedChain(contracts)
		const { calls } = (await trace({}, { to: addressOf(0xcc) })) as { calls: Tree[] }
		const to = getContractAddress({
			opcode: 'CREATE2',
			from: at(0xcc) as `0x${string}`,
			salt: `0x${'00'.repeat(32)}`,
			bytecode: `0x${init}`,
		})
		expect(calls[0]).toMatchObject({ type: 'CREATE2', to: to.toLowerCase() })
		expect(calls[1]).toMatchObject({
			type: 'CREATE2',
			error: 'contract address collision',
			gasUsed: calls[1]!.gas as string,
		})
		expect(calls[1]).not.toHaveProperty('to')
		expect(calls).toHaveLength(2)
	})

	test.each([
		['CALL', 'f1', 2],
		['DELEGATECALL', 'f4', 0],
	])('a %s 1,024 calls deep has its place, with what it would have been told', async (type, code, push) => {
		// Each frame asks for a call that it cannot pay for, and then calls itself with four bytes.
		const self = [
			'63a1b2c3d4 60e01b 5f52',
			`5f5f5f5f6103e873${at(0xaa).slice(2)}5ff150`,
			`5f5f60045f ${push === 0 ? '' : '5f'} 73${at(0xaa).slice(2)}5a${code} 00`,
		].join('')
		const trace = await tracedChain({ 170: self })
		type Node = { readonly [name in 'type' | 'gas' | 'input' | 'to' | 'error']: string } & { readonly calls?: Node[] }
		const root = (await trace({}, { gas: 2n ** 60n })) as unknown as Node
		const frames = [root]
		for (let node = root.calls; node !== undefined; node = node[1]?.calls) frames.push(node[1]!)
		const refused = frames.slice(0, -1).map(({ calls }) => calls![0]!.error)
		const last = frames.at(-1)!
		expect(new Set(refused.slice(0, 1_024))).toEqual(new Set([poor]))
		expect(refused[1_024]).toBe('max call depth exceeded')
		expect(frames).toHaveLength(1_026)
		expect([last.type, last.error, last.input, last.to]).toEqual([
			type,
			'max call depth exceeded',
			'0xa1b2c3d4',
			at(0xaa),
		])
		// 9,100 for the call that does not begin, of which 2,300 come back; 49 for the pushes and 100 for the call.
		const left = BigInt(frames.at(-2)!.gas) - 6_800n - 49n - 100n - BigInt(push)
		expect(BigInt(last.gas)).toBe(left - left / 64n)
	})

	test('a deployment that its sender cannot pay for has no frame', async () => {
		const trace = await tracedChain({})
		const told = (tracer: string, words: 'hex' | 'limbs' = 'hex') =>
			trace({ tracer, words }, { to: undefined, value: 10n ** 30n })
		for (const tracer of ['callTracer', 'erc7562Tracer', 'prestateTracer', '4byteTracer']) {
			expect(await told(tracer), tracer).toEqual({})
		}
		expect(await told('callTracer', 'limbs')).toEqual({})
		expect(await told('flatCallTracer')).toEqual([])
		expect(await told('')).toMatchObject({ failed: true, structLogs: [] })
	})

	test('a log that is larger than any memory ends its call and is not shown', async () => {
		const trace = await tracedChain({ 170: `5f5fa0 7f${'ff'.repeat(32)} 5f a0` })
		const told = (await trace({ withLog: true })) as Tree
		expect(told).toMatchObject({ error: 'gas uint64 overflow' })
		expect(told).not.toHaveProperty('logs')
	})

	test('a call that its caller cannot pay the price of is none', async () => {
		const trace = await tracedChain(contracts)
		expect(await trace({}, { to: addressOf(0xee) })).toMatchObject({ error: 'out of gas' })
		expect(await trace({}, { to: addressOf(0xee) })).not.toHaveProperty('calls')
	})
})
