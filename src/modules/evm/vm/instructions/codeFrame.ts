import { type EVM, EVMError, type ExecResult, type Message } from '@ethereumjs/evm'
import { Account, Address } from '@ethereumjs/util'
import { noBytes } from '../../../../codec/noBytes.ts'
import { getOrInsert } from '../../../../util/getOrInsert.ts'
import type { Patience } from '../Patience.ts'
import { FrameMemory } from './FrameMemory.ts'

/** What a frame works on while its code runs. */
export type RunState = NonNullable<ExecResult['runState']>

/** The library's frame. */
type Interpreter = RunState['interpreter']

/** What the library keeps to itself of a frame. */
export interface OpenFrame {
	readonly _runState: RunState
	readonly _env: FrameEnv
	readonly _evm: FrameOwner['evm']
	readonly common: EVM['common']
	readonly journal: EVM['journal']
	readonly _result: {
		logs: NonNullable<ExecResult['logs']>
		returnValue: Uint8Array | undefined
		selfdestruct: NonNullable<ExecResult['selfdestruct']>
		createdAddresses: Message['createdAddresses']
	}
}

/** The library's parts of a frame; it does not export the classes. */
export interface FrameLibrary {
	readonly Frame: new (owner: FrameOwner, env: FrameEnv, message: Message) => OpenFrame
}

/** The library's classes, told by a frame that it made. @param create makes a contract in place of the library */
export function frameLibraryOf(
	{ interpreter, stack }: RunState,
	create: (this: OpenFrame, gasLimit: bigint, value: bigint, code: Uint8Array, salt?: Uint8Array) => Promise<bigint>,
): FrameLibrary {
	const theirs = Object.getPrototypeOf(interpreter) as Interpreter
	const Stack = stack.constructor as new () => RunState['stack']
	/** What instructions use of what the library's constructor makes (@ethereumjs/evm 10.1.3 Interpreter), but for the memory. */
	class Frame {
		readonly _evm: FrameOwner['evm']
		readonly _stateManager: RunState['stateManager']
		readonly common: EVM['common']
		readonly journal: EVM['journal']
		readonly _env: FrameEnv
		readonly _result: OpenFrame['_result']
		readonly _runState: RunState

		constructor(owner: FrameOwner, env: FrameEnv, { gasLimit, selfdestruct, createdAddresses }: Message) {
			const { evm } = owner
			this._evm = evm
			this._stateManager = evm.stateManager
			this.common = owner.common
			this.journal = evm.journal
			this._env = env
			this._result = { logs: [], returnValue: undefined, selfdestruct: selfdestruct ?? new Map(), createdAddresses }
			this._runState = {
				programCounter: 0,
				opCode: stop,
				memory: new FrameMemory() as unknown as RunState['memory'],
				memoryWordCount: 0n,
				highestMemCost: 0n,
				stack: new Stack(),
				code: env.code,
				validJumps: jumpTargets(env.code),
				stateManager: evm.stateManager,
				blockchain: owner.blockchain,
				env: env as unknown as RunState['env'],
				interpreter: this as unknown as Interpreter,
				gasRefund: env.gasRefund,
				gasLeft: gasLimit,
				returnBytes: noBytes,
				messageGasLimit: undefined as never,
			} as unknown as RunState
		}
	}
	Object.setPrototypeOf(Frame.prototype, theirs)
	Object.assign(Frame.prototype, { create, create2: create })
	Object.assign(theirs, { _getValidJumpDestinations: analyseForLibrary })
	return { Frame: Frame as unknown as FrameLibrary['Frame'] }
}

/** What a frame of an interpreter has in common with its other frames. */
export interface FrameOwner {
	readonly evm: EVM & {
		/** Runs a call in a frame of its own. */
		enter(message: Message): ExecResult | Promise<ExecResult>
	}
	readonly opcodes: EVM['_opcodeMap']
	readonly common: EVM['common']
	readonly patience: Patience
	readonly library: FrameLibrary
	readonly blockchain: RunState['blockchain']
	readonly bridge: { accountOf(address: Message['caller']): Account | undefined }
	readonly block: RunState['env']['block']
	readonly origin: Address
	readonly gasPrice: bigint
}

/** What the code of a message knows of its surroundings. */
class FrameEnv {
	readonly address: Address
	readonly caller: Address
	readonly callData: Uint8Array
	readonly callValue: bigint
	readonly code: Uint8Array
	readonly isStatic: boolean
	readonly depth: number
	readonly gasPrice: bigint
	readonly origin: Address
	readonly block: RunState['env']['block']
	readonly gasRefund: bigint
	readonly blobVersionedHashes: NonNullable<Message['blobVersionedHashes']>
	readonly createdAddresses: Message['createdAddresses']
	readonly #bridge: FrameOwner['bridge']
	#contract: Account | undefined

	constructor({ gasPrice, origin, block, bridge }: FrameOwner, message: Message) {
		const { to = zeroAddress } = message
		this.address = to
		this.caller = message.caller
		this.callData = message.data
		this.callValue = message.value
		this.code = message.code as Uint8Array
		this.isStatic = message.isStatic
		this.depth = message.depth
		this.gasPrice = gasPrice
		this.origin = origin
		this.block = block
		this.gasRefund = message.gasRefund
		this.blobVersionedHashes = message.blobVersionedHashes ?? []
		this.createdAddresses = message.createdAddresses
		this.#bridge = bridge
	}

	/** The contract as it is: read when it is asked for, since few codes ask. */
	get contract(): Account {
		this.#contract ??= this.#bridge.accountOf(this.address) ?? new Account()
		return this.#contract
	}

	set contract(account: Account | undefined) {
		this.#contract = account
	}
}

