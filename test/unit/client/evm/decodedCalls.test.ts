import {
	encodeAbiParameters,
	encodeErrorResult,
	encodeEventTopics,
	encodeFunctionData,
	type Hex,
	parseAbi,
	parseAbiItem,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { functionOf } from '../../../../src/client/evm/callData.ts'
import { callText, constructorInputs, Decoder } from '../../../../src/client/evm/Decoder.ts'
import type { AbiFunction } from '../../../../src/client/evm/EvmClient.ts'

const a = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const b = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi([
	'function put(uint256 amount) returns (bool done)',
	'function put(uint256 amount, address to)',
	'function pair() view returns (uint256 left, string right)',
	'event Put(address indexed by, uint256 amount, string)',
	'error Full(uint256 have, uint256)',
])
const book = new AbiBook(undefined)
book.add('Jar', abi, a)
const decoder = new Decoder(book)
const fn = (text: string): AbiFunction => parseAbiItem(text as never) as AbiFunction

describe('the ABI of a contract', () => {
	test('a function is found by its name and the number of its arguments, otherwise the first of the name', () => {
		const counts = [0, 1, 2, 3].map((count) => decoder.named('put', a, count)?.inputs.length)
		expect(counts).toEqual([1, 1, 2, 1])
		expect([decoder.named('take', a, 1), decoder.named('put', b, 1), decoder.named('Put', a, 1)]).toEqual([
			undefined,
			undefined,
			undefined,
		])
	})

	test('a signature gets the names and outputs that an ABI has, and keeps its own outputs', () => {
		expect(functionOf('put(uint256)', [], a, decoder)).toMatchObject({
			inputs: [{ name: 'amount' }],
			outputs: [{ name: 'done' }],
		})
		expect(functionOf('put(uint256)(string)', [], a, decoder)).toMatchObject({ outputs: [{ type: 'string' }] })
		expect(functionOf('other(uint256)', [], a, decoder)).toMatchObject({ name: 'other', outputs: [] })
		expect(functionOf('put', ['1', a], a, decoder).inputs).toHaveLength(2)
		const given = fn('function x()')
		expect(functionOf(given, [], a, decoder)).toBe(given)
		expect(() => functionOf('take', [], a, decoder)).toThrow('No ABI here has a function take for this contract.')
	})

	test('what a function returned is read by its outputs', () => {
		const [one, two] = [
			encodeAbiParameters([{ type: 'bool' }], [true]),
			encodeAbiParameters([{ type: 'uint256' }, { type: 'string' }], [4n, 'four']),
		]
		const texts = (data: Hex, of: AbiFunction) => decoder.result(data, of).map(({ name, text }) => [name, text])
		expect(texts(one, fn('function f() returns (bool)'))).toEqual([['', 'true']])
		expect(texts(two, fn('function f() returns (uint256 left, string right)'))).toEqual([
			['left', '4'],
			['right', 'four'],
		])
		expect(texts('0x', fn('function f()'))).toEqual([])
	})

	test('an event is read with the names of its contract', () => {
		const topics = encodeEventTopics({ abi, eventName: 'Put', args: { by: b } }) as Hex[]
		const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'string' }], [5n, 'hi'])
		const decoded = decoder.log(topics, data, a)!
		expect([decoded.signature, decoded.source, callText(decoded.name, decoded.args)]).toEqual([
			'Put(address,uint256,string)',
			'Jar',
			`Put(by: ${b}, amount: 5, hi)`,
		])
		expect(decoder.log(topics, '0x01', a)).toBeUndefined()
		expect(decoder.log([topics[0]!], data, a)).toBeUndefined()
		expect(decoder.log([], '0x', a)).toBeUndefined()
	})

	test('a refusal is read with the names of its contract, and panics with what they mean', () => {
		const full = encodeErrorResult({ abi, errorName: 'Full', args: [3n, 4n] })
		expect(decoder.refusal(full, a)).toBe('Full(have: 3, 4)')
		expect(decoder.refusal(full)).toBe('Full(have: 3, 4)')
		expect(new Decoder(new AbiBook(undefined)).refusal(full)).toBeUndefined()
		const panic = (code: bigint) =>
			decoder.refusal(encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), errorName: 'Panic', args: [code] }))
		expect([0n, 1n, 0x12n, 0x32n, 0x51n, 0x99n].map(panic)).toEqual([
			'panic 0x00: generic panic',
			'panic 0x01: an assertion does not hold',
			'panic 0x12: division by zero',
			'panic 0x32: an index is out of bounds',
			'panic 0x51: a function that was never set was called',
			'panic 0x99: unknown code',
		])
	})

	test('only functions are called and only events are logged, where an ABI has other words of the same form too', () => {
		const same = new AbiBook(undefined)
		same.add('Same', parseAbi(['event put(uint256 was)', 'function put(uint256 amount)', 'function Put(address by)']))
		const reader = new Decoder(same)
		expect(reader.call(encodeFunctionData({ abi, functionName: 'put', args: [7n] }))).toMatchObject({
			source: 'Same',
			args: [{ name: 'amount', text: '7' }],
		})
		expect(reader.known(fn('function put(uint256)'), a).inputs[0]?.name).toBe('amount')
		const put = parseAbi(['event Put(address indexed by)'])
		const topics = encodeEventTopics({ abi: put, eventName: 'Put', args: { by: b } }) as Hex[]
		expect(reader.log(topics, '0x')).toBeUndefined()
		same.add('Events', put)
		expect(reader.log(topics, '0x')).toMatchObject({ signature: 'Put(address)', source: 'Events' })
	})

	test('the parameters of a constructor are those of the ABI, none without one', () => {
		expect(constructorInputs(parseAbi(['constructor(uint256 size)']))).toEqual([{ name: 'size', type: 'uint256' }])
		expect(constructorInputs(abi)).toEqual([])
	})

	test('a call in bytes beside an address is for the contract there, otherwise for the one that is called', () => {
		const relay = parseAbi([
			'function relay(address target, bytes data)',
			'function many((bytes,uint256)[] calls, bytes)',
		])
		const inside = encodeFunctionData({ abi, functionName: 'put', args: [7n] })
		const other = new AbiBook(undefined)
		other.add('Relay', relay, b)
		other.add('Apple', parseAbi(['function put(uint256 apples)']))
		other.add('Jar', abi, a)
		const reader = new Decoder(other)
		const inner = (data: Hex, to?: string) =>
			reader.call(data, to)?.inner?.map(({ source, args }) => `${source} ${args[0]?.name}`)
		expect(inner(encodeFunctionData({ abi: relay, functionName: 'relay', args: [a, inside] }), b)).toEqual([
			'Jar amount',
		])
		expect(inner(encodeFunctionData({ abi: relay, functionName: 'relay', args: [b, inside] }), a)).toEqual([
			'Apple apples',
		])
		const many = encodeFunctionData({ abi: relay, functionName: 'many', args: [[[inside, 1n]], inside] })
		expect(inner(many, a)).toEqual(['Jar amount', 'Jar amount'])
		const bare = encodeFunctionData({ abi: relay, functionName: 'relay', args: [b, '0x18160ddd'] })
		expect(reader.call(bare)?.inner).toMatchObject([{ signature: 'totalSupply()', args: [] }])
		const short = encodeFunctionData({ abi: relay, functionName: 'relay', args: [a, '0x112233'] })
		expect(reader.call(short)).not.toHaveProperty('inner')
	})

	test('a call is looked for in bytes of any length alone, not in a text, a word or a number that begins like one', () => {
		const other = new AbiBook(undefined)
		other.add('Notes', parseAbi(['function note(string text, bytes32 word, uint256 number)']), b)
		const like = '0x18160ddd'
		const args = [like, `${like}${'0'.repeat(56)}`, BigInt(`${like}${'0'.repeat(56)}`)] as const
		const data = encodeFunctionData({ abi: other.at(b)!.abi, functionName: 'note', args })
		expect(new Decoder(other).call(data, b)).not.toHaveProperty('inner')
	})
})
