import { encodeAbiParameters, encodeErrorResult, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { callTree, type TracedCall } from '../../../../src/client/evm/callTree.ts'
import { Decoder } from '../../../../src/client/evm/Decoder.ts'

const a = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const b = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi([
	'function pair(uint256 which) returns (uint256 left, string right)',
	'function clear()',
	'error TooLittle(uint256 have)',
])
const book = new AbiBook(undefined)
book.add('Pairs', abi, b)
const decoder = new Decoder(book)

const pair = encodeFunctionData({ abi, functionName: 'pair', args: [7n] })
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [b, 5n] })
const tooLittle = encodeErrorResult({ abi, errorName: 'TooLittle', args: [3n] })
const reply = encodeAbiParameters([{ type: 'uint256' }, { type: 'string' }], [4n, 'four'])

/** A frame as geth's callTracer writes it: what does not apply is left out. */
function frame(parts: Partial<TracedCall> = {}): TracedCall {
	return {
		type: 'CALL',
		from: a.toLowerCase(),
		to: b.toLowerCase(),
		gas: '0x64',
		gasUsed: '0x28',
		input: '0x',
		...parts,
	}
}
const shown = (parts: Partial<TracedCall>) => callTree(frame(parts), decoder, book)

test.each<readonly [string, Partial<TracedCall>, object]>([
	['a payment', { value: '0x5' }, { kind: 'CALL', from: a, to: b, contract: 'Pairs', call: 'coins only', value: 5n }],
	['a call that no ABI knows', { input: '0x12345678' }, { call: '0x12345678', value: 0n, result: '' }],
	['bytes that are no selector', { input: '0x1234' }, { call: '0x1234' }],
	[
		'a call with arguments that no ABI knows',
		{ input: `0x12345678${'00'.repeat(64)}` },
		{ call: '0x12345678… 68 bytes' },
	],
	[
		'a call of a known contract, with what it gave',
		{ input: pair, output: reply },
		{ call: 'pair(which: 7)', result: '4, four' },
	],
	[
		'a call of another contract by its interface',
		{ to: a.toLowerCase(), input: transfer, output: `0x${'0'.repeat(63)}1` },
		{ contract: '', call: `transfer(to: ${b}, amount: 5)`, result: 'true' },
	],
	['a short reply that does not fit the ABI', { input: pair, output: '0x01' }, { result: '0x01' }],
	[
		'a long reply that nobody can read',
		{ input: '0x12345678', output: `0x${'ab'.repeat(40)}` },
		{ result: `0x${'ab'.repeat(32)}… 40 bytes` },
	],
	[
		'a reply of 32 bytes that nobody can read',
		{ input: '0x12345678', output: `0x${'ab'.repeat(32)}` },
		{ result: `0x${'ab'.repeat(32)}` },
	],
	[
		'a reply of 33 bytes that nobody can read',
		{ input: '0x12345678', output: `0x${'ab'.repeat(33)}` },
		{ result: `0x${'ab'.repeat(32)}… 33 bytes` },
	],
	[
		'a reply of a function that promises none',
		{ input: encodeFunctionData({ abi, functionName: 'clear' }), output: '0x01' },
		{ call: 'clear()', result: '0x01' },
	],
	[
		'a reply of a whole word of a function that promises none',
		{ input: encodeFunctionData({ abi, functionName: 'clear' }), output: `0x${'ab'.repeat(32)}` },
		{ call: 'clear()', result: `0x${'ab'.repeat(32)}` },
	],
	['a new contract whose code begins like a call', { type: 'CREATE', input: pair }, { call: 'new contract, 36 bytes' }],
	[
		'a refusal that the ABI knows',
		{ input: pair, output: tooLittle, error: 'execution reverted' },
		{ failed: true, result: 'execution reverted: TooLittle(have: 3)' },
	],
	[
		'a refusal whose reason the node tells',
		{ error: 'execution reverted', revertReason: 'not today' },
		{ failed: true, result: 'execution reverted: not today' },
	],
	['a fault without a reason', { error: 'out of gas' }, { failed: true, result: 'out of gas' }],
	[
		'a new contract',
		{ type: 'CREATE2', input: '0x60006000', output: '0x60' },
		{ kind: 'CREATE2', call: 'new contract, 4 bytes', result: b },
	],
])('%s is told in words', (_name, parts, wanted) => {
	expect(shown(parts)).toMatchObject({ failed: false, ...wanted })
})

test('a contract that could not be made has no address', () => {
	const { to: _to, ...without } = frame({ type: 'CREATE', input: '0x60' })
	expect(callTree(without, decoder, book)).toMatchObject({ to: undefined, contract: '', result: '', failed: false })
	const failed = callTree({ ...without, error: 'invalid opcode' }, decoder, book)
	expect(failed).toMatchObject({ failed: true, result: 'invalid opcode' })
})

test('gas of its own is what the calls inside did not use, and never below zero', () => {
	const inner = { ...frame(), gasUsed: '0xa' }
	expect(shown({ calls: [inner, inner] })).toMatchObject({ gas: 100n, gasUsed: 40n, gasOwn: 20n })
	// A refund of the whole transaction can make it so.
	expect(shown({ calls: [{ ...inner, gasUsed: '0x50' as Hex }] }).gasOwn).toBe(0n)
})
