import { describe, expect, it } from 'vitest'
import { memoryErrorText, plainErrorText, stepErrorText } from '../../../../../src/modules/evm/vm/vmErrorText.ts'

const [underflow, overflow] = ['stack underflow', 'stack overflow']

// go-ethereum v1.10.16 core/vm/interpreter.go Run, errors.go.
describe('the reason of a failed instruction', () => {
	it.each([
		['revert', 'execution reverted'],
		['static state change', 'write protection'],
		['insufficient balance', 'insufficient balance for transfer'],
		['create collision', 'contract address collision'],
		['invalid bytecode deployed', 'invalid code: must not begin with 0xef'],
		['code size to deposit exceeds maximum code size', 'max code size exceeded'],
		['code store out of gas', 'contract creation code storage out of gas'],
		['initcode exceeds max initcode size', 'max initcode size exceeded'],
		['invalid JUMP at 0a/0b', 'invalid jump destination'],
		['out of gas', 'out of gas'],
	])('the reason %j of the library is %j', (error, text) => {
		expect(plainErrorText(error)).toBe(text)
	})

	it.each<[string, string, number, number, string | undefined]>([
		['an instruction that is none', 'invalid opcode', 0x0c, 0, 'invalid opcode: opcode 0xc not defined'],
		['a revert', 'revert', 0xfd, 0, 'execution reverted'],
		['ADD of one item', underflow, 0x01, 1, 'stack underflow (1 <=> 2)'],
		['ADD of one item without gas', 'out of gas', 0x01, 1, 'stack underflow (1 <=> 2)'],
		['ADD of two items', 'out of gas', 0x01, 2, 'out of gas'],
		['PUSH1 onto a full stack', overflow, 0x60, 1_024, 'stack limit reached 1024 (1023)'],
		['PUSH1 onto a full stack without gas', 'out of gas', 0x60, 1_024, 'stack limit reached 1024 (1023)'],
		['PUSH1 onto the last place', 'out of gas', 0x60, 1_023, 'out of gas'],
		['DUP2 of one item', underflow, 0x81, 1, 'stack underflow (1 <=> 2)'],
		['DUP2 on a full stack', overflow, 0x81, 1_024, 'stack limit reached 1024 (1023)'],
		['SWAP2 on a full stack', 'out of gas', 0x91, 1_024, 'out of gas'],
		['SWAP2 of two items', underflow, 0x91, 2, 'stack underflow (2 <=> 3)'],
		['MSTORE of one item', underflow, 0x52, 1, 'stack underflow (1 <=> 2)'],
		['MSTORE of two items', 'out of gas', 0x52, 2, undefined],
		['LOG2 that has not enough items', underflow, 0xa2, 1, undefined],
		['LOG0 that has not enough items', underflow, 0xa0, 1, undefined],
		['LOG4 that has not enough items', underflow, 0xa4, 1, undefined],
		['LOG2 of too few items without gas', 'out of gas', 0xa2, 3, 'stack underflow (3 <=> 4)'],
		['LOG2 of all its items without gas', 'out of gas', 0xa2, 4, undefined],
		['an instruction before those that log', underflow, 0x9f, 16, 'stack underflow (16 <=> 17)'],
		['an instruction after those that log', underflow, 0xf3, 1, 'stack underflow (1 <=> 2)'],
	])('the reason of %s is that of the first check that it fails', (_name, error, opcode, size, text) => {
		expect(stepErrorText(error, opcode, size)).toBe(text)
	})
})

/** The reason with so much gas and memory; operands from the top of the stack on. */
const textOf = (opcode: number, operands: readonly bigint[], gasLeft: bigint, memoryWords = 0n): string => {
	const stack = [...operands].reverse()
	return memoryErrorText({ opcode, stack, stackSize: stack.length, gasLeft, memoryWords })
}
const overflowed = 'gas uint64 overflow'

