import type { EVMResult, ExecResult, InterpreterStep, Message } from '@ethereumjs/evm'
import { noBytes } from '../../../codec/noBytes.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { toHex } from '../../../util/bytes.ts'
import { larger } from '../../../util/order.ts'
import type { ChainEvm } from '../vm/ChainEvm.ts'
import { stackLimit } from '../vm/instructions/frameCalls.ts'
import { memoryAreas, missingOpcodeName } from '../vm/instructions/opcodeTable.ts'
import { memoryErrorText, plainErrorText, stepErrorText } from '../vm/vmErrorText.ts'
import { addressOfWord, wordBytes } from '../vm/wordBytes.ts'

/** One instruction before it ran. */
export interface TraceStep {
	readonly pc: number
	opcode: number
	name: string
	readonly gas: bigint
	/** With what a call hands on, as geth counts. */
	gasCost: bigint
	/** The part of the price that is asked first: all that geth shows of an instruction that fails before the rest. */
	readonly fixedCost: bigint
	/** 1 for the outermost contract. */
	readonly depth: number
	/** All of it, or the upper end. */
	readonly stack: readonly bigint[]
	readonly stackSize: number
	/** Words of memory before it. */
	readonly memoryWords: bigint
	/** As large as the instruction makes it, if it can run; no bytes unless memory was asked for. */
	memory: Uint8Array
	readonly address: Uint8Array
	/** Balance of the contract. */
	readonly balance: bigint
	/** The reason it could not run. */
	error?: string
}

/** A call, deployment or destruction. */
export interface TraceFrame {
	readonly type: string
	readonly from: Uint8Array
	/** Undefined for a failed deployment. */
	to: Uint8Array | undefined
	readonly value: bigint | undefined
	readonly gas: bigint
	readonly input: Uint8Array
	gasUsed: bigint
	output: Uint8Array
	/** Empty when it succeeded. */
	error: string
	readonly calls: TraceFrame[]
	/** Empty unless they are asked for. */
	readonly logs: TraceLog[]
}

/** A log of a call. */
export interface TraceLog {
	readonly address: Uint8Array
	readonly topics: readonly Uint8Array[]
	readonly data: Uint8Array
	/** How many calls of the same frame came before it. */
	readonly position: number
}

/** Limit of recorded steps, in words of stack and memory plus a few per step. */
const mostWords = 4_000_000
const wordsPerStep = 8

/** Optional data to record besides the calls. */
export interface RecorderOptions {
	/** Called at every step, in time to look at the state. */
	readonly onStep?: (step: TraceStep) => void
	/** Called when a call begins. */
	readonly onFrame?: (frame: TraceFrame) => void
	readonly memory?: boolean
	readonly steps?: boolean
	/** Whether calls have their logs. */
	readonly logs?: boolean
	/** Whether calls are told that do not begin, as geth does today (go-ethereum v1.16 core/vm/evm.go). */
	readonly refused?: boolean
	/** Steps that are kept at most; 0 keeps all. */
	readonly limit?: number
	/** Notes whole stacks, not only their upper ends. */
	readonly stack?: boolean
}

/** Writes down what the interpreter does: steps and calls, with the numbers and texts of go-ethereum v1.10.16. */
export class TraceRecorder {
	readonly steps: TraceStep[] = []
	/** The outermost call, once it began. */
	root: TraceFrame | undefined
	readonly #options: RecorderOptions
	readonly #stack: TraceFrame[] = []
	#last: TraceStep | undefined
	#words = 0
	#evm!: ChainEvm
	#ended: ExecResult | undefined
	/** A step that asks for a call, and the gas for it; undefined once the call has begun. */
	#asked: { readonly step: TraceStep; readonly gas: bigint } | undefined

	constructor(options: RecorderOptions) {
		this.#options = options
	}

