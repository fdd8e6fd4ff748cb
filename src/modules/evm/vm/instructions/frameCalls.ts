import { EVMError, type ExecResult, Message } from '@ethereumjs/evm'
import { noBytes } from '../../../../codec/noBytes.ts'
import type { OpenFrame, RunState } from './codeFrame.ts'
import { numberOfBytes } from './FrameMemory.ts'

type Hex = `0x${string}`

/** What a frame destroyed, with what its callers did before and without a copy of that. */
class DestroyedSoFar extends Map<Hex, Hex> {
	#before: ReadonlyMap<Hex, Hex> | undefined

	static after(before: ReadonlyMap<Hex, Hex>): DestroyedSoFar {
		const destroyed = new DestroyedSoFar()
		// Most frames destroy nothing.
		destroyed.#before = isEmpty(before) ? undefined : before
		return destroyed
	}

	override has(address: Hex): boolean {
		return super.has(address) || this.#before?.has(address) === true
	}

	/** Puts its own entries into another map. */
	addTo(other: Map<Hex, Hex>): void {
		for (const [address, heir] of super.entries()) other.set(address, heir)
	}

	get isEmpty(): boolean {
		return this.size === 0 && this.#before === undefined
	}
}

/** The same of the contracts that a frame and its callers made. */
class MadeSoFar extends Set<Hex> {
	#before: ReadonlySet<Hex> | undefined

	static after(before: ReadonlySet<Hex> | undefined): MadeSoFar {
		const made = new MadeSoFar()
		made.#before = before === undefined || isEmpty(before) ? undefined : before
		return made
	}

	override has(address: Hex): boolean {
		return super.has(address) || this.#before?.has(address) === true
	}

	/** Puts its own entries into another set. */
	addTo(other: Set<Hex>): void {
		for (const address of super.values()) other.add(address)
	}

	get isEmpty(): boolean {
		return this.size === 0 && this.#before === undefined
	}
}

function isEmpty(collection: { readonly size: number; readonly isEmpty?: boolean }): boolean {
	return collection.isEmpty ?? collection.size === 0
}

/**
 * Calls from a frame: the library's Interpreter._baseCall without what later forks need. The library copies all logs, destroyed
 * and created addresses of a frame for each call that it makes. 1 or 0, as the caller gets it on its stack.
 */
export function callFrom(state: RunState, message: Message): bigint | Promise<bigint> {
	const frame = state.interpreter as unknown as OpenFrame
	const { _result: result, _env: env, common } = frame
	const destroyed = DestroyedSoFar.after(result.selfdestruct)
	message.selfdestruct = destroyed
	message.gasRefund = state.gasRefund
	state.returnBytes = noBytes
	const created = common.isActivatedEIP(6780) ? MadeSoFar.after(result.createdAddresses) : undefined
	if (created !== undefined) message.createdAddresses = created
	if (env.depth >= stackLimit) return 0n
	if (message.value !== 0n && message.delegatecall !== true && env.contract.balance < message.value) return 0n
	const end = (ended: ExecResult): bigint => {
		const { exceptionError, returnValue } = ended
		takeOver(frame, state, ended)
		if (exceptionError === undefined || exceptionError.error === EVMError.errorMessages.REVERT) {
			state.returnBytes = returnValue
		}
		if (exceptionError !== undefined) return 0n
		destroyed.addTo(result.selfdestruct)
		created?.addTo(result.createdAddresses!)
		env.contract = undefined
		state.gasRefund = ended.gasRefund ?? 0n
		return 1n
	}
	const ended = frame._evm.enter(message)
	return ended instanceof Promise ? ended.then(end) : end(ended)
}

/** A called frame's logs and what it used become the caller's. */
function takeOver(
	{ _result: { logs: kept } }: OpenFrame,
	state: RunState,
	{ logs, executionGasUsed }: ExecResult,
): void {
	if (logs !== undefined) for (const log of logs) kept.push(log)
	state.gasLeft -= executionGasUsed
}

/** The library's Interpreter.create without what later forks need: the new address is not found once more. */
export async function createFrom(
	this: OpenFrame,
	gasLimit: bigint,
	value: bigint,
	code: Uint8Array,
	salt?: Uint8Array,
): Promise<bigint> {
	const { _result: result, _env: env, _runState: state, common } = this
	state.returnBytes = noBytes
	const { contract } = env
	if (env.depth >= stackLimit || contract.balance < value || contract.nonce >= mostNonce) return 0n
	contract.nonce += 1n
	await this.journal.putAccount(env.address, contract)
	env.contract = undefined
	const destroyed = DestroyedSoFar.after(result.selfdestruct)
	const created = common.isActivatedEIP(6780) ? MadeSoFar.after(result.createdAddresses) : undefined
	const message = new Message({
		caller: env.address,
		gasLimit,
		value,
		data: code,
		salt: salt!,
		depth: env.depth + 1,
		selfdestruct: destroyed,
		gasRefund: state.gasRefund,
		blobVersionedHashes: env.blobVersionedHashes,
	})
	if (created !== undefined) message.createdAddresses = created
	const { execResult, createdAddress } = await this._evm.runCall({ message })
	takeOver(this, state, execResult)
	const failure = execResult.exceptionError?.error
	if (failure === EVMError.errorMessages.REVERT) state.returnBytes = execResult.returnValue
	// Before Homestead a contract that cannot pay for its code comes into being without.
	if (failure !== undefined && failure !== EVMError.errorMessages.CODESTORE_OUT_OF_GAS) return 0n
	destroyed.addTo(result.selfdestruct)
	created?.addTo(result.createdAddresses!)
	env.contract = undefined
	state.gasRefund = execResult.gasRefund ?? 0n
	return numberOfBytes(createdAddress!.bytes)
}

const mostNonce = 2n ** 64n - 1n

/** Calls in calls (Ethereum yellow paper). */
export const stackLimit = 1_024