describe('the reason of an instruction that fails for want of gas or memory', () => {
	/** Operands that no memory has room for. */
	const huge = Array.from({ length: 16 }, () => 2n ** 64n)

	// constantGas is taken before memorySize is asked.
	it.each([
		['KECCAK256', 0x20, 30n],
		['CALLDATACOPY', 0x37, 3n],
		['CODECOPY', 0x39, 3n],
		['EXTCODECOPY', 0x3c, 100n],
		['RETURNDATACOPY', 0x3e, 3n],
		['MLOAD', 0x51, 3n],
		['MSTORE', 0x52, 3n],
		['MSTORE8', 0x53, 3n],
		['MCOPY', 0x5e, 3n],
		['LOG0', 0xa0, 0n],
		['LOG4', 0xa4, 0n],
		['CREATE', 0xf0, 32_000n],
		['CALL', 0xf1, 100n],
		['CALLCODE', 0xf2, 100n],
		['RETURN', 0xf3, 0n],
		['DELEGATECALL', 0xf4, 100n],
		['CREATE2', 0xf5, 32_000n],
		['STATICCALL', 0xfa, 100n],
		['REVERT', 0xfd, 0n],
	])('%s beyond all memory overflows once its fixed price is there', (_name, opcode, fixed) => {
		expect(textOf(opcode, huge, fixed)).toBe(overflowed)
		if (fixed > 0n) expect(textOf(opcode, huge, fixed - 1n)).toBe('out of gas')
	})

	it.each<[string, number, readonly bigint[], string]>([
		['the last word that can be counted', 0x52, [2n ** 64n - 64n, 1n], 'out of gas'],
		['a byte beyond the last word', 0x52, [2n ** 64n - 63n, 1n], overflowed],
		['an end of 64 bits', 0x53, [2n ** 64n - 2n, 1n], overflowed],
		['an end of more than 64 bits', 0x52, [2n ** 64n - 1n, 1n], overflowed],
		['the largest length', 0x20, [0n, 2n ** 64n - 32n], 'out of gas'],
		['a length of more than 64 bits', 0x20, [0n, 2n ** 64n], overflowed],
		['an offset of more than 64 bits', 0x20, [2n ** 64n, 1n], overflowed],
		['no length at all', 0x20, [2n ** 64n, 0n], 'out of gas'],
		['the larger of two areas, the first', 0xfa, [0n, 0n, 2n ** 64n, 1n, 0n, 0n], overflowed],
		['the larger of two areas, the second', 0xfa, [0n, 0n, 0n, 0n, 2n ** 64n, 1n], overflowed],
		['two areas of nothing', 0xfa, [0n, 0n, 2n ** 64n, 0n, 2n ** 64n, 0n], 'out of gas'],
	])('memory up to %s is counted or overflows', (_name, opcode, operands, text) => {
		expect(textOf(opcode, operands, 100_000n)).toBe(text)
	})

	it('a stack that is too small or too full comes first', () => {
		expect(textOf(0x52, [2n ** 64n], 0n)).toBe('stack underflow (1 <=> 2)')
		const stack = Array.from({ length: 7 }, () => 0n)
		const full = { opcode: 0x51, stack, gasLeft: 0n, memoryWords: 0n }
		expect(memoryErrorText({ ...full, stackSize: 1_025 })).toBe('stack limit reached 1025 (1024)')
		expect(memoryErrorText({ ...full, stackSize: 1_024 })).toBe('out of gas')
	})

	// 3, 3 a word that is copied, and what memory grows by: 3 a word and its square by 512.
	it.each<[string, readonly bigint[], bigint, bigint]>([
		['two words to new memory', [0n, 9n, 33n], 0n, 3n + 6n + 6n],
		['two words to memory of one', [0n, 9n, 64n], 1n, 3n + 6n + 3n],
		['two words to memory that is there', [0n, 9n, 64n], 2n, 3n + 6n],
		['a word far away', [32_767n, 9n, 1n], 0n, 3n + 3n + 3_072n + 2_048n],
		['a word farther away', [32_767n, 9n, 1n], 32n, 3n + 3n + (3_072n + 2_048n) - (96n + 2n)],
		['nothing', [2n ** 70n, 9n, 0n], 0n, 3n],
	])('RETURNDATACOPY of %s runs out of bounds only with all the gas it takes', (_name, operands, words, price) => {
		expect(textOf(0x3e, operands, price, words)).toBe('return data out of bounds')
		expect(textOf(0x3e, operands, price - 1n, words)).toBe('out of gas')
	})
})