	/** Listens to an interpreter; the answer ends that. */
	observe(evm: ChainEvm): () => void {
		this.#evm = evm
		const step = (event: InterpreterStep): void => this.#onStep(event)
		const before = (message: Message): void => this.#onBefore(message)
		const after = (result: EVMResult): void => this.#onAfter(result)
		evm.events.on('step', step)
		evm.events.on('beforeMessage', before)
		evm.events.on('afterMessage', after)
		// Another recorder may listen too.
		const others = evm.onRunEnd
		evm.onRunEnd = (depth, result) => {
			others?.(depth, result)
			this.#onRunEnd(depth, result)
		}
		return () => {
			evm.events.off('step', step)
			evm.events.off('beforeMessage', before)
			evm.events.off('afterMessage', after)
			evm.onRunEnd = others
		}
	}

	#onStep(event: InterpreterStep): void {
		this.#evm.patience.assertTime()
		const { opcode, gasLeft, stack } = event
		this.#settle(event.memory)
		const fee = opcode.dynamicFee ?? BigInt(opcode.fee)
		const handedOn = isCall(opcode.code) ? this.#handedOn(stack.at(-1) ?? 0n, gasLeft - fee) : 0n
		if (this.#options.logs === true && opcode.code >= 0xa0 && opcode.code <= 0xa4) this.#noteLog(event)
		const step: TraceStep = {
			pc: event.pc,
			opcode: opcode.code,
			name: opcode.name,
			gas: gasLeft,
			gasCost: fee + handedOn,
			fixedCost: this.#fixedCost(opcode.code, BigInt(opcode.fee)),
			depth: event.depth + 1,
			stack: this.#options.stack === true ? stack : stack.slice(-7),
			stackSize: stack.length,
			memoryWords: event.memoryWordCount,
			memory: this.#options.memory === true ? resized(event.memory, opcode.code, stack) : noBytes,
			address: event.address.bytes,
			balance: event.account.balance,
		}
		this.#note(step)
		if (this.#options.refused !== true || !(isCall(step.opcode) || isCreation(step.opcode))) return
		const left = gasLeft - fee
		this.#asked = { step, gas: isCreation(step.opcode) ? this.#handedOn(left, left) : handedOn }
	}

	/** The call that was asked for last did not begin: its caller goes on. */
	#settle(memory: Uint8Array): void {
		if (this.#asked === undefined) return
		const { step, gas } = this.#asked
		this.#asked = undefined
		const { opcode, stack } = step
		const at = (fromTop: number): bigint => stack.at(-1 - fromTop)!
		const creates = isCreation(opcode)
		const value = creates ? at(0) : opcode === 0xf1 || opcode === 0xf2 ? at(2) : undefined
		const area = creates ? 1 : value === undefined ? 2 : 3
		const frame: TraceFrame = {
			type: step.name,
			from: step.address,
			to: creates ? undefined : addressOfWord(at(1)),
			value,
			gas: creates || value === undefined || value === 0n ? gas : gas + stipend,
			input: memory.slice(Number(at(area)), Number(at(area) + at(area + 1))),
			gasUsed: 0n,
			output: noBytes,
			error: step.depth > stackLimit ? 'max call depth exceeded' : 'insufficient balance for transfer',
			calls: [],
			logs: [],
		}
		this.#stack.at(-1)!.calls.push(frame)
		this.#options.onFrame?.(frame)
	}

	/** One that cannot be written fails its call, and then it is not shown. */
	#noteLog({ opcode, stack, memory, address }: InterpreterStep): void {
		const frame = this.#stack.at(-1)!
		const size = stack.at(-2)
		if (size === undefined || size > mostLogBytes) return
		const from = stack.at(-1)!
		const topics = Array.from({ length: opcode.code - 0xa0 }, (_, at) => wordBytes(stack.at(-3 - at) ?? 0n))
		const data = new Uint8Array(Number(size))
		data.set(memory.subarray(Number(from), Number(from + size)))
		this.count(topics.length + data.length / 32)
		frame.logs.push({ address: address.bytes, topics, data, position: frame.calls.length })
	}

