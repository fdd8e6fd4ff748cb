import { type EVM, EVMError, type ExecResult } from '@ethereumjs/evm'
import { analysisOf } from './codeAnalysis.ts'

/** What a frame works on while its code runs. */
export type RunState = NonNullable<ExecResult['runState']>

/** The library's class of one frame: it does not export it. */
type Interpreter = RunState['interpreter']

/** Makes a frame, as the library does for each call. */
export type MakeInterpreter = new (...args: ConstructorParameters<InterpreterClass>) => Interpreter

type InterpreterClass = abstract new (
	evm: EVM,
	stateManager: EVM['stateManager'],
	blockchain: EVM['blockchain'],
	env: RunState['env'],
	gasLeft: bigint,
	journal: EVM['journal'],
	performanceLogs: EVM['performanceLogger'],
) => Interpreter

/** A frame with what its class keeps from strangers. */
interface OpenInterpreter {
	readonly _runState: RunState
}

/** How a code ended. */
export interface CodeEnd {
	readonly runState: RunState
	/** Undefined when it ended well. */
	readonly exceptionError: EVMError | undefined
}

/**
 * Runs the code of a frame by the library's instructions and prices. The library waits for a promise several times at each
 * instruction (@ethereumjs/evm 10.1.3 Interpreter.run, runStep) and looks for the jump targets of a code at each call; here
 * what is no promise is not waited for, and jump targets are found once a code. Nobody may listen to single steps.
 */
export async function runCode(
	interpreter: Interpreter,
	code: Uint8Array,
	opcodes: EVM['_opcodeMap'],
	common: EVM['common'],
): Promise<CodeEnd> {
	const { _runState: state } = interpreter as unknown as OpenInterpreter
	state.code = code
	let isAnalysed = false
	while (state.programCounter < code.length) {
		const opcode = code[state.programCounter]!
		if (!isAnalysed && (opcode === jump || opcode === jumpIf)) {
			const { jumps, pushes } = analysisOf(code, interpreter)
			state.validJumps = jumps
			state.cachedPushes = pushes
			state.shouldDoJumpAnalysis = false
			isAnalysed = true
		}
		const { opcodeInfo, gasHandler, opHandler } = opcodes[opcode]!
		state.opCode = isAnalysed ? opcodeInfo.code : opcode
		try {
			let gas = opcodeInfo.feeBigInt
			if (opcodeInfo.dynamicGas) {
				const price = gasHandler(state, gas, common)
				gas = typeof price === 'bigint' ? price : await price
			}
			if (opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE)
			state.gasLeft -= gas
			if (state.gasLeft < 0n) {
				state.gasLeft = 0n
				throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
			}
			state.programCounter++
			const done: unknown = opHandler(state, common)
			if (done !== undefined) await done
		} catch (fault) {
			if (!isEvmError(fault)) throw fault
			return {
				runState: state,
				exceptionError: fault.error === EVMError.errorMessages.STOP ? undefined : fault,
			}
		}
	}
	return { runState: state, exceptionError: undefined }
}

const jump = 0x56
const jumpIf = 0x57

function isEvmError(fault: unknown): fault is EVMError {
	return fault instanceof EVMError
}
