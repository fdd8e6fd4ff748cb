import { describe, expect, test } from 'vitest'
import { type RecorderOptions, TraceRecorder } from '../../../../../src/modules/evm/trace/TraceRecorder.ts'
import type { ChainEvm } from '../../../../../src/modules/evm/vm/ChainEvm.ts'
import type { EvmObserver } from '../../../../../src/modules/evm/vm/runEvm.ts'
import { toHex } from '../../../../../src/util/bytes.ts'
import { addressOf } from '../evmBench.ts'
import { at, bytesOf, type Options, run, word } from '../vm/runCodes.ts'

/** What a recorder has of a call of contracts by the byte of their addresses. */
async function recorded(codes: Readonly<Record<number, string>>, options: RecorderOptions, call: Options = {}) {
	const recorder = new TraceRecorder(options)
	const outcome = await run(codes, { ...call, run: { observer: (evm) => recorder.observe(evm) } })
	return { recorder, outcome, steps: recorder.steps, root: recorder.root! }
}

const tooLarge = 'the trace is too large: ask for less of each step'
const mostWords = 4_000_000

describe('steps', () => {
	test('each step has what it begins with, its price and the memory that it makes', async () => {
		const { steps } = await recorded({ 170: '60ff600152 5f51' }, { steps: true, memory: true, stack: true })
		const told = steps.map(({ pc, name, opcode, gas, gasCost, fixedCost, stack, memoryWords, memory }) => [
			...[pc, name, opcode, Number(gas), Number(gasCost), Number(fixedCost)],
			...[stack, Number(memoryWords), toHex(memory)],
		])
		const [empty, two] = ['00'.repeat(64), `${'00'.repeat(32)}ff${'00'.repeat(31)}`]
		expect(told).toEqual([
			[0, 'PUSH1', 0x60, 1_000_000, 3, 3, [], 0, ''],
			[2, 'PUSH1', 0x60, 999_997, 3, 3, [255n], 0, ''],
			[4, 'MSTORE', 0x52, 999_994, 9, 3, [255n, 1n], 0, empty],
			[5, 'PUSH0', 0x5f, 999_985, 2, 2, [], 2, two],
			[6, 'MLOAD', 0x51, 999_983, 3, 3, [0n], 2, two],
			[7, 'STOP', 0, 999_980, 0, 0, [0n], 2, two],
		])
		expect(steps.map(({ depth, balance, address }) => [depth, balance, address[0]])).toEqual(
			steps.map(() => [1, 9n, 0xaa]),
		)
	})

	test('a step has the upper end of its stack, or all of it, and no memory that nobody asks for', async () => {
		const code = `${'6001600260036004600560066007600860095f52'}00`
		const last = async (options: RecorderOptions) =>
			(await recorded({ 170: code }, { steps: true, ...options })).steps.at(-1)!
		const all = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]
		expect(await last({ stack: true })).toMatchObject({ stack: all, stackSize: 8, memory: new Uint8Array(0) })
		expect(await last({})).toMatchObject({ stack: all.slice(1), stackSize: 8 })
	})

	test('steps are kept where they are asked for, and no more than that', async () => {
		const kept = async (options: RecorderOptions) => (await recorded({ 170: '6001600201' }, options)).steps.length
		expect([await kept({}), await kept({ steps: true }), await kept({ steps: true, limit: 0 })]).toEqual([0, 4, 4])
		expect([await kept({ steps: true, limit: 1 }), await kept({ steps: true, limit: 3 })]).toEqual([1, 3])
	})

	test.each<[string, string, number, string, number, number]>([
		['memory that cannot be paid', '60ff61100052', 100, 'out of gas', 3 + 129 * 3 + 32, 0],
		['memory beyond all that is priced', '60ff67ffffffffffffffff52', 100, 'gas uint64 overflow', 3, 0],
		['a fixed price that cannot be paid', '60ff5f5260ff5f52', 17, 'out of gas', 3, 1],
	])(
		'a step that fails for want of %s has its reason, its price and the memory before it',
		async (_name, code, gas, error, cost, words) => {
			const { steps } = await recorded({ 170: code }, { steps: true, memory: true }, { call: { gas: BigInt(gas) } })
			expect(steps.at(-1)).toMatchObject({ error, gasCost: BigInt(cost) })
			expect(steps.at(-1)!.memory).toHaveLength(words * 32)
		},
	)
})

