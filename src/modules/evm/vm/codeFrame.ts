import { type EVM, EVMError, type EVMResult, type ExecResult, type Message } from '@ethereumjs/evm'
import { Account } from '@ethereumjs/util'
import { FrameMemory } from './FrameMemory.ts'
import type { Patience } from './Patience.ts'
import { DestroyedSoFar, MadeSoFar } from './soFar.ts'

/** What a frame works on while its code runs. */
export type RunState = NonNullable<ExecResult['runState']>

/** The library's frame. */
type Interpreter = RunState['interpreter']

/** What the library keeps to itself of a frame. */
interface OpenFrame {
	_runState: RunState
	_env: RunState['env']
	_result: {
		logs: NonNullable<ExecResult['logs']>
		returnValue: Uint8Array | undefined
		selfdestruct: NonNullable<ExecResult['selfdestruct']>
		createdAddresses?: NonNullable<Message['createdAddresses']>
	}
}

/** What the library does with a frame; it does not export the class. */
export interface FrameLibrary {
	readonly prototype: Interpreter
	readonly Stack: new () => RunState['stack']
}

/** The library's class, told by a frame that it made itself. */
export function frameLibraryOf({ interpreter, stack }: RunState): FrameLibrary {
	const theirs = Object.getPrototypeOf(interpreter) as Interpreter
	const prototype = Object.create(theirs, { _baseCall: { value: baseCall } }) as Interpreter
	Object.assign(theirs, { _getValidJumpDestinations: analyseForLibrary })
	return { prototype, Stack: stack.constructor as FrameLibrary['Stack'] }
}

/** What a frame of an interpreter has in common with its other frames. */
export interface FrameOwner {
	readonly evm: EVM
	readonly opcodes: EVM['_opcodeMap']
	readonly common: EVM['common']
	readonly patience: Patience
	readonly library: FrameLibrary
	readonly blockchain: RunState['blockchain']
}

/** How a code ended. */
export interface CodeEnd {
	readonly runState: RunState
	readonly frame: OpenFrame
	/** Undefined when it ended well. */
	readonly exceptionError: EVMError | undefined
}

const noBytes = new Uint8Array(0)
/** Gas between two looks at the clock. No instruction takes a microsecond a gas (docs/security.md), so this is below 2 ms. */
const gasPerLook = 20_000n

const [stop, jump, jumpIf, giveBack] = [0x00, 0x56, 0x57, 0xf3]

/**
 * Runs the code of a message by the library's instructions and prices. The library makes 8 KB of memory for each frame, waits
 * for a promise several times at each instruction (@ethereumjs/evm 10.1.3 Interpreter.run, runStep) and looks for the jump
 * targets of a code at each call; here what is no promise is not waited for, and jump targets are found once a code. Nobody
 * may listen to single steps.
 */
export async function runCode(owner: FrameOwner, env: RunState['env'], message: Message): Promise<CodeEnd> {
	const { opcodes, common, patience } = owner
	const frame = makeFrame(owner, env, message)
	const state = frame._runState
	const { code } = state
	let isAnalysed = false
	let nextLook = state.gasLeft - gasPerLook
	while (state.programCounter < code.length) {
		const opcode = code[state.programCounter]!
		if (opcode === stop) {
			state.opCode = opcode
			break
		}
		if (!isAnalysed && (opcode === jump || opcode === jumpIf)) {
			state.validJumps = jumpTargets(code)
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
			if (opcode === giveBack) {
				const [offset, length] = state.stack.popN(2) as [bigint, bigint]
				frame._result.returnValue = length === 0n ? noBytes : state.memory.read(Number(offset), Number(length))
				break
			}
			const done: unknown = opHandler(state, common)
			if (done !== undefined) await done
		} catch (fault) {
			if (!isEvmError(fault)) throw fault
			const exceptionError = fault.error === EVMError.errorMessages.STOP ? undefined : fault
			return { runState: state, frame, exceptionError }
		}
		if (state.gasLeft < nextLook) {
			nextLook = state.gasLeft - gasPerLook
			const pause = patience.look()
			if (pause !== undefined) await pause
		}
	}
	return { runState: state, frame, exceptionError: undefined }
}

