import { Address } from '@ethereumjs/util'
import { quickenKeccak } from '../../../crypto/keccak256.ts'
import { toHex } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { type Asker, Scheduler } from '../../../util/schedule/Scheduler.ts'
import type { EvmState } from '../state/EvmState.ts'
import { takeAuthorization } from '../tx/authorizations.ts'
import { ChainEvm } from './ChainEvm.ts'
import type { EvmBlock, EvmCall, EvmOutcome, MovedPrecompiles } from './EvmCall.ts'
import type { InterpreterRules } from './interpreterRules.ts'
import { Patience } from './Patience.ts'
import { memoryErrorText, plainErrorText, stepErrorText } from './vmErrorText.ts'

/** Interpreters that run nothing at the moment, by their rules. A running one is never shared. */
const idle = new Map<string, ChainEvm[]>()
const maxIdle = 4

/** Listens to the interpreter while one call runs, as a tracer does. Answers by what must be undone after it. */
export type EvmObserver = (evm: ChainEvm) => () => void

/** Input of a call. */
export interface EvmRun {
	readonly chainId: bigint
	readonly rules: InterpreterRules
	readonly block: EvmBlock
	readonly call: EvmCall
	readonly state: EvmState
	readonly observer?: EvmObserver | undefined
	/** Precompiled contracts that this call finds elsewhere. */
	readonly precompiles?: MovedPrecompiles | undefined
	/** Ends what takes longer by throwing a ChainError with this text; absent for transactions of blocks. */
	readonly limit?: { readonly ms: number; readonly text: string } | undefined
	/** Who asked for a call that has a limit. */
	readonly asker?: Asker | undefined
	/** The scheduler of the node, for calls that have a limit; without it a call waits for no other. */
	readonly scheduler?: Scheduler
}

/** Runs one call or deployment on a state. The state is not committed. */
export async function runEvm(run: EvmRun): Promise<EvmOutcome> {
	const { asker, call, limit, scheduler = new Scheduler() } = run
	await quickenKeccak()
	if (limit === undefined) return runWith(run, new Patience())
	// The time in line counts.
	const deadline = performance.now() + limit.ms
	const slices = await scheduler.startCall({ bytes: asker?.bytes ?? call.data.length, caller: asker?.caller })
	try {
		return await runWith(run, new Patience({ ...limit, ms: deadline - performance.now(), scheduler, slices }))
	} finally {
		scheduler.endCall(slices)
	}
}

async function runWith(run: EvmRun, patience: Patience): Promise<EvmOutcome> {
	const { chainId, rules } = run
	const key = `${chainId} ${rules.hardfork} ${rules.eips.join(',')} ${rules.berlinRefunds}`
	const evm = idle.get(key)?.pop() ?? new ChainEvm(chainId, rules)
	evm.patience = patience
	evm.contracts.moved = run.precompiles
	const unobserve = run.observer?.(evm)
	try {
		evm.bridge.use(run.state)
		evm.setHashes((height) => run.block.hashAt(height))
		const outcome = await execute(evm, run)
		// One that was stopped midway is not used again.
		const free = getOrInsert(idle, key, (): ChainEvm[] => [])
		if (free.length < maxIdle) free.push(evm)
		return outcome
	} finally {
		unobserve?.()
		evm.bridge.use(undefined)
	}
}

async function execute(evm: ChainEvm, run: EvmRun): Promise<EvmOutcome> {
	const { call, state } = run
	const nothing = { returned: new Uint8Array(0), refund: 0n, logs: [], destroyed: new Set<string>() }
	const creates = call.to === undefined
	if (creates) {
		const sender = state.findOrMake(call.from)
		state.setNonce(sender, call.nonce)
		if (sender.balance < call.value) {
			state.setNonce(state.findOrMake(call.from), call.nonce + 1n)
			return { ...nothing, gasLeft: call.gas, error: 'insufficient balance for transfer' }
		}
	}
	evm.begin()
	const refund = await takeAuthorizations(evm, run)
	const outcome = await runOnce(evm, run)
	if (creates) state.setNonce(state.findOrMake(call.from), call.nonce + 1n)
	return { ...outcome, refund: outcome.refund + refund }
}

