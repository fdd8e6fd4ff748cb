import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import { EVM, EVMError, type EVMResult, type ExecResult, type Message, paramsEVM } from '@ethereumjs/evm'
import { Account, Address } from '@ethereumjs/util'
import { recoverKey } from '../../../crypto/ethSecp256k1.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { concatBytes, toHex } from '../../../util/bytes.ts'
import { AccessJournal } from './AccessJournal.ts'
import { type FrameLibrary, frameLibraryOf, type RunState, runCode } from './codeFrame.ts'
import type { InterpreterRules } from './interpreterRules.ts'
import { lookAsTheReference } from './lookAsTheReference.ts'
import type { MovedPrecompiles } from './MovedPrecompiles.ts'
import { memoryAreas } from './opcodeTable.ts'
import { Patience } from './Patience.ts'
import { precompileErrorText } from './precompileErrorText.ts'
import { ownPrecompiles } from './precompiles/ownPrecompiles.ts'
import { quickenInstructions } from './quickInstructions.ts'
import { refuseWritesLate } from './refuseWritesLate.ts'
import { StateBridge } from './StateBridge.ts'
import type { LastStep } from './vmErrorText.ts'

type GasHandler = EVM['_opcodeMap'][number]['gasHandler']
/** Common type of gas handlers; the interpreter awaits each. */
type DynamicGasHandler = (...args: Parameters<GasHandler>) => ReturnType<GasHandler>
type MessageWithTo = Message & { to: Address }

const zeroAddress = new Address(new Uint8Array(20))

/** The contract at 0x0a checks data of blobs, which this chain has none of: it is an address like others. */
const pointEvaluation = new Address(Uint8Array.from({ length: 20 }, (_, at) => (at === 19 ? 0x0a : 0)))

/** The library's own parts of a frame; known from the first one on, which the library makes itself. */
let library: FrameLibrary | undefined

/** How the outermost contract's code ended, before any processing. */
export interface TopRun {
	/** The interpreter's own text, undefined when it ended well. */
	readonly error: string | undefined
	readonly returned: Uint8Array
	readonly opcode: number
	readonly stackSize: number
	/** The last instruction that touches memory; undefined when there was none. */
	readonly lastStep: LastStep | undefined
}

/**
 * The interpreter of @ethereumjs with go-ethereum's rule for which accounts come into being or change: a call without value
 * makes none from Spurious Dragon on, unless it is a STATICCALL or to a precompiled contract, and a CALLCODE changes none
 * (v1.10.16 core/vm/evm.go).
 */
export class ChainEvm extends EVM {
	readonly bridge: StateBridge
	/** The last call, if it ran code. */
	topRun: TopRun | undefined
	patience = new Patience()
	/** Those that the present call finds elsewhere. */
	movedPrecompiles: MovedPrecompiles | undefined
	/** Called when the code of a call ended, before anything is made of it. */
	onRunEnd: ((depth: number, result: ExecResult) => void) | undefined
	readonly #makesOnTouch: boolean
	readonly #hashes: BlockHashes
	#staticPending = false
	#static = false
	/** Whether someone listens to calls or steps, so that the library must run them. */
	#isWatched = false
	/** State before the last instruction that touches memory. */
	#before: { gas: bigint; words: bigint; stackSize: number } | undefined

	constructor(chainId: bigint, rules: InterpreterRules) {
		const bridge = new StateBridge()
		const hashes = new BlockHashes()
		const common = createCustomCommon({ chainId: Number(chainId) }, Mainnet, {
			hardfork: rules.hardfork,
			eips: [...rules.eips],
			customCrypto: { keccak256, ecrecover: recoverPoint },
		})
		super({
			common,
			stateManager: bridge,
			blockchain: hashes,
			// Leaving one out makes its address warm, which it must not be before it is there.
			...(common.gteHardfork('cancun') ? { customPrecompiles: [{ address: pointEvaluation }] } : {}),
			...(rules.berlinRefunds ? { params: berlinRefundParams } : {}),
		})
		rememberEips(common)
		this.bridge = bridge
		this.journal = new AccessJournal(bridge) as unknown as EVM['journal']
		this.#hashes = hashes
		this.#takeOverPrecompiles()
		this.#makesOnTouch = !common.gteHardfork('spuriousDragon')
		quickenInstructions(this._opcodeMap)
		this.#noteStaticCalls()
		this.#noteMemory()
		this.#boundReverts()
		refuseWritesLate(this._opcodeMap)
		lookAsTheReference(this._opcodeMap, bridge, common.gteHardfork('spuriousDragon'))
	}

