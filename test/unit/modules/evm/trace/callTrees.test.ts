import { getContractAddress } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../../../src/app/AppModule.ts'
import { at, type Contracts, callOf, tracedChain, user } from './tracedCalls.ts'

type Tree = Readonly<Record<string, Json>>

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
/** 67,000 gas more than it takes for the coins. */
const [gas, withStipend] = ['0xffff', '0x108fb']
/** MSTORE of a word and RETURN: 16 gas. */
const answers42 = '602a5f5260205ff3'
/** Error(string) of "no", from the code behind it. */
const errorNo = `08c379a0${word(32).slice(2)}${word(2).slice(2)}6e6f${'00'.repeat(30)}`
const says = (data: string): string =>
	`60${(data.length / 2).toString(16)}600b5f3960${(data.length / 2).toString(16)}5ffd00${data}`

const contracts: Contracts = {
	// LOG1 of a byte, a call with 3, LOG0, what a DELEGATECALL, a STATICCALL, a failing CALL and a CALLCODE do, the end.
	170: [
		'600760015fa1',
		callOf('f1', 0xbb, 3),
		'5f5fa0',
		callOf('f4', 0xdd),
		callOf('fa', 0xee),
		callOf('f1', 0xcc),
		callOf('f2', 0xbb, 1),
		// Identity of five bytes, and of four by DELEGATECALL.
		'5f5f60055f5f600461fffff150',
		'5f5f60045f600461fffff450',
		`73${at(0x99).slice(2)}ff`,
	].join(''),
	187: answers42,
	// A log and a call that has a log, undone by an opcode that is none.
	204: `5f5fa0${callOf('f1', 0xab)}0c`,
	171: '5f5fa0',
	221: `60016002600360045f5fa4${callOf('f4', 0xbb)}`,
	238: says(errorNo),
}