/** What the library's constructor makes (@ethereumjs/evm 10.1.3 Interpreter), but for the memory. */
function makeFrame(
	{ evm, common, library, blockchain }: FrameOwner,
	env: RunState['env'],
	{ gasLimit, selfdestruct, createdAddresses }: Message,
): OpenFrame {
	const frame = Object.create(library.prototype) as OpenFrame & Record<string, unknown>
	frame.opDebuggers = {}
	frame._evm = evm
	frame._stateManager = evm.stateManager
	frame.common = common
	frame.journal = evm.journal
	frame.performanceLogger = (evm as unknown as Record<string, unknown>).performanceLogger
	frame._env = env
	frame._result = {
		logs: [],
		returnValue: undefined,
		selfdestruct: selfdestruct ?? new Map(),
		...(createdAddresses === undefined ? {} : { createdAddresses }),
	}
	frame._runState = {
		programCounter: 0,
		opCode: 0xfe,
		memory: new FrameMemory() as unknown as RunState['memory'],
		memoryWordCount: 0n,
		highestMemCost: 0n,
		stack: new library.Stack(),
		code: env.code,
		validJumps: noBytes,
		cachedPushes: {},
		stateManager: evm.stateManager,
		blockchain,
		env,
		shouldDoJumpAnalysis: true,
		interpreter: frame as unknown as Interpreter,
		gasRefund: env.gasRefund,
		gasLeft: gasLimit,
		stateGasSpilled: 0n,
		returnBytes: noBytes,
	} as RunState
	return frame
}

/**
 * The library's Interpreter._baseCall without what later forks need. The library copies all logs, destroyed and created
 * addresses of a frame for each call that it makes.
 */
async function baseCall(
	this: OpenFrame & {
		readonly common: EVM['common']
		readonly _evm: EVM & { readonly bridge: { accountOf(address: Message['caller']): Account | undefined } }
	},
	message: Message,
): Promise<bigint> {
	const { _result: result, _env: env, _runState: state } = this
	const destroyed = DestroyedSoFar.after(result.selfdestruct)
	message.selfdestruct = destroyed
	message.gasRefund = state.gasRefund
	state.returnBytes = noBytes
	const created = this.common.isActivatedEIP(6780) ? MadeSoFar.after(result.createdAddresses) : undefined
	if (created !== undefined) message.createdAddresses = created
	if (env.depth >= stackLimit || (message.delegatecall !== true && env.contract.balance < message.value)) return 0n
	const { execResult } = (await this._evm.runCall({ message })) as EVMResult
	const { exceptionError, logs, returnValue } = execResult
	if (logs !== undefined) for (const log of logs) result.logs.push(log)
	state.gasLeft -= execResult.executionGasUsed
	if (exceptionError === undefined || exceptionError.error === EVMError.errorMessages.REVERT) {
		state.returnBytes = returnValue
	}
	if (exceptionError !== undefined) return 0n
	destroyed.addTo(result.selfdestruct)
	created?.addTo(result.createdAddresses!)
	env.contract = this._evm.bridge.accountOf(env.address) ?? new Account()
	state.gasRefund = execResult.gasRefund ?? 0n
	return 1n
}

/** Calls in calls (Ethereum yellow paper). */
const stackLimit = 1_024

/** By the very array: a code that is read from the state again is the same one while it is shared (`SharedCodes`). */
const known = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>()

/** 1 where a code may be jumped to. */
function jumpTargets(code: Uint8Array): Uint8Array<ArrayBuffer> {
	const found = known.get(code)
	if (found !== undefined) return found
	const targets = new Uint8Array(code.length)
	for (let at = 0; at < code.length; at++) {
		const opcode = code[at]!
		if (opcode === 0x5b) targets[at] = 1
		else if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
	}
	known.set(code, targets)
	return targets
}

/** The same for frames that the library makes itself: whoever listens to their steps. */
function analyseForLibrary(this: { lookupOpInfo(opcode: number): unknown }, code: Uint8Array) {
	const entries = Array.from({ length: 256 }, (_, opcode) => this.lookupOpInfo(opcode))
	return { jumps: jumpTargets(code), pushes: {}, opcodesCached: Array.from(code, (opcode) => entries[opcode]) }
}

function isEvmError(fault: unknown): fault is EVMError {
	return fault instanceof EVMError
}