	/** go-ethereum's text for a failed call of a precompiled contract; undefined when there is none at the address. */
	precompileFault(to: Uint8Array, data: Uint8Array, gas: bigint): string | undefined {
		if (this.getPrecompile(new Address(to)) === undefined) return undefined
		const usual = this.movedPrecompiles?.get(toHex(to))
		const number = usual === undefined ? (to[19] ?? 0) : Number(`0x${usual}`)
		return precompileErrorText(number, data, gas, this.common.gteHardfork('istanbul'))
	}

	/** The precompiled contract that the present call finds at an address. */
	override getPrecompile(address: Parameters<EVM['getPrecompile']>[0]): ReturnType<EVM['getPrecompile']> {
		const moved = this.movedPrecompiles
		if (moved === undefined) return super.getPrecompile(address)
		const key = address.toString().slice(2).padStart(40, '0').toLowerCase()
		if (!moved.has(key)) return super.getPrecompile(address)
		const usual = moved.get(key)
		return usual === undefined ? undefined : super.getPrecompile(`0x${usual}`)
	}

	/** Sets the source of BLOCKHASH. */
	setHashes(hashAt: (height: number) => Uint8Array | undefined): void {
		this.#hashes.hashAt = hashAt
	}

	/** Forgets what the last call left: warm addresses, transient slots. */
	begin(): void {
		this.journal.cleanJournal()
		this.transientStorage.clear()
		this.topRun = undefined
		this.#before = undefined
		this.#staticPending = false
		this.#isWatched = ['step', 'beforeMessage', 'afterMessage'].some(
			(name) => this.events.listenerCount(name as 'step') > 0,
		)
	}

	/** The library's own, without what forks need that are not supported, and without a copy of the message. */
	protected override async _executeCall(message: MessageWithTo): Promise<EVMResult> {
		this.#static = this.#staticPending
		this.#staticPending = false
		const pause = this.patience.look()
		if (pause !== undefined) await pause
		const sender = (await this.bridge.getAccount(message.caller)) ?? new Account()
		let failure: unknown
		if (!message.delegatecall) {
			try {
				await this._reduceSenderBalance(sender, message)
			} catch (fault) {
				failure = fault
			}
		}
		const known = await this.bridge.getAccount(message.to)
		// Nobody is there and nobody comes into being. The reference looks once, and each look has its price.
		if (known === undefined && failure === undefined && !isCallCode(message) && !this.#makes(message)) {
			return { execResult: { gasRefund: message.gasRefund, executionGasUsed: 0n, returnValue: new Uint8Array(0) } }
		}
		const target = known ?? new Account()
		if (!message.delegatecall) {
			try {
				await this._addToBalance(target, message)
			} catch (fault) {
				failure = fault
			}
		}
		if (message._codeAddress !== undefined && this.getPrecompile(message.codeAddress) === undefined) {
			// The reference asks for the hash of another's code before the code.
			this.bridge.state.find(message.codeAddress.bytes)
		}
		await this._loadCode(message)
		const { code, gasRefund } = message
		if (failure !== undefined || code === undefined || (typeof code !== 'function' && code.length === 0)) {
			if (failure !== undefined && !(failure instanceof EVMError)) throw failure
			const exceptionError = failure === undefined ? {} : { exceptionError: failure }
			return { execResult: { gasRefund, executionGasUsed: 0n, ...exceptionError, returnValue: new Uint8Array(0) } }
		}
		const result = await (typeof code === 'function'
			? this.runPrecompile(code, message.data, message.gasLimit)
			: this.runInterpreter(message))
		if (typeof code === 'function') result.gasRefund = gasRefund
		if (message.depth === 0 && this.common.isActivatedEIP(1153)) this.transientStorage.clear()
		return { execResult: result }
	}

	protected override async _executeCreate(message: Message): Promise<EVMResult> {
		this.#static = false
		await this.patience.look()
		const result = await super._executeCreate(message)
		// The code is written even if it is empty.
		if (result.execResult.exceptionError === undefined && message.to !== undefined) {
			this.bridge.state.touch(message.to.bytes)
		}
		return result
	}

	/** The address of a contract made by CREATE2: the library hashes init code in JavaScript. */
	protected override async _generateAddress(message: Message): Promise<Address> {
		const { salt } = message
		if (salt === undefined) return super._generateAddress(message)
		const codeHash = keccak256(message.code as Uint8Array)
		return new Address(keccak256(concatBytes(Uint8Array.of(0xff), message.caller.bytes, salt, codeHash)).slice(12))
	}

	protected override async _reduceSenderBalance(
		...[account, message]: Parameters<EVM['_reduceSenderBalance']>
	): ReturnType<EVM['_reduceSenderBalance']> {
		if (!isCallCode(message)) return super._reduceSenderBalance(account, message)
	}

	protected override async _addToBalance(
		...[account, message]: Parameters<EVM['_addToBalance']>
	): ReturnType<EVM['_addToBalance']> {
		if (isCallCode(message)) return
		return super._addToBalance(account, message)
	}

	/** Whether a call makes an account of its receiver if there is none. */
	#makes({ value, to }: MessageWithTo): boolean {
		return value !== 0n || this.#static || this.#makesOnTouch || this.getPrecompile(to) !== undefined
	}

	/** A call from a frame: the library's own, which waits for nine promises more. */
	override async runCall(options: Parameters<EVM['runCall']>[0]): Promise<EVMResult> {
		const { message } = options
		if (message?.to === undefined || this.#isWatched) return super.runCall(options)
		this.journal.checkpoint()
		const isTransient = this.common.isActivatedEIP(1153)
		if (isTransient) this.transientStorage.checkpoint()
		const result = await this._executeCall(message as MessageWithTo)
		const { execResult } = result
		if (execResult.exceptionError === undefined) {
			this.journal.commit()
			if (isTransient) this.transientStorage.commit()
		} else {
			execResult.selfdestruct = new Map()
			execResult.createdAddresses = new Set()
			execResult.gasRefund = 0n
			execResult.logs = []
			this.journal.revert()
			if (isTransient) this.transientStorage.revert()
		}
		return result
	}

	protected override async runInterpreter(...args: Parameters<EVM['runInterpreter']>): Promise<ExecResult> {
		const result = await (library === undefined || this.#isWatched
			? this.#runWatched(...args)
			: this.#runFrame(library, args[0]))
		if (library === undefined && result.runState !== undefined) library = frameLibraryOf(result.runState)
		this.onRunEnd?.(args[0].depth, result)
		if (args[0].depth === 0) {
			this.topRun = {
				error: result.exceptionError?.error,
				returned: result.returnValue,
				opcode: failedOpcode(result.runState),
				stackSize: result.runState?.stack.length ?? 0,
				lastStep: this.#lastStep(result.runState),
			}
		}
		return result
	}

	/** Runs the code of a message by the library, step by step; others are let in between steps. */
	async #runWatched(...args: Parameters<EVM['runInterpreter']>): Promise<ExecResult> {
		// A call that is to end while it waits rejects what the library waits for.
		const pace = (_step: unknown, goOn?: (pause?: Promise<void>) => void): void => goOn?.(this.patience.look())
		const isOutermost = args[0].depth === 0
		if (isOutermost) this.events.on('step', pace)
		try {
			return await super.runInterpreter(...args)
		} finally {
			if (isOutermost) this.events.off('step', pace)
		}
	}

	/** Runs the code of a message as the library does, without copies of what it works on. */
	async #runFrame(known: FrameLibrary, message: Message): Promise<ExecResult> {
		const { caller, data, value, gasLimit, depth, to = zeroAddress } = message
		const code = message.code as Uint8Array
		const contract = this.bridge.accountOf(to) ?? new Account()
		const env = {
			address: to,
			caller,
			callData: data,
			callValue: value,
			code,
			isStatic: message.isStatic,
			isCreate: (message as { isCreate?: boolean }).isCreate ?? false,
			depth,
			gasPrice: this._tx!.gasPrice,
			origin: this._tx!.origin,
			block: this._block!,
			contract,
			codeAddress: message._codeAddress ?? to,
			gasRefund: message.gasRefund,
			blobVersionedHashes: message.blobVersionedHashes ?? [],
			...(message.createdAddresses === undefined ? {} : { createdAddresses: message.createdAddresses }),
		} satisfies RunState['env']
		const owner = {
			evm: this,
			opcodes: this._opcodeMap,
			common: this.common,
			patience: this.patience,
			library: known,
			blockchain: this.blockchain,
		}
		const { runState, frame, exceptionError } = await runCode(owner, env, message)
		const kept = frame._result
		const { gasLeft, gasRefund } = runState
		const burns = exceptionError !== undefined && exceptionError.error !== EVMError.errorMessages.REVERT
		const failed = exceptionError !== undefined
		return {
			logs: failed ? [] : kept.logs,
			selfdestruct: failed ? new Map() : kept.selfdestruct,
			...(failed
				? { createdAddresses: new Set() }
				: kept.createdAddresses === undefined
					? {}
					: { createdAddresses: kept.createdAddresses }),
			runState,
			...(failed ? { exceptionError } : {}),
			gas: gasLeft,
			executionGasUsed: burns ? gasLimit : gasLimit - gasLeft,
			gasRefund,
			returnValue: kept.returnValue ?? new Uint8Array(0),
		}
	}

	#lastStep(runState: ExecResult['runState']): LastStep | undefined {
		if (runState === undefined || this.#before === undefined) return undefined
		const { gas, words, stackSize } = this.#before
		const stack = runState.stack.getStack().slice(-7)
		return { opcode: failedOpcode(runState), stack, stackSize, gasLeft: gas, memoryWords: words }
	}

	/** Puts this chain's own precompiled contracts in the place of the library's. */
	#takeOverPrecompiles(): void {
		for (const [number, run] of ownPrecompiles) {
			const address = number.toString(16).padStart(40, '0')
			if (!this.precompiles.has(address)) continue
			this.precompiles.set(address, ({ data, gasLimit, common }) =>
				run({ data, gasLimit, common, patience: this.patience }),
			)
		}
	}

	/** Prices of memory raise its size before they fail; the reasons go by what was before. */
	#noteMemory(): void {
		for (const entry of Object.values(this._opcodeMap)) {
			const { gasHandler, opcodeInfo } = entry
			if (!opcodeInfo.dynamicGas || memoryAreas(opcodeInfo.code).length === 0) continue
			const noted: DynamicGasHandler = (runState, gas, common) => {
				this.#before = { gas: runState.gasLeft, words: runState.memoryWordCount, stackSize: runState.stack.length }
				return gasHandler(runState, gas, common)
			}
			entry.gasHandler = noted as typeof gasHandler
		}
	}

	/**
	 * Whoever listens to steps is told what a REVERT gives back, also of one that cannot pay for its memory: the library reads
	 * as much of it as the code asks for (10.1.3 Interpreter._runStepHook), which may be more than there is.
	 */
	#boundReverts(): void {
		const entry = this._opcodeMap[0xfd]
		if (entry === undefined) return
		const { gasHandler } = entry
		const bounded: DynamicGasHandler = async (runState, gas, common) => {
			const end = (): void => {
				// The frame ends here: nobody reads its memory by this way any more.
				runState.memory.read = () => new Uint8Array(0)
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

	/** A message does not show whether it was a STATICCALL or a CALL below one; the instruction does. */
	#noteStaticCalls(): void {
		const entry = this._opcodeMap[0xfa]
		if (entry === undefined || entry.opcodeInfo.isInvalid) return
		const handler = entry.opHandler
		entry.opHandler = async (runState, common) => {
			this.#staticPending = true
			try {
				await handler(runState, common)
			} finally {
				this.#staticPending = false
			}
		}
	}
}