describe('the tree of calls', () => {
	let tree: Tree
	let old: Tree
	let trace: Awaited<ReturnType<typeof tracedChain>>
	beforeAll(async () => {
		trace = await tracedChain(contracts)
		tree = (await trace({ tracer: 'callTracer', withLog: true }, { value: 7n })) as Tree
		old = (await trace({ tracer: 'callTracer', words: 'limbs' }, { value: 7n })) as Tree
	})

	const answer = word(42)
	const call = (type: string, from: number, to: number, more: object = {}) => ({
		type,
		from: at(from),
		to: at(to),
		gas,
		input: '0x',
		...more,
	})
	const log = (topics: readonly string[], data: string, position: number) => ({
		address: at(0xaa),
		topics,
		data,
		position: `0x${position}`,
	})
	const inDelegate = call('DELEGATECALL', 0xaa, 0xbb, { value: '0x7', gasUsed: '0x10', output: answer })
	const identity = `0x${'00'.repeat(18)}0004`
	const calls = [
		call('CALL', 0xaa, 0xbb, { value: '0x3', gas: withStipend, gasUsed: '0x10', output: answer }),
		// LOG4, 16 for what it takes, and a call of 2,600 or 100 with 18 around it.
		call('DELEGATECALL', 0xaa, 0xdd, {
			value: '0x7',
			calls: [expect.objectContaining({ ...inDelegate, gas: expect.any(String) })],
			logs: [log([4, 3, 2, 1].map(word), '0x', 0)],
		}),
		call('STATICCALL', 0xaa, 0xee, {
			output: `0x${errorNo}`,
			error: 'execution reverted',
			revertReason: 'no',
		}),
		call('CALL', 0xaa, 0xcc, {
			value: '0x0',
			gasUsed: gas,
			error: 'invalid opcode: opcode 0xc not defined',
			calls: [expect.objectContaining({ type: 'CALL', from: at(0xcc), to: at(0xab), gasUsed: '0x17b' })],
		}),
		call('CALLCODE', 0xaa, 0xbb, { value: '0x1', gas: withStipend, gasUsed: '0x10', output: answer }),
		{
			...call('CALL', 0xaa, 0),
			to: identity,
			value: '0x0',
			gasUsed: '0x12',
			input: '0x0000000000',
			output: '0x0000000000',
		},
		{
			...call('DELEGATECALL', 0xaa, 0),
			to: identity,
			value: '0x7',
			gasUsed: '0x12',
			input: '0x00000000',
			output: '0x00000000',
		},
		{ ...call('SELFDESTRUCT', 0xaa, 0x99), value: '0x68', gas: '0x0', gasUsed: '0x0' },
	]

	test('today’s tree of calls has values, gas, reasons and the logs of what was not undone', async () => {
		const { gasUsed } = tree
		expect(tree).toEqual({
			...call('CALL', 0x11, 0xaa, { value: '0x7', gas: '0x7a120', gasUsed }),
			calls: calls.map((one) => expect.objectContaining(one)),
			logs: [log([word(7)], '0x00', 0), log([], '0x', 1)],
		})
		const { gas: whole } = (await trace({ tracer: '' }, { value: 7n })) as { gas: number }
		expect(Number(gasUsed)).toBe(whole)
		const [, delegated, , failed] = tree.calls as Tree[]
		expect(failed).not.toHaveProperty('logs')
		expect((failed!.calls as Tree[])[0]).not.toHaveProperty('logs')
		// LOG4 of nothing: 1,891 with what it takes; the address is warm; 18 around the call.
		expect(Number(delegated!.gasUsed)).toBe(1_891 + 2 * 4 + 3 + 3 + 2 + 100 + 16)
	})

	test('the tree of calls has the outermost alone where that is asked for, and logs only where they are', async () => {
		const { calls: _calls, ...top } = tree
		expect(await trace({ withLog: true, onlyTopCall: true }, { value: 7n })).toEqual(top)
		expect(JSON.stringify(await trace({}, { value: 7n }))).not.toContain('logs')
	})

	test('the tree of calls of the recorded chain has the gas of the code, an output of nothing and one reason', () => {
		const [first, delegated, failed] = old.calls as Tree[]
		expect(old).toMatchObject({ gas: `0x${(500_000 - 21_000).toString(16)}`, output: '0x', value: '0x7' })
		expect(Number(old.gasUsed)).toBe(Number(tree.gasUsed) - 21_000)
		expect(first).toEqual(calls[0])
		expect(delegated).not.toHaveProperty('value')
		expect(delegated).not.toHaveProperty('logs')
		expect(failed).toEqual({ ...call('STATICCALL', 0xaa, 0xee), gasUsed: failed!.gasUsed, error: 'execution reverted' })
	})

	test('a call without code, and one of a failing outermost contract, are told', async () => {
		expect(await trace({}, { to: Uint8Array.from({ length: 20 }, () => 0x98) })).toEqual({
			...call('CALL', 0x11, 0x98, { value: '0x0', gas: '0x7a120', gasUsed: '0x5208' }),
		})
		const revertedTree = (await trace({ words: 'limbs' }, { to: Uint8Array.from({ length: 20 }, () => 0xee) })) as Tree
		expect(revertedTree).toMatchObject({ output: `0x${errorNo}`, error: 'execution reverted' })
		const refused = await trace({ withLog: true }, { to: Uint8Array.from({ length: 20 }, () => 0xcc) })
		expect(JSON.stringify(refused)).not.toContain('logs')
	})
})

describe('the tree of calls of contracts that make contracts', () => {
	const init = '5f5ff3'
	const contractsThatMake: Contracts = {
		// CREATE of an empty contract with 2, the same with an init code that reverts, CREATE2, and CREATE2 once more.
		170: [
			`62${init}5f52 6003601d6002f050`,
			'635f5ffd00 5f52 6004601c5ff050',
			`62${init}5f52 60076003601d5ff550 60076003601d5ff550`,
		].join(''),
	}
	const nonceAddress = (nonce: bigint) => getContractAddress({ from: at(0xaa) as `0x${string}`, nonce }).toLowerCase()
	const salted = getContractAddress({
		opcode: 'CREATE2',
		from: at(0xaa) as `0x${string}`,
		salt: word(7) as `0x${string}`,
		bytecode: `0x${init}`,
	}).toLowerCase()

	test('created contracts have their addresses, failed creations none', async () => {
		const trace = await tracedChain(contractsThatMake)
		const { calls } = (await trace({ tracer: 'callTracer', words: 'limbs' })) as { calls: Tree[] }
		expect(calls.map(({ type, to, value, input, error }) => [type, to, value, input, error])).toEqual([
			['CREATE', nonceAddress(1n), '0x2', `0x${init}`, undefined],
			['CREATE', undefined, '0x0', '0x5f5ffd00', 'execution reverted'],
			['CREATE2', salted, '0x0', `0x${init}`, undefined],
		])
		const flat = (await trace({ tracer: 'flatCallTracer' })) as Tree[]
		expect(flat.slice(1).map(({ type, action, result }) => [type, (action as Tree).creationMethod, result])).toEqual([
			['create', 'create', { address: nonceAddress(1n), code: '0x', gasUsed: '0x4' }],
			['create', 'create', { code: '0x', gasUsed: '0x4' }],
			['create', 'create2', { address: salted, code: '0x', gasUsed: '0x4' }],
			['create', 'create2', null],
		])
		const deployed = (await trace(
			{ tracer: 'callTracer' },
			{ to: undefined, data: Uint8Array.of(0x5f, 0x5f, 0xf3) },
		)) as Tree
		expect(deployed).toMatchObject({
			type: 'CREATE',
			from: at(0x11),
			to: getContractAddress({ from: at(user[0]!) as `0x${string}`, nonce: 0n }).toLowerCase(),
			input: '0x5f5ff3',
		})
	})
})

