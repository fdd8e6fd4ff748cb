import { larger } from '../../../util/order.ts'
import { memoryAreas, missingOpcodeName, stackUse } from './instructions/opcodeTable.ts'

/** The last step of the outermost contract. */
export interface LastStep {
	readonly opcode: number
	/** The upper end of the stack before the instruction, bottom first. */
	readonly stack: readonly bigint[]
	/** Items on the whole stack. */
	readonly stackSize: number
	/** Gas before the instruction. */
	readonly gasLeft: bigint
	/** Words of memory before the instruction. */
	readonly memoryWords: bigint
}

const stackLimit = 1024
const maxUint64 = 0xffff_ffff_ffff_ffffn

/** Texts of the interpreter that need nothing but their translation to go-ethereum's. */
const plainTexts: Readonly<Record<string, string>> = {
	revert: 'execution reverted',
	'static state change': 'write protection',
	'insufficient balance': 'insufficient balance for transfer',
	'create collision': 'contract address collision',
	'invalid bytecode deployed': 'invalid code: must not begin with 0xef',
	'code size to deposit exceeds maximum code size': 'max code size exceeded',
	'code store out of gas': 'contract creation code storage out of gas',
	'initcode exceeds max initcode size': 'max initcode size exceeded',
}

/** go-ethereum's text of an error of the interpreter, without regard to where it happened. */
export function plainErrorText(error: string): string {
	// The interpreter appends the target of a bad jump.
	if (error.startsWith('invalid JUMP')) return 'invalid jump destination'
	return plainTexts[error] ?? error
}

/**
 * go-ethereum's text of an error that depends on the last instruction; undefined when what ran before it must be known
 * exactly (`lastStep`). It checks an instruction in this order: known, stack, its fixed price, size of memory, its full
 * price, its own rules (v1.10.16 core/vm/interpreter.go Run).
 */
export function stepErrorText(error: string, opcode: number, stackSize: number): string | undefined {
	if (error === 'invalid opcode') return `invalid opcode: ${missingOpcodeName(opcode)}`
	if (error !== 'out of gas' && !error.startsWith('stack ')) return plainErrorText(error)
	// A log takes its topics after its memory, so its stack may be in between.
	if (error !== 'out of gas' && isLog(opcode)) return undefined
	const fault = stackFault(opcode, stackSize)
	if (fault !== undefined) return fault
	return memoryAreas(opcode).length > 0 ? undefined : error
}

function isLog(opcode: number): boolean {
	return opcode >= 0xa0 && opcode <= 0xa4
}

function stackFault(opcode: number, size: number): string | undefined {
	const [takes, gives] = stackUse(opcode) ?? [0, 0]
	if (size < takes) return `stack underflow (${size} <=> ${takes})`
	const limit = stackLimit + takes - gives
	return size > limit ? `stack limit reached ${size} (${limit})` : undefined
}

/** The text of a failure at an instruction that touches memory, for want of gas or of items on the stack. */
export function memoryErrorText({ opcode, stack, stackSize, gasLeft, memoryWords }: LastStep): string {
	const fault = stackFault(opcode, stackSize)
	if (fault !== undefined) return fault
	if (gasLeft < fixedPrice(opcode)) return 'out of gas'
	const sizes = memoryAreas(opcode).map(({ offset, length }) => {
		const bytes = typeof length === 'bigint' ? length : at(stack, length)
		return bytes === 0n ? 0n : at(stack, offset) + bytes
	})
	const size = sizes.reduce(larger, 0n)
	if (wordsOf(size) * 32n > maxUint64) return 'gas uint64 overflow'
	if (opcode !== 0x3e) return 'out of gas'
	const length = at(stack, 2)
	const price = 3n + memoryPrice(memoryWords, size) + 3n * wordsOf(length)
	return price > gasLeft ? 'out of gas' : 'return data out of bounds'
}

function at(stack: readonly bigint[], fromTop: number): bigint {
	return stack[stack.length - 1 - fromTop] ?? 0n
}

function wordsOf(bytes: bigint): bigint {
	return (bytes + 31n) / 32n
}

function memoryPrice(before: bigint, size: bigint): bigint {
	return larger(priceOfWords(wordsOf(size)) - priceOfWords(before), 0n)
}

function priceOfWords(words: bigint): bigint {
	return words * 3n + (words * words) / 512n
}

/** The part of a price that is asked first; the calls' differs by fork and is below anything that could matter here. */
function fixedPrice(opcode: number): bigint {
	if (opcode === 0x20) return 30n
	if (opcode === 0xf0 || opcode === 0xf5) return 32_000n
	if (opcode === 0xf3 || opcode === 0xfd) return 0n
	if (opcode === 0x3c || opcode === 0xf1 || opcode === 0xf2 || opcode === 0xf4 || opcode === 0xfa) return 100n
	return isLog(opcode) ? 0n : 3n
}
