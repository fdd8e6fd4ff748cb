import { EVM, EVMError, type EVMResult, type ExecResult, Message } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { concatBytes, toHex } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import type { EvmState } from '../state/EvmState.ts'
import type { StateObject } from '../state/StateObject.ts'
import { delegatedTo } from '../tx/authorizations.ts'
import { AccessJournal } from './AccessJournal.ts'
import { boundReverts, FailureNotes, failedOpcode } from './FailureNotes.ts'
import { matchAccountLookups } from './instructions/accountLookups.ts'
import { type CallMessage, quickenCalls } from './instructions/callInstructions.ts'
import { type FrameLibrary, type FrameOwner, frameLibraryOf, runCode } from './instructions/codeFrame.ts'
import { createFrom } from './instructions/frameCalls.ts'
import { quickenInstructions } from './instructions/quickInstructions.ts'
import { quickenStateInstructions } from './instructions/stateInstructions.ts'
import { chargeStaticWrites } from './instructions/staticWrites.ts'
import { berlinRefundParams, commonOf } from './interpreterCommon.ts'
import type { InterpreterRules } from './interpreterRules.ts'
import { Patience } from './Patience.ts'
import { Precompiles, pointEvaluationContract } from './precompiles/Precompiles.ts'
import { StateBridge } from './StateBridge.ts'
import { TransientSlots } from './TransientSlots.ts'
import type { LastStep } from './vmErrorText.ts'

type MessageWithTo = Message & { to: Address }