describe('the list of calls', () => {
	let trace: Awaited<ReturnType<typeof tracedChain>>
	const flat = async (options: object = {}, message: object = { value: 7n }) =>
		(await trace({ tracer: 'flatCallTracer', ...options }, message)) as Tree[]
	beforeAll(async () => {
		trace = await tracedChain(contracts)
	})

	test('calls are listed with their places in the tree, those of precompiled contracts left out', async () => {
		const list = await flat()
		expect(
			list.map(({ traceAddress, subtraces, type, error, action }) => [
				traceAddress,
				subtraces,
				type,
				error,
				(action as Tree).callType,
			]),
		).toEqual([
			[[], 7, 'call', undefined, 'call'],
			[[0], 0, 'call', undefined, 'call'],
			[[1], 1, 'call', undefined, 'delegatecall'],
			[[1, 0], 0, 'call', undefined, 'delegatecall'],
			[[2], 0, 'call', 'execution reverted', 'staticcall'],
			[[3], 1, 'call', 'invalid opcode: opcode 0xc not defined', 'call'],
			[[3, 0], 0, 'call', undefined, 'call'],
			[[4], 0, 'call', undefined, 'callcode'],
			[[5], 0, 'call', undefined, 'delegatecall'],
			[[6], 0, 'suicide', undefined, undefined],
		])
		expect(list[0]).toEqual({
			type: 'call',
			action: { callType: 'call', from: at(0x11), to: at(0xaa), gas: '0x7a120', input: '0x', value: '0x7' },
			result: { gasUsed: (list[0]!.result as Tree).gasUsed, output: '0x' },
			subtraces: 7,
			traceAddress: [],
			blockHash: null,
			blockNumber: 0,
			transactionHash: null,
			transactionPosition: 0,
		})
		expect(list[3]).toMatchObject({ action: { value: '0x7' }, result: { gasUsed: '0x10', output: word(42) } })
		expect(list[4]).toMatchObject({ action: { value: '0x0' }, result: { output: `0x${errorNo}` } })
		expect(list[5]!.result).toBeNull()
		expect(list[9]).toMatchObject({
			action: { address: at(0xaa), balance: '0x68', refundAddress: at(0x99) },
			result: null,
		})
	})

	test('the list of calls leaves out precompiled contracts that are called or asked, and keeps those whose code is lent', async () => {
		// Identity of nothing by CALL, CALLCODE, DELEGATECALL and STATICCALL.
		const lent = `5f5f5f5f5f600461fffff150 5f5f5f5f5f600461fffff250 5f5f5f5f600461fffff450 5f5f5f5f600461fffffa50`
		const asked = await tracedChain({ 170: lent })
		const list = (await asked({ tracer: 'flatCallTracer' })) as Tree[]
		expect(list.map(({ action }) => (action as Tree).callType)).toEqual(['call', 'callcode', 'delegatecall'])
		expect(list[0]!.subtraces).toBe(2)
	})

	test('the list of calls has those of precompiled contracts, places and the words of OpenEthereum on demand', async () => {
		const place = {
			blockHash: new Uint8Array(32).fill(1),
			blockNumber: 9,
			txHash: new Uint8Array(32).fill(2),
			position: 3,
		}
		const list = await flat({ withPrecompiles: true, parityErrors: true, place })
		expect(list).toHaveLength(11)
		expect(list.map(({ error }) => error).filter(Boolean)).toEqual(['Reverted', 'Bad instruction'])
		for (const one of list) {
			expect(one).toMatchObject({
				blockHash: `0x${'01'.repeat(32)}`,
				blockNumber: 9,
				transactionHash: `0x${'02'.repeat(32)}`,
				transactionPosition: 3,
			})
		}
	})

	test.each([
		['50', 'stack underflow (0 <=> 1)', 'Stack underflow'],
		['60ff56', 'invalid jump destination', 'Bad jump destination'],
		['5b5f56', 'out of gas', 'Out of gas'],
		['5b5f5f56', 'stack limit reached 1024 (1023)', 'Out of stack'],
		['60015f5f3e', 'return data out of bounds', 'Out of bounds'],
		['5f5ffd', 'execution reverted', 'Reverted'],
		['fe', 'invalid opcode: INVALID', 'Bad instruction'],
	])('the code %s ends with %j, in the words of OpenEthereum %j', async (code, error, parity) => {
		trace = await tracedChain({ 170: code })
		const errorOf = async (parityErrors: boolean) => (await flat({ parityErrors }, { gas: 60_000n }))[0]!.error
		expect(await errorOf(false)).toBe(error.startsWith('stack limit') ? 'stack limit reached 1024 (1023)' : error)
		expect(await errorOf(true)).toBe(parity)
	})
})