	#note(step: TraceStep): void {
		this.#last = step
		this.#options.onStep?.(step)
		const { steps, limit = 0 } = this.#options
		if (steps !== true || (limit > 0 && this.steps.length >= limit)) return
		this.count(wordsPerStep + step.stack.length + step.memory.length / 32)
		this.steps.push(step)
	}

	/** Counts words that are kept. @throws {ChainError} if they become too many. */
	count(words: number): void {
		this.#words += words
		if (this.#words > mostWords)
			throw new ChainError('undefined', 1, 'the trace is too large: ask for less of each step')
	}

	#handedOn(wanted: bigint, left: bigint): bigint {
		if (!this.#evm.common.gteHardfork('tangerineWhistle')) return wanted
		const most = left - left / 64n
		return wanted < most ? wanted : larger(most, 0n)
	}

	#onBefore(message: Message): void {
		this.#asked = undefined
		const caller = this.#last
		const type = caller === undefined ? (message.to ? 'CALL' : 'CREATE') : caller.name
		const frame: TraceFrame = {
			type,
			from: message.delegatecall ? caller!.address : message.caller.bytes,
			to: message.to === undefined ? undefined : message.codeAddress.bytes,
			value: type === 'DELEGATECALL' || type === 'STATICCALL' ? undefined : message.value,
			gas: message.gasLimit,
			// The caller's memory, which it may write over.
			input: Uint8Array.from(message.data),
			gasUsed: 0n,
			output: noBytes,
			error: '',
			calls: [],
			logs: [],
		}
		this.#stack.at(-1)?.calls.push(frame)
		this.root ??= frame
		this.#stack.push(frame)
		this.#ended = undefined
		this.#options.onFrame?.(frame)
	}

	#onRunEnd(depth: number, result: ExecResult): void {
		this.#ended = result
		const { exceptionError } = result
		const runState = result.runState!
		const { opCode } = runState
		if (exceptionError === undefined) this.#settle(runState.memory._store)
		this.#asked = undefined
		const last = this.#last
		if (exceptionError?.error === 'invalid opcode' && last?.opcode === invalid && opCode !== invalid) {
			last.opcode = opCode
			last.name = missingOpcodeName(opCode)
		}
		if (exceptionError === undefined && !enders.has(opCode) && runState.code.length > 0) {
			this.#note({
				pc: runState.code.length,
				opcode: 0,
				name: 'STOP',
				gas: runState.gasLeft,
				gasCost: 0n,
				fixedCost: 0n,
				depth: depth + 1,
				stack: runState.stack.getStack(),
				stackSize: runState.stack.length,
				memoryWords: runState.memoryWordCount,
				memory:
					this.#options.memory === true
						? runState.memory._store.slice(0, Number(runState.memoryWordCount) * 32)
						: noBytes,
				address: runState.env.address.bytes,
				balance: runState.env.contract.balance,
			})
		}
		if (exceptionError === undefined && opCode === 0xff) this.#noteDestruction()
	}

	/** A self-destruct is a call to the beneficiary. */
	#noteDestruction(): void {
		const step = this.#last!
		const destruction: TraceFrame = {
			type: 'SELFDESTRUCT',
			from: step.address,
			to: addressOfWord(step.stack.at(-1)!),
			value: step.balance,
			gas: 0n,
			input: noBytes,
			gasUsed: 0n,
			output: noBytes,
			error: '',
			calls: [],
			logs: [],
		}
		this.#stack.at(-1)!.calls.push(destruction)
		this.#options.onFrame?.(destruction)
	}

	#onAfter({ execResult, createdAddress }: EVMResult): void {
		const frame = this.#stack.pop()!
		const failure = execResult.exceptionError?.error
		frame.gasUsed = execResult.executionGasUsed
		frame.output = execResult.returnValue
		if (frame.type.startsWith('CREATE')) frame.to = createdAddress?.bytes
		if (failure !== undefined) frame.error = this.#errorText(failure, frame)
		const parent = this.#stack.at(-1)
		if (failure !== undefined && parent !== undefined && frame.type.startsWith('CREATE')) {
			frame.to = undefined
			// Where there is a contract already, the creation did not begin in earlier versions.
			if (failure === 'create collision' && this.#options.refused !== true) parent.calls.pop()
		}
		this.#ended = undefined
	}

	#errorText(error: string, { to, input, gas }: TraceFrame): string {
		const run = this.#ended
		if (run?.exceptionError === undefined) {
			const text = to === undefined ? undefined : this.#evm.contracts.fault(to, input, gas)
			return text ?? plainErrorText(error)
		}
		const step = this.#last!
		const text = stepErrorText(run.exceptionError.error, step.opcode, run.runState!.stack.length)
		const exact = text ?? memoryErrorText({ ...step, gasLeft: step.gas })
		if (isEarly(exact)) this.#failEarly(step, exact)
		return exact
	}

	/** A step that fails before it runs carries the reason itself, has no more memory and costs what was asked until then. */
	#failEarly(step: TraceStep, error: string): void {
		step.error = error
		step.memory = step.memory.subarray(0, Number(step.memoryWords) * 32)
		// Memory beyond what can be has no price.
		const isPriceless = step.gas < step.fixedCost || step.gasCost > dearestMemory
		if (error !== 'out of gas' || isPriceless) step.gasCost = step.fixedCost
	}

	/** The library's fixed part of a price, with what geth counts to the other part and to this one. */
	#fixedCost(opcode: number, fee: bigint): bigint {
		if (opcode >= 0xa0 && opcode <= 0xa4) return 0n
		return warm.has(opcode) && this.#evm.common.gteHardfork('berlin') ? 100n : fee
	}
}

