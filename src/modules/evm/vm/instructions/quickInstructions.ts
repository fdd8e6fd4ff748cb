import { type EVM, EVMError } from '@ethereumjs/evm'
import { noBytes } from '../../../../codec/noBytes.ts'
import { keccak256 } from '../../../../crypto/keccak256.ts'
import type { StateBridge } from '../StateBridge.ts'
import { addressOfWord } from '../wordBytes.ts'
import type { RunState } from './codeFrame.ts'
import { FrameMemory, numberOfBytes } from './FrameMemory.ts'

type Opcodes = EVM['_opcodeMap']
type GasHandler = Opcodes[number]['gasHandler']
type OpHandler = Opcodes[number]['opHandler']
/** What an instruction costs with what it touches, from its fixed price. */
export type Price = (state: RunState, gas: bigint, common: EVM['common']) => bigint
/** What an instruction does. */
export type Run = (state: RunState, common: EVM['common']) => void | Promise<void>

/**
 * Gives frames of this program another form of an instruction; those that the library makes itself keep theirs. Instructions that
 * a fork has not share one entry of the library's, whose handlers nobody calls.
 */
export function replaceInstruction(
	opcodes: Opcodes,
	code: number,
	{ price, run }: { readonly price?: Price; readonly run?: Run },
): void {
	const entry = opcodes[code]!
	const { gasHandler, opHandler } = entry
	if (price !== undefined) {
		const priced = (...args: Parameters<Price>) => (isOurs(args[0]) ? price(...args) : gasHandler(...args))
		entry.gasHandler = priced as unknown as GasHandler
	}
	if (run !== undefined) {
		const ran = (...args: Parameters<Run>) => (isOurs(args[0]) ? run(...args) : opHandler(...args))
		entry.opHandler = ran as OpHandler
	}
}

/**
 * Replaces the library's form of instructions that take its time: it turns words to bytes and back by way of hex texts, and
 * waits for a promise to learn the price of each that uses memory. Results and prices are the same
 * (`test/unit/modules/evm/vm/instructions/quickInstructions.test.ts`).
 */
export function quickenInstructions(opcodes: Opcodes): void {
	for (const [code, price] of Object.entries(prices)) opcodes[Number(code)]!.gasHandler = price as unknown as GasHandler
	for (const [code, run] of Object.entries(runs)) {
		const entry = opcodes[Number(code)]!
		const theirs = entry.opHandler
		// A frame that the library makes itself has its own memory.
		const ours: OpHandler = (state, common) =>
			isOurs(state) || !usesMemory.has(Number(code)) ? run(state, common) : theirs(state, common)
		entry.opHandler = ours
	}
	for (let size = 1; size <= 32; size++) opcodes[0x5f + size]!.opHandler = (state) => push(state, size)
}

/** Instructions by name. */
const op = {
	exp: 0x0a,
	keccak256: 0x20,
	address: 0x30,
	origin: 0x32,
	caller: 0x33,
	callDataLoad: 0x35,
	callDataCopy: 0x37,
	codeCopy: 0x39,
	extCodeCopy: 0x3c,
	returnDataCopy: 0x3e,
	coinbase: 0x41,
	prevRandao: 0x44,
	mload: 0x51,
	mstore: 0x52,
	mstore8: 0x53,
	mcopy: 0x5e,
	return: 0xf3,
	revert: 0xfd,
} as const

/** Instructions on the frame's memory, but for those that only read it by the library's own method. */
const usesMemory = new Set<number>([
	op.callDataCopy,
	op.codeCopy,
	op.extCodeCopy,
	op.returnDataCopy,
	op.mload,
	op.mstore,
])

/** Whether a frame is this program's own. */
export function isOurs(state: RunState): boolean {
	return (state.memory as unknown) instanceof FrameMemory
}

/** Prices of instructions that use memory (EIP-150 to EIP-5656; Ethereum yellow paper, appendix H). */
const prices: Readonly<Record<number, Price>> = {
	[op.exp]: (state, gas, common) => {
		const exponent = state.stack.peek(2)[1]!
		if (exponent === 0n) return gas
		return gas + BigInt(Math.ceil(exponent.toString(16).length / 2)) * common.param('expByteGas')
	},
	[op.keccak256]: (state, gas) => {
		const [offset, length] = state.stack.peek(2) as [bigint, bigint]
		return gas + memoryPrice(state, offset, length) + 6n * wordsOf(length)
	},
	[op.callDataCopy]: copyPrice,
	[op.codeCopy]: copyPrice,
	[op.returnDataCopy]: (state, gas) => {
		const [, from, length] = state.stack.peek(3) as [bigint, bigint, bigint]
		if (from + length > state.interpreter.getReturnDataSize()) {
			throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
		}
		return copyPrice(state, gas)
	},
	[op.mload]: (state, gas) => gas + memoryPrice(state, state.stack.peek(1)[0]!, 32n),
	[op.mstore]: (state, gas) => gas + memoryPrice(state, state.stack.peek(1)[0]!, 32n),
	[op.mstore8]: (state, gas) => gas + memoryPrice(state, state.stack.peek(1)[0]!, 1n),
	[op.mcopy]: (state, gas) => {
		const [to, from, length] = state.stack.peek(3) as [bigint, bigint, bigint]
		return gas + 3n * wordsOf(length) + memoryPrice(state, from, length) + memoryPrice(state, to, length)
	},
	[op.return]: endPrice,
	[op.revert]: endPrice,
}