/** Takes what accounts allow before the call begins. Answers by the gas that is refunded for it. */
async function takeAuthorizations(evm: ChainEvm, { call, chainId, state }: EvmRun): Promise<bigint> {
	const { authorizations = [], from, nonce } = call
	if (authorizations.length === 0) return 0n
	// A call that is no transaction has not raised it.
	const sender = state.findOrMake(from)
	if (sender.nonce <= nonce) state.setNonce(sender, nonce + 1n)
	let sum = 0n
	for (const authorization of authorizations) {
		const { authority, refund } = takeAuthorization(authorization, state, chainId)
		if (authority !== undefined) evm.journal.addAlwaysWarmAddress(toHex(authority))
		sum += refund
		await evm.patience.look()
	}
	return sum
}

async function runOnce(evm: ChainEvm, run: EvmRun): Promise<EvmOutcome> {
	const { call } = run
	const { execResult } = await start(evm, run)
	const failure = execResult.exceptionError
	const ended = {
		gasLeft: call.gas - execResult.executionGasUsed,
		refund: execResult.gasRefund ?? 0n,
		logs: (execResult.logs ?? []).map(([address, topics, data]) => ({ address, topics, data })),
	}
	if (failure === undefined) {
		const destroyed = [...(execResult.selfdestruct ?? new Map()).keys()].filter(
			(address) => !evm.common.isActivatedEIP(6780) || execResult.createdAddresses?.has(address),
		)
		return {
			...ended,
			returned: execResult.returnValue,
			error: '',
			destroyed: new Set(destroyed.map((address) => address.slice(2))),
		}
	}
	return {
		...ended,
		// A deployment that fails after its code ran returns that code, as in go-ethereum.
		returned: evm.topRun?.returned ?? execResult.returnValue,
		error: errorText(evm, run, failure.error),
		destroyed: new Set(),
	}
}

async function start(evm: ChainEvm, { block, call }: EvmRun) {
	if (block.hasAccessLists) {
		evm.journal.addAlwaysWarmAddress(toHex(call.from))
		if (call.to !== undefined) evm.journal.addAlwaysWarmAddress(toHex(call.to))
		for (const address of evm.precompiles.keys()) evm.journal.addAlwaysWarmAddress(address)
		for (const { address, storageKeys } of call.accessList ?? []) {
			evm.journal.addAlwaysWarmAddress(toHex(address))
			for (const slot of storageKeys) evm.journal.addAlwaysWarmSlot(toHex(address), toHex(slot))
		}
		if (block.warmCoinbase) evm.journal.addAlwaysWarmAddress(toHex(block.coinbase))
	}
	const caller = new Address(call.from)
	return evm.runCall({
		block: {
			header: {
				number: block.number ?? BigInt(block.height),
				coinbase: new Address(block.coinbase),
				timestamp: block.timestamp,
				difficulty: 0n,
				prevRandao: block.random,
				gasLimit: block.gasLimit,
				...(block.baseFee === undefined ? {} : { baseFeePerGas: block.baseFee }),
				getBlobGasPrice: () => block.blobBaseFee ?? 0n,
			},
		},
		gasPrice: call.gasPrice,
		origin: caller,
		caller,
		gasLimit: call.gas,
		...(call.to === undefined ? {} : { to: new Address(call.to) }),
		value: call.value,
		data: call.data,
		skipNonceIncrement: call.to !== undefined,
		depth: 0,
	})
}

const maxCodeSize = 24_576

function errorText(evm: ChainEvm, { call }: EvmRun, error: string): string {
	const top = evm.topRun
	if (top === undefined) {
		const text = call.to === undefined ? undefined : evm.contracts.fault(call.to, call.data, call.gas)
		return text ?? plainErrorText(error)
	}
	if (top.error === undefined) return deploymentErrorText(evm, top.returned)
	// An instruction on memory is noted before it can fail.
	return stepErrorText(top.error, top.opcode, top.stackSize) ?? memoryErrorText(top.lastStep!)
}

/** The reason that a successful init code was not deployed, in go-ethereum's order of checks. */
function deploymentErrorText(evm: ChainEvm, code: Uint8Array): string {
	if (evm.common.gteHardfork('spuriousDragon') && code.length > maxCodeSize) return 'max code size exceeded'
	if (evm.common.isActivatedEIP(3541) && code[0] === 0xef) return 'invalid code: must not begin with 0xef'
	return 'contract creation code storage out of gas'
}