/** The price of 2^32 - 1 words, the most that are priced (go-ethereum v1.10.16 core/vm/gas_table.go memoryGasCost). */
const dearestMemory = (2n ** 32n - 1n) * 3n + (2n ** 32n - 1n) ** 2n / 512n

/** Gas that a call with coins has besides what its caller gives it. */
const stipend = 2_300n

/** Data of a log that the gas of a call cannot pay for. */
const mostLogBytes = 1n << 24n

/** The instruction that is never defined; the library takes all that are not for it. */
const invalid = 0xfe

/** Instructions that look at an account: since Berlin they cost at least as much as one that was looked at before. */
const warm: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, 0xf1, 0xf2, 0xf4, 0xfa])

/** Instructions that end a contract by themselves. */
const enders: ReadonlySet<number> = new Set([0x00, 0xf3, 0xfd, 0xff])

function isCall(opcode: number): boolean {
	return opcode === 0xf1 || opcode === 0xf2 || opcode === 0xf4 || opcode === 0xfa
}

function isCreation(opcode: number): boolean {
	return opcode === 0xf0 || opcode === 0xf5
}

function isEarly(text: string): boolean {
	return text === 'out of gas' || text === 'gas uint64 overflow' || text.startsWith('stack ')
}

/** Memory as large as an instruction makes it, up to a megabyte. */
function resized(memory: Uint8Array, opcode: number, stack: readonly bigint[]): Uint8Array {
	const at = (fromTop: number): bigint => stack.at(-1 - fromTop) ?? 0n
	let size = BigInt(memory.length)
	for (const { offset, length } of memoryAreas(opcode)) {
		const bytes = typeof length === 'bigint' ? length : at(length)
		const end = bytes === 0n ? 0n : at(offset) + bytes
		if (end > size) size = end
	}
	const most = 1n << 20n
	const words = size > most ? memory.length : Number(((size + 31n) / 32n) * 32n)
	const out = new Uint8Array(Math.max(words, memory.length))
	out.set(memory)
	return out
}

/** 0x text of bytes. */
export function hexOf(bytes: Uint8Array): string {
	return `0x${toHex(bytes)}`
}