const runs: Readonly<Record<number, Run>> = {
	[op.exp]: ({ stack }) => {
		const [base, exponent] = stack.popN(2) as [bigint, bigint]
		stack.push(powerOfWord(base, exponent))
	},
	[op.keccak256]: ({ stack, memory }) => {
		const [offset, length] = stack.popN(2) as [bigint, bigint]
		stack.push(numberOfBytes(keccak256(memory.read(Number(offset), Number(length), true))))
	},
	[op.address]: ({ stack, interpreter }) => stack.push(knownNumber(interpreter.getAddress().bytes)),
	[op.origin]: ({ stack, env }) => stack.push(knownNumber(env.origin.bytes)),
	[op.caller]: ({ stack, env }) => stack.push(knownNumber(env.caller.bytes)),
	[op.callDataLoad]: ({ stack, env }) => {
		stack.push(numberAt(env.callData, Number(stack.pop()), 32))
	},
	[op.callDataCopy]: (state) => copy(state, state.env.callData),
	[op.codeCopy]: (state) => copy(state, state.code),
	[op.extCodeCopy]: (state) => {
		const { state: accounts } = state.stateManager as StateBridge
		// The reference reads the code also where nothing is copied, and shows it whole whatever it begins with.
		const known = accounts.find(addressOfWord(state.stack.pop()))
		copy(state, known === undefined ? noBytes : accounts.codeOf(known))
	},
	[op.returnDataCopy]: (state) => copy(state, state.returnBytes),
	[op.coinbase]: ({ stack, env }) => stack.push(knownNumber(env.block.header.coinbase.bytes)),
	[op.prevRandao]: ({ stack, env, interpreter }, common) => {
		// Every block has one (`runEvm`).
		const { prevRandao } = env.block.header as { readonly prevRandao: Uint8Array }
		stack.push(common.isActivatedEIP(4399) ? knownNumber(prevRandao) : interpreter.getBlockDifficulty())
	},
	[op.mload]: ({ stack, memory }) => stack.push((memory as unknown as FrameMemory).readWord(Number(stack.pop()))),
	[op.mstore]: ({ stack, memory }) => {
		const [offset, word] = stack.popN(2) as [bigint, bigint]
		;(memory as unknown as FrameMemory).writeWord(Number(offset), word)
	},
}

/** Copies bytes to the memory by the stack: where to, where from, how many. */
function copy({ stack, memory }: RunState, source: Uint8Array): void {
	const [to, from, length] = stack.popN(3) as [bigint, bigint, bigint]
	;(memory as unknown as FrameMemory).copy(Number(to), Number(length), source, from)
}

const numbers = new WeakMap<Uint8Array, bigint>()

/** The number of bytes that do not change. */
export function knownNumber(bytes: Uint8Array): bigint {
	let number = numbers.get(bytes)
	if (number === undefined) {
		number = numberOfBytes(bytes)
		numbers.set(bytes, number)
	}
	return number
}

/** The numbers that codes push, by their place in the very array: found when they are first pushed. */
const pushed = new WeakMap<Uint8Array, Map<number, bigint>>()

function push(state: RunState, size: number): void {
	const { code, programCounter, stack } = state
	let found = pushed.get(code)
	if (found === undefined) {
		found = new Map()
		pushed.set(code, found)
	}
	let number = found.get(programCounter)
	if (number === undefined) {
		number = numberAt(code, programCounter, size)
		found.set(programCounter, number)
	}
	stack.push(number)
	state.programCounter += size
}

/** The number in so many bytes from a place on; what is missing at their end is zero. */
function numberAt(source: Uint8Array, from: number, size: number): bigint {
	const bytes = new Uint8Array(size)
	bytes.set(source.subarray(from, from + size))
	return numberOfBytes(bytes)
}

/** base^exponent by 2^256, four bits of the exponent at a time. */
function powerOfWord(base: bigint, exponent: bigint): bigint {
	// A power of an even number of more than 255 factors has 256 twos.
	if ((base & 1n) === 0n && exponent > 255n) return 0n
	if (base === 2n) return 1n << exponent
	const powers = [1n, base]
	let result = 1n
	for (const digit of exponent.toString(16)) {
		// The first digit, which is the only one of most exponents, has nothing to square.
		if (result !== 1n) for (let bit = 0; bit < 4; bit++) result = BigInt.asUintN(256, result * result)
		const factor = Number.parseInt(digit, 16)
		for (let at = powers.length; at <= factor; at++) powers.push(BigInt.asUintN(256, powers[at - 1]! * base))
		result = BigInt.asUintN(256, result * powers[factor]!)
	}
	return result
}

function copyPrice(state: RunState, gas: bigint): bigint {
	const [to, , length] = state.stack.peek(3) as [bigint, bigint, bigint]
	return gas + memoryPrice(state, to, length) + 3n * wordsOf(length)
}

function endPrice(state: RunState, gas: bigint): bigint {
	const [offset, length] = state.stack.peek(2) as [bigint, bigint]
	return gas + memoryPrice(state, offset, length)
}

/** What memory costs up to an end, less what is paid: 3 a word and its square by 512. */
export function memoryPrice(state: RunState, offset: bigint, length: bigint): bigint {
	if (length === 0n) return 0n
	const words = wordsOf(offset + length)
	if (words <= state.memoryWordCount) return 0n
	const whole = words * 3n + (words * words) / 512n
	const paid = state.highestMemCost
	state.memoryWordCount = words
	state.highestMemCost = whole
	return whole - paid
}

function wordsOf(bytes: bigint): bigint {
	return (bytes + 31n) >> 5n
}