const zeroAddress = new Address(new Uint8Array(20))
/** Gas between two looks at the clock. No instruction takes a microsecond a gas (docs/security.md), so this is below 2 ms. */
const gasPerLook = 20_000n

const [stop, giveBack] = [0x00, 0xf3]

/**
 * Runs the code of a message by this chain's instructions and prices. The library makes 8 KB of memory for each frame, waits
 * for a promise several times at each instruction (@ethereumjs/evm 10.1.3 Interpreter.run, runStep) and looks for the jump
 * targets of a code at each call; here what is no promise is not waited for, so that most calls end without one, and jump
 * targets are found once a code. Nobody may listen to single steps.
 */
export function runCode(owner: FrameOwner, message: Message): ExecResult | Promise<ExecResult> {
	const run = new CodeRun(owner, message)
	const wait = run.goOn()
	return wait === undefined ? run.result() : runSlowly(run, wait)
}

async function runSlowly(run: CodeRun, first: Promise<unknown>): Promise<ExecResult> {
	for (let wait: Promise<unknown> | undefined = first; wait !== undefined; wait = run.goOn()) {
		try {
			await wait
		} catch (fault) {
			run.fail(fault)
			break
		}
	}
	return run.result()
}

/** A code on its way. */
class CodeRun {
	readonly #owner: FrameOwner
	readonly #gasLimit: bigint
	readonly #frame: OpenFrame
	#nextLook: bigint
	/** Price of the next instruction, if it is known already. */
	#price: bigint | undefined
	#fault: EVMError | undefined

	constructor(owner: FrameOwner, message: Message) {
		this.#owner = owner
		this.#gasLimit = message.gasLimit
		this.#frame = new owner.library.Frame(owner, new FrameEnv(owner, message), message)
		this.#nextLook = message.gasLimit - gasPerLook
	}

	/** Goes on to the end, or to what must be waited for. */
	goOn(): Promise<unknown> | undefined {
		const { opcodes, common, patience } = this.#owner
		const state = this.#frame._runState
		const { code } = state
		try {
			while (state.programCounter < code.length) {
				const opcode = code[state.programCounter]!
				state.opCode = opcode
				if (opcode === stop) return undefined
				const { opcodeInfo, gasHandler, opHandler } = opcodes[opcode]!
				let gas = this.#price ?? opcodeInfo.feeBigInt
				if (this.#price !== undefined) this.#price = undefined
				else if (opcodeInfo.dynamicGas) {
					const price = gasHandler(state, gas, common)
					if (typeof price !== 'bigint') return this.#learn(price)
					gas = price
				}
				if (opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE)
				state.gasLeft -= gas
				if (state.gasLeft < 0n) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
				state.programCounter++
				if (opcode === giveBack) {
					const [offset, length] = state.stack.popN(2) as [bigint, bigint]
					this.#frame._result.returnValue = state.memory.read(Number(offset), Number(length))
					return undefined
				}
				const done: unknown = opHandler(state, common)
				if (done !== undefined) return done as Promise<unknown>
				if (state.gasLeft < this.#nextLook) {
					this.#nextLook = state.gasLeft - gasPerLook
					const pause = patience.look()
					if (pause !== undefined) return pause
				}
			}
		} catch (fault) {
			this.fail(fault)
		}
		return undefined
	}

	/** Ends the code; throws what is no failure of code. */
	fail(fault: unknown): void {
		if (!(fault instanceof EVMError)) throw fault
		if (fault.error !== EVMError.errorMessages.STOP) this.#fault = fault
	}

	async #learn(price: Promise<bigint>): Promise<void> {
		this.#price = await price
	}

	/** How the code ended, in the library's form. */
	result(): ExecResult {
		const { _runState: runState, _result: kept } = this.#frame
		const { gasLeft, gasRefund } = runState
		const fault = this.#fault
		const returnValue = kept.returnValue ?? noBytes
		if (fault === undefined) {
			const { logs, selfdestruct, createdAddresses } = kept
			const executionGasUsed = this.#gasLimit - gasLeft
			const result: ExecResult = {
				logs,
				selfdestruct,
				runState,
				gas: gasLeft,
				executionGasUsed,
				gasRefund,
				returnValue,
			}
			if (createdAddresses !== undefined) result.createdAddresses = createdAddresses
			return result
		}
		return {
			logs: [],
			selfdestruct: new Map(),
			createdAddresses: new Set(),
			runState,
			exceptionError: fault,
			gas: gasLeft,
			executionGasUsed: fault.error === EVMError.errorMessages.REVERT ? this.#gasLimit - gasLeft : this.#gasLimit,
			gasRefund,
			returnValue,
		}
	}
}

/** By the very array: a code that is read from the state again is the same one while it is shared (`SharedCodes`). */
const known = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>()

/** 1 where a code may be jumped to. */
function jumpTargets(code: Uint8Array): Uint8Array<ArrayBuffer> {
	return getOrInsert(known, code, findJumpTargets)
}

function findJumpTargets(code: Uint8Array): Uint8Array<ArrayBuffer> {
	const targets = new Uint8Array(code.length)
	for (let at = 0; at < code.length; at++) {
		const opcode = code[at]!
		if (opcode === 0x5b) targets[at] = 1
		else if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
	}
	return targets
}

/** The same for frames that the library makes itself: whoever listens to their steps. */
function analyseForLibrary(this: { lookupOpInfo(opcode: number): unknown }, code: Uint8Array) {
	const entries = Array.from({ length: 256 }, (_, opcode) => this.lookupOpInfo(opcode))
	return { jumps: jumpTargets(code), pushes: {}, opcodesCached: Array.from(code, (opcode) => entries[opcode]) }
}