test('a recorder hears its own call alone, beside another recorder', async () => {
	const recorders = [new TraceRecorder({ steps: true }), new TraceRecorder({ steps: true })]
	let machine: ChainEvm | undefined
	const observer: EvmObserver = (evm) => {
		machine = evm
		const ends = recorders.map((recorder) => recorder.observe(evm))
		return () => {
			for (const end of ends.reverse()) end()
		}
	}
	await run({ 170: '6001600201' }, { run: { observer } })
	// The last step is that of the end, which no instruction tells.
	for (const { steps } of recorders) expect(steps.map(({ name }) => name)).toEqual(['PUSH1', 'PUSH1', 'ADD', 'STOP'])
	const names = ['beforeMessage', 'afterMessage', 'step'] as const
	expect(names.map((name) => machine!.events.listenerCount(name))).toEqual([0, 0, 0])
	expect(machine!.onRunEnd).toBeUndefined()
})

describe('the words of a trace', () => {
	test('a trace keeps four million words and not one more', () => {
		const recorder = new TraceRecorder({})
		recorder.count(mostWords)
		recorder.count(0)
		expect(() => recorder.count(1)).toThrow(tooLarge)
	})

	test.each<[string, string, RecorderOptions, number]>([
		['steps', '60ff5f5200', { steps: true, memory: true, stack: true }, 8 + 9 + (8 + 2 + 1) + (8 + 1)],
		['steps without memory', '60ff5f5200', { steps: true }, 8 + 9 + (8 + 2) + 8],
		['logs', '600160405fa1 5f5fa0', { logs: true }, 1 + 2],
	])('%s count as much as they have', async (_name, code, options, words) => {
		const traced = (before: number) => {
			const recorder = new TraceRecorder(options)
			recorder.count(before)
			return run({ 170: code }, { run: { observer: (evm) => recorder.observe(evm) } })
		}
		expect(await traced(mostWords - words)).toMatchObject({ error: '' })
		await expect(traced(mostWords - words + 1)).rejects.toThrow(tooLarge)
	})
})

describe('logs of a call', () => {
	test('a log has its data from memory, with zeros behind it, and its place among the calls', async () => {
		const code = [
			// The word 0x…aabb, and logs of all of it, of its end and what comes after, and of what is far behind.
			'61aabb5f52 60205fa0 60076003601ea1 60026103e8a0',
			`5f5f5f5f5f${at(0xbb)}61fffff150 6001600260036004 5f5f a4`,
		].join('')
		const { root } = await recorded({ 170: code, 187: '60016020a0 5f5fa0' }, { logs: true })
		const told = root.logs.map(({ address, topics, data, position }) => [
			address[0],
			topics.map(toHex),
			toHex(data),
			position,
		])
		expect(told).toEqual([
			[0xaa, [], word(0xaabb), 0],
			[0xaa, [word(7)], 'aabb00', 0],
			[0xaa, [], '0000', 0],
			[0xaa, [4, 3, 2, 1].map(word), '', 1],
		])
		expect(root.calls[0]!.logs.map(({ address, data }) => [address[0], toHex(data)])).toEqual([
			[0xbb, '00'],
			[0xbb, ''],
		])
	})

	test('logs that nobody asks for, and that an instruction has no items for, are none', async () => {
		expect((await recorded({ 170: '5f5fa0' }, {})).root.logs).toEqual([])
		const { root } = await recorded({ 170: '5fa0' }, { logs: true })
		expect([root.logs, root.error]).toEqual([[], 'stack underflow (1 <=> 2)'])
	})
})

describe('calls', () => {
	test('a call has what it sent, used and got, from the code that asked', async () => {
		const frames: string[] = []
		const { root, outcome } = await recorded(
			{ 170: `61aabb5f52 60205f6002601e6003${at(0xbb)}61fffff1`, 187: '60075f5260205ff3' },
			{ onFrame: ({ type }) => void frames.push(type) },
			{ call: { value: 1n, data: bytesOf('0102') } },
		)
		expect(frames).toEqual(['CALL', 'CALL'])
		const common = { type: 'CALL', error: '', logs: [] }
		expect(root).toMatchObject({ ...common, from: addressOf(0x11), to: addressOf(0xaa), value: 1n, gas: 1_000_000n })
		expect([root.input, Number(root.gasUsed)]).toEqual([bytesOf('0102'), outcome.used])
		expect(root.calls).toEqual([
			{
				...{ ...common, from: addressOf(0xaa), to: addressOf(0xbb), value: 3n, gas: 0xffffn + 2_300n, calls: [] },
				...{ input: bytesOf('aabb'), output: bytesOf(word(7)), gasUsed: 3n + 2n + 6n + 3n + 2n },
			},
		])
	})
})