describe('other tracers of calls', () => {
	test('function selectors are counted by the size of their arguments, without those for precompiled contracts', async () => {
		const forward = (opcode: 'f1' | 'f4' | 'fa' | 'f2', to: number, size: number): string =>
			`5f5f60${size.toString(16).padStart(2, '0')}5f${opcode === 'f1' || opcode === 'f2' ? '5f' : ''}73${at(to).slice(2)}61ffff${opcode}50`
		const trace = await tracedChain({
			170: [
				'7fa1b2c3d4',
				'00'.repeat(28),
				'5f52',
				forward('f1', 0xbb, 4),
				forward('f4', 0xbb, 4),
				forward('fa', 0xbb, 36),
				forward('f2', 0xbb, 36),
				forward('f1', 0xbb, 3),
				'5f5f60085f5f600461fffff150',
				'60085f5ff050',
			].join(''),
			187: '00',
		})
		const data = Uint8Array.of(0xff, 0, 0, 1, 9)
		expect(JSON.stringify(await trace({ tracer: '4byteTracer' }, { data }))).toBe(
			'{"0xa1b2c3d4-0":2,"0xa1b2c3d4-32":2,"0xff000001-1":1}',
		)
		expect(await trace({ tracer: '4byteTracerLegacy' }, { data: data.slice(0, 3) })).toEqual({
			'0xa1b2c3d4-0': 2,
			'0xa1b2c3d4-32': 2,
		})
		expect(await trace({ tracer: '4byteTracer' }, { data: data.slice(0, 4), to: user })).toEqual({ '0xff000001-0': 1 })
	})

	test('several tracers tell of one run under their names, and one tells nothing', async () => {
		const trace = await tracedChain(contracts)
		const options = { disableStack: false, disableStorage: false, enableMemory: false, limit: 0, words: 'hex' } as const
		const place = { blockHash: new Uint8Array(32), blockNumber: 9, txHash: new Uint8Array(32), position: 3 }
		const mixed = (await trace({
			tracer: 'muxTracer',
			place,
			tracers: [
				['callTracer', { ...options, tracer: 'callTracer' }],
				['flatCallTracer', { ...options, tracer: 'flatCallTracer' }],
				['noopTracer', { ...options, tracer: 'noopTracer' }],
			],
		})) as Tree
		expect(mixed.callTracer).toEqual(await trace({}))
		expect(mixed.flatCallTracer).toEqual(await trace({ tracer: 'flatCallTracer', place }))
		expect(mixed.noopTracer).toEqual({})
		expect(await trace({ tracer: 'muxTracer' })).toEqual({})
		await expect(trace({ tracer: 'otherTracer' })).rejects.toThrow('tracer not found')
	})
})
