import { expect, it } from 'vitest'
import { memoryErrorText } from '../../../../../src/modules/evm/vm/vmErrorText.ts'

/** Arguments that no memory has room for. */
const stack = Array.from({ length: 16 }, () => 2n ** 64n)

const textWith = (opcode: number, gasLeft: bigint): string =>
	memoryErrorText({ opcode, stack, stackSize: stack.length, gasLeft, memoryWords: 0n })

// go-ethereum v1.10.16 core/vm/interpreter.go Run: constantGas is taken before memorySize is asked.
it.each([
	['KECCAK256', 0x20, 30n],
	['EXTCODECOPY', 0x3c, 100n],
	['MSTORE', 0x52, 3n],
	['LOG0', 0xa0, 0n],
	['LOG4', 0xa4, 0n],
	['CREATE', 0xf0, 32_000n],
	['CREATE2', 0xf5, 32_000n],
	['RETURN', 0xf3, 0n],
	['REVERT', 0xfd, 0n],
])('%s beyond all memory overflows once its fixed price is there', (_name, opcode, fixed) => {
	expect(textWith(opcode, fixed)).toBe('gas uint64 overflow')
	if (fixed > 0n) expect(textWith(opcode, fixed - 1n)).toBe('out of gas')
})