const noBytes = new Uint8Array(0)
/** Most coins of an account: a word of the interpreter. */
const mostCoins = 2n ** 256n - 1n
/** Calls in calls between which there is no promise. */
const deepestWithoutPromise = 32

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
	readonly contracts: Precompiles
	/** Called when the code of a call ended, before anything is made of it. */
	onRunEnd: ((depth: number, result: ExecResult) => void) | undefined
	readonly #makesOnTouch: boolean
	readonly #hashes: BlockHashes
	readonly #failures: FailureNotes
	/** Addresses that CREATE2 has found. */
	readonly #made = new WeakMap<Message, Address>()
	/** What frames of the present call have in common. */
	#owner: FrameOwner | undefined
	#staticPending = false
	/** Whether someone listens to calls or steps, so that the library must run them. */
	#isWatched = false

	constructor(chainId: bigint, rules: InterpreterRules) {
		const bridge = new StateBridge()
		const hashes = new BlockHashes()
		const common = commonOf(chainId, rules)
		super({
			common,
			stateManager: bridge,
			blockchain: hashes,
			// Leaving one out makes its address warm, which it must not be before it is there.
			...(common.gteHardfork('cancun') ? { customPrecompiles: [pointEvaluationContract] } : {}),
			...(rules.berlinRefunds ? { params: berlinRefundParams } : {}),
		})
		this.bridge = bridge
		const journal = new AccessJournal(bridge)
		const transient = new TransientSlots()
		this.journal = journal as unknown as EVM['journal']
		Object.assign(this, { transientStorage: transient })
		this.#hashes = hashes
		this.contracts = new Precompiles(this)
		const isLean = common.gteHardfork('spuriousDragon')
		this.#makesOnTouch = !isLean
		const opcodes = this._opcodeMap
		quickenInstructions(opcodes)
		this.#noteStaticCalls()
		quickenCalls(opcodes, { common, bridge, journal })
		this.#failures = new FailureNotes(opcodes)
		boundReverts(opcodes)
		chargeStaticWrites(opcodes)
		matchAccountLookups(opcodes, bridge, isLean)
		quickenStateInstructions({ opcodes, common, bridge, journal, transient, hashAt: (height) => hashes.hashAt(height) })
	}

	override getPrecompile(address: Parameters<EVM['getPrecompile']>[0]): ReturnType<EVM['getPrecompile']> {
		return this.contracts.at(address)
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
		this.#owner = undefined
		this.#isWatched = ['step', 'beforeMessage', 'afterMessage'].some(
			(name) => this.events.listenerCount(name as 'step') > 0,
		)
	}

	/** The library's own, without what forks need that are not supported, and without a copy of the message. */
	protected override async _executeCall(message: MessageWithTo): Promise<EVMResult> {
		if (this.#staticPending) (message as CallMessage).isStaticCall = true
		this.#staticPending = false
		return { execResult: await this.#execute(message) }
	}

	protected override async _executeCreate(message: Message): Promise<EVMResult> {
		await this.patience.look()
		const result = await super._executeCreate(message)
		// The code is written even if it is empty.
		if (result.execResult.exceptionError === undefined && message.to !== undefined) {
			this.bridge.state.touch(message.to.bytes)
		}
		return result
	}

	/** The address of a contract made by CREATE2: the library hashes init code in JavaScript, and asks for the address twice. */
	protected override async _generateAddress(message: Message): Promise<Address> {
		const { salt } = message
		if (salt === undefined) return super._generateAddress(message)
		return getOrInsert(this.#made, message, () => {
			const codeHash = keccak256(message.code as Uint8Array)
			return new Address(keccak256(concatBytes(Uint8Array.of(0xff), message.caller.bytes, salt, codeHash)).slice(12))
		})
	}

	/** A call from a frame of the library; see `enter` for those of this program's own. */
	override async runCall(options: Parameters<EVM['runCall']>[0]): Promise<EVMResult> {
		const { message } = options
		if (message?.to === undefined || this.#isWatched) return super.runCall(options)
		return { execResult: await this.enter(message) }
	}

	/** Runs a call in a frame of its own: what it changed is undone if it fails. Only what must wait makes a promise. */
	enter(message: Message): ExecResult | Promise<ExecResult> {
		const isTransient = this.common.isActivatedEIP(1153)
		this.journal.checkpoint()
		if (isTransient) this.transientStorage.checkpoint()
		const end = (result: ExecResult): ExecResult => {
			if (result.exceptionError === undefined) {
				this.journal.commit()
				if (isTransient) this.transientStorage.commit()
				return result
			}
			result.selfdestruct = new Map()
			result.createdAddresses = new Set()
			result.gasRefund = 0n
			result.logs = []
			this.journal.revert()
			if (isTransient) this.transientStorage.revert()
			return result
		}
		const result = this.#execute(message as MessageWithTo)
		return result instanceof Promise ? result.then(end) : end(result)
	}

	#execute(message: MessageWithTo): ExecResult | Promise<ExecResult> {
		const pause = this.patience.look()
		return pause === undefined ? this.#call(message) : pause.then(() => this.#call(message))
	}

	/** Moves coins and runs the code that is called, if any. */
	#call(message: CallMessage & MessageWithTo): ExecResult | Promise<ExecResult> {
		const { caller, to, value } = message
		const { state } = this.bridge
		const moves = !message.delegatecall && !isCallCode(message)
		const sender = state.find(caller.bytes)
		let failure: EVMError | undefined
		if (moves) {
			const left = (sender?.balance ?? 0n) - value
			if (left < 0n) failure = new EVMError(EVMError.errorMessages.INSUFFICIENT_BALANCE)
			else setBalance(state, sender ?? state.findOrMake(caller.bytes), left)
		}
		const known = state.find(to.bytes)
		// Nobody is there and nobody comes into being. The reference looks once, and each look has its price.
		if (known === undefined && !this.#makes(message)) {
			return { gasRefund: message.gasRefund, executionGasUsed: 0n, returnValue: noBytes }
		}
		if (moves) {
			const sum = (known?.balance ?? 0n) + value
			if (sum > mostCoins) failure = new EVMError(EVMError.errorMessages.VALUE_OVERFLOW)
			else setBalance(state, known ?? state.findOrMake(to.bytes), sum)
		}
		const code = this.#loadCode(message)
		const { gasRefund } = message
		if (failure !== undefined || (typeof code !== 'function' && code.length === 0)) {
			const result: ExecResult = { gasRefund, executionGasUsed: 0n, returnValue: noBytes }
			if (failure !== undefined) result.exceptionError = failure
			return result
		}
		if (typeof code !== 'function') return this.#runCode(message)
		const end = (result: ExecResult): ExecResult => {
			result.gasRefund = gasRefund
			return result
		}
		const result = this.runPrecompile(code, message.data, message.gasLimit)
		return result instanceof Promise ? result.then(end) : end(result)
	}

	/** What runs: code, or a precompiled contract. */
	#loadCode(message: CallMessage): NonNullable<Message['code']> {
		if (message.code !== undefined) return message.code
		const { bytes } = message.codeAddress
		const { state } = this.bridge
		let code: NonNullable<Message['code']> | undefined = this.contracts.at(message.codeAddress)
		if (code === undefined) {
			// The reference asks for the hash of another's code before the code.
			if (message._codeAddress !== undefined) state.find(bytes)
			code = this.#codeAt(bytes)
			const heir = this.common.isActivatedEIP(7702) ? delegatedTo(code) : undefined
			if (heir !== undefined) {
				code = this.#codeAt(heir)
				if (message.depth === 0) this.journal.addAlwaysWarmAddress(toHex(heir))
			}
		}
		message.code = code
		return code
	}

	#codeAt(address: Uint8Array): Uint8Array {
		const account = this.bridge.state.find(address)
		return account === undefined ? noBytes : this.bridge.state.codeOf(account)
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
	#makes({ value, to, isStaticCall }: CallMessage & MessageWithTo): boolean {
		return value !== 0n || isStaticCall === true || this.#makesOnTouch || this.contracts.at(to) !== undefined
	}

	protected override async runInterpreter(...args: Parameters<EVM['runInterpreter']>): Promise<ExecResult> {
		const [message] = args
		if (this.#isWatched) return this.#noted(message, await this.#runWatched(...args))
		if (library === undefined) {
			const options = { caller: message.caller, to: message.to!, depth: message.depth, gasLimit: 0n }
			const { runState } = await super.runInterpreter(new Message({ ...options, code: Uint8Array.of(0) }))
			library = frameLibraryOf(runState!, createFrom)
		}
		return this.#runFrame(library, message)
	}

	#runCode(message: MessageWithTo): ExecResult | Promise<ExecResult> {
		// Calls in calls that need no promise stand on one stack, which has an end: now and then one begins a new stack.
		const isDeep = message.depth % deepestWithoutPromise === deepestWithoutPromise - 1
		if (isDeep) return Promise.resolve().then(() => this.runInterpreter(message))
		if (library === undefined || this.#isWatched) return this.runInterpreter(message)
		return this.#runFrame(library, message)
	}

	#noted({ depth }: Message, result: ExecResult): ExecResult {
		this.onRunEnd?.(depth, result)
		if (depth === 0) {
			const runState = result.runState!
			this.topRun = {
				error: result.exceptionError?.error,
				returned: result.returnValue,
				opcode: failedOpcode(runState),
				stackSize: runState.stack.length,
				lastStep: this.#failures.lastStep(runState),
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
	#runFrame(known: FrameLibrary, message: Message): ExecResult | Promise<ExecResult> {
		this.#owner ??= {
			evm: this,
			opcodes: this._opcodeMap,
			common: this.common,
			patience: this.patience,
			library: known,
			blockchain: this.blockchain,
			bridge: this.bridge,
			block: this._block!,
			origin: this._tx!.origin,
			gasPrice: this._tx!.gasPrice,
		}
		const result = runCode(this.#owner, message)
		return result instanceof Promise
			? result.then((ended) => this.#noted(message, ended))
			: this.#noted(message, result)
	}

	/** A message of the library does not show whether it was a STATICCALL or a CALL below one; the instruction does. */
	#noteStaticCalls(): void {
		const entry = this._opcodeMap[0xfa]!
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

/** A CALLCODE only shows its value: nothing is moved, not even to the caller itself, whose balance was looked at before. */
function isCallCode(message: Message): boolean {
	return message._codeAddress !== undefined && !message.delegatecall
}

/** Sets a balance; the same again is no change. */
function setBalance(state: EvmState, object: StateObject, balance: bigint): void {
	if (object.balance !== balance) state.setBalance(object, balance)
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
