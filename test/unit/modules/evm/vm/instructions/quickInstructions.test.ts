import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import { EVM, EVMError } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../../../../../src/crypto/keccak256.ts'
import type { RunState } from '../../../../../../src/modules/evm/vm/instructions/codeFrame.ts'
import { FrameMemory } from '../../../../../../src/modules/evm/vm/instructions/FrameMemory.ts'
import { quickenInstructions } from '../../../../../../src/modules/evm/vm/instructions/quickInstructions.ts'
import { toHex } from '../../../../../../src/util/bytes.ts'
import { randomSource, runSeed } from '../../../../../support/random.js'

const random = randomSource('quick instructions')
const common = createCustomCommon({ chainId: 1 }, Mainnet, { hardfork: 'cancun', customCrypto: { keccak256 } })
const theirs = new EVM({ common })
const ours = new EVM({ common })
quickenInstructions(opcodesOf(ours))

function opcodesOf(evm: EVM): Parameters<typeof quickenInstructions>[0] {
	return (evm as unknown as { readonly _opcodeMap: Parameters<typeof quickenInstructions>[0] })._opcodeMap
}

/** Instructions with the operands they are tried with; a size is one of memory. */
const tried: Readonly<Record<number, readonly ('word' | 'place' | 'size')[]>> = {
	10: ['word', 'word'],
	32: ['place', 'size'],
	48: [],
	50: [],
	51: [],
	53: ['place'],
	55: ['place', 'place', 'size'],
	57: ['place', 'place', 'size'],
	60: ['word', 'place', 'place', 'size'],
	62: ['place', 'place', 'size'],
	65: [],
	68: [],
	81: ['place'],
	82: ['place', 'word'],
	83: ['place', 'word'],
	94: ['place', 'place', 'size'],
	96: [],
	102: [],
	127: [],
	243: ['place', 'size'],
	253: ['place', 'size'],
}

it('every instruction that this chain does in its own form is compared with the one of the library', () => {
	const theirsByCode = opcodesOf(theirs)
	const replaced = Object.entries(opcodesOf(ours)).flatMap(([code, { gasHandler, opHandler }]) => {
		const entry = theirsByCode[Number(code)]
		return entry?.gasHandler === gasHandler && entry.opHandler === opHandler ? [] : [Number(code)]
	})
	// PUSH1 to PUSH32 are one function of their size: the first, the last and one between stand for all.
	const pushes = Array.from({ length: 32 }, (_, at) => 0x60 + at)
	expect(replaced.filter((code) => !pushes.includes(code))).toEqual(
		Object.keys(tried)
			.map(Number)
			.filter((code) => !pushes.includes(code)),
	)
	expect(replaced.filter((code) => pushes.includes(code))).toEqual(pushes)
})

describe('instructions of this chain do as those of the library', () => {
	for (const [code, kinds] of Object.entries(tried)) {
		it(`${opcodesOf(theirs)[Number(code)]!.opcodeInfo.fullName}: stack, memory, price and failure`, async () => {
			for (let round = 0; round < 300; round++) {
				// Now and then there are too few.
				const operands = kinds.slice(random(20) === 0 ? 1 : 0).map(operand)
				const filled = bytes(random(200))
				const [callData, own, returned] = [bytes(random(80)), bytes(random(80)), bytes(random(80))]
				const made = { operands, filled, callData, own, returned, other: bytes(random(80)) }
				const [a, b] = [await told(ours, Number(code), made, true), await told(theirs, Number(code), made, false)]
				expect(a, `seed ${runSeed}, operands ${operands.join(' ')}`).toEqual(b)
			}
		})
	}
})

interface Made {
	readonly operands: readonly bigint[]
	readonly filled: Uint8Array
	readonly callData: Uint8Array
	readonly own: Uint8Array
	readonly returned: Uint8Array
	readonly other: Uint8Array
}

