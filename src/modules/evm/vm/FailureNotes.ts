import type { EVM } from '@ethereumjs/evm'
import type { RunState } from './instructions/codeFrame.ts'
import { memoryAreas } from './instructions/opcodeTable.ts'
import type { LastStep } from './vmErrorText.ts'

type Opcodes = EVM['_opcodeMap']
type GasHandler = Opcodes[number]['gasHandler']
/** Common type of gas handlers; some answer at once. */
type DynamicGasHandler = (...args: Parameters<GasHandler>) => ReturnType<GasHandler>

/** What an instruction on memory began with: reasons of failures go by it, and its price raises the size before it fails. */
export class FailureNotes {
	#before: { gas: bigint; words: bigint; stackSize: number } | undefined

	constructor(opcodes: Opcodes) {
		for (const entry of Object.values(opcodes)) {
			const { gasHandler, opcodeInfo } = entry
			if (memoryAreas(opcodeInfo.code).length === 0) continue
			const noted: DynamicGasHandler = (runState, gas, common) => {
				this.#before = { gas: runState.gasLeft, words: runState.memoryWordCount, stackSize: runState.stack.length }
				return gasHandler(runState, gas, common)
			}
			entry.gasHandler = noted as typeof gasHandler
		}
	}

	/** The last instruction, by how its frame ended, with what the last one on memory began with; undefined when there was none. */
	lastStep(runState: RunState): LastStep | undefined {
		if (this.#before === undefined) return undefined
		const { gas, words, stackSize } = this.#before
		return {
			opcode: failedOpcode(runState),
			stack: runState.stack.getStack(),
			stackSize,
			gasLeft: gas,
			memoryWords: words,
		}
	}
}

/** The instruction that failed; one that does not exist is 0xfe to the interpreter, whatever it is. */
export function failedOpcode(runState: RunState): number {
	return runState.opCode === 0xfe ? (runState.code[runState.programCounter] ?? 0xfe) : runState.opCode
}

/**
 * Whoever listens to steps is told what a REVERT gives back, also of one that cannot pay for its memory: the library reads
 * as much of it as the code asks for (10.1.3 Interpreter._runStepHook), which may be more than there is, and tells no step
 * where the stack has no words for it.
 */
export function boundReverts(opcodes: Opcodes): void {
	const entry = opcodes[0xfd]!
	const { gasHandler } = entry
	const bounded: DynamicGasHandler = async (runState, gas, common) => {
		const end = (): void => {
			// The frame ends here: nobody reads its memory and stack by this way any more.
			runState.memory.read = () => new Uint8Array(0)
			runState.stack.peek = () => [0n, 0n]
		}
		try {
			const price = await gasHandler(runState, gas, common)
			if (price > runState.gasLeft) end()
			return price
		} catch (fault) {
			end()
			throw fault
		}
	}
	entry.gasHandler = bounded as typeof gasHandler
}