/** The library looks through a list for every question, some at each instruction; the rules of an interpreter stay. */
function rememberEips(common: EVM['common']): void {
	const known = new Map<number, boolean>()
	const ask = common.isActivatedEIP.bind(common)
	common.isActivatedEIP = (eip) => {
		let isActive = known.get(eip)
		if (isActive === undefined) {
			isActive = ask(eip)
			known.set(eip, isActive)
		}
		return isActive
	}
}

/** A CALLCODE only shows its value: nothing is moved, not even to the caller itself, whose balance was looked at before. */
function isCallCode(message: Message): boolean {
	return message._codeAddress !== undefined && !message.delegatecall
}

/** The instruction that failed; one that does not exist is 0xfe to the interpreter, whatever it is. */
function failedOpcode(runState: ExecResult['runState']): number {
	if (runState === undefined) return 0
	return runState.opCode === 0xfe ? (runState.code[runState.programCounter] ?? 0xfe) : runState.opCode
}

/** Answers BLOCKHASH. */
class BlockHashes {
	hashAt: (height: number) => Uint8Array | undefined = () => undefined

	async getBlock(height: number): Promise<{ hash(): Uint8Array }> {
		const hash = this.hashAt(height) ?? new Uint8Array(32)
		return { hash: () => hash }
	}

	async putBlock(): Promise<void> {}

	shallowCopy(): this {
		return this
	}
}

/** The 64 bytes of the key that made a signature; throws when none did, as the precompiled contract expects. */
function recoverPoint(digest: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array): Uint8Array {
	const point = recoverKey(digest, concatBytes(r, s), Number(v) - 27)
	if (point === undefined) throw new RangeError('no key made this signature')
	return point.subarray(1)
}

const berlinRefundParams = {
	...paramsEVM,
	3529: { ...paramsEVM[3529], selfdestructRefundGas: 24_000, sstoreClearRefundEIP2200Gas: 15_000 },
}