async function told(evm: EVM, code: number, made: Made, isOurs: boolean) {
	const state = stateOf(made, isOurs)
	state.opCode = code
	const { opcodeInfo, gasHandler, opHandler } = opcodesOf(evm)[code]!
	let price: bigint | undefined
	let failure: string | undefined
	try {
		price = opcodeInfo.dynamicGas ? await gasHandler(state, opcodeInfo.feeBigInt, common) : opcodeInfo.feeBigInt
		if (price > 10_000_000n) failure = 'too dear'
		else await opHandler(state, common)
	} catch (fault) {
		if (!(fault instanceof EVMError)) throw fault
		failure = fault.error
	}
	const { memory, memoryWordCount, highestMemCost, programCounter, stack, interpreter } = state
	const words = Number(memoryWordCount)
	return {
		price,
		failure,
		programCounter,
		memoryWordCount,
		highestMemCost,
		stack: stack.getStack(),
		memory: words < 100_000 ? toHex(memory.read(0, words * 32)) : '',
		returned: toHex((interpreter as unknown as { readonly given: Uint8Array }).given),
	}
}

function stateOf({ operands, filled, callData, own, returned, other }: Made, isOurs: boolean): RunState {
	const stack = new Stack()
	for (const word of operands.toReversed()) stack.push(word)
	const memory = (isOurs ? new FrameMemory() : new Memory()) as RunState['memory']
	memory.write(0, filled.length, filled)
	const words = BigInt(Math.ceil(filled.length / 32))
	const address = (value: number) => new Address(new Uint8Array(20).fill(value))
	const account = { code: other }
	const interpreter = {
		_evm: { common },
		journal: { isWarmedAddress: () => true },
		given: new Uint8Array(0) as Uint8Array,
		getAddress: () => address(1),
		getTxOrigin: () => BigInt(`0x${'02'.repeat(20)}`),
		getCaller: () => BigInt(`0x${'03'.repeat(20)}`),
		getBlockCoinbase: () => BigInt(`0x${'04'.repeat(20)}`),
		getBlockPrevRandao: () => BigInt(`0x${'05'.repeat(32)}`),
		getCallData: () => callData,
		getCallDataSize: () => BigInt(callData.length),
		getCode: () => own,
		getReturnData: () => returned,
		getReturnDataSize: () => BigInt(returned.length),
		finish(data: Uint8Array) {
			this.given = data
		},
		revert(data: Uint8Array) {
			this.given = data
		},
	}
	return {
		programCounter: 0,
		opCode: 0,
		stack,
		memory,
		memoryWordCount: words,
		highestMemCost: words * 3n + (words * words) / 512n,
		code: own,
		returnBytes: returned,
		shouldDoJumpAnalysis: true,
		env: {
			callData,
			origin: address(2),
			caller: address(3),
			block: { header: { coinbase: address(4), prevRandao: new Uint8Array(32).fill(5) } },
		},
		interpreter,
		stateManager: {
			getCode: async () => other,
			state: { find: () => account, codeOf: () => other },
		},
	} as unknown as RunState
}

/** The library exports neither; a frame of it has both. */
const { Stack, Memory } = await partsOfFrame()

async function partsOfFrame(): Promise<{ Stack: new () => RunState['stack']; Memory: new () => RunState['memory'] }> {
	const state = {
		getAccount: async () => undefined,
		getCode: async () => Uint8Array.of(0),
		putAccount: async () => undefined,
		checkpoint: async () => undefined,
		commit: async () => undefined,
	}
	const { runState } = await new EVM({ common, stateManager: state as never, blockchain: {} as never }).runCode({
		code: Uint8Array.of(0),
	})
	return {
		Stack: runState!.stack.constructor as new () => RunState['stack'],
		Memory: runState!.memory.constructor as new () => RunState['memory'],
	}
}

function bytes(count: number): Uint8Array {
	return Uint8Array.from({ length: count }, () => random(256))
}

function operand(kind: 'word' | 'place' | 'size'): bigint {
	const edges = [0n, 1n, 2n, 31n, 32n, 33n, 255n, 256n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n]
	if (random(12) === 0) return edges[random(edges.length)]!
	if (kind === 'word') return random(3) === 0 ? BigInt(random(300)) : BigInt(`0x${toHex(bytes(32))}`)
	return BigInt(random(kind === 'place' ? 120 : 90))
}
