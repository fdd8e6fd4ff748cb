import type { Context } from '../../app/Context.ts'
import { ChainError, inOtherWords } from '../../errors/ChainError.ts'
import { larger, smaller } from '../../util/order.ts'
import type { Asker } from '../../util/schedule/Scheduler.ts'
import { blockGasLimit, isForked } from './chainConfig.ts'
import type { EvmKeeper } from './EvmKeeper.ts'
import { evmErrors } from './errors.ts'
import type { EvmParams } from './evmParams.ts'
import { EvmState } from './state/EvmState.ts'
import type { EvmStore } from './state/EvmStore.ts'
import { type AccessEntry, type Authorization, type EthTx, effectivePrice } from './tx/EthTx.ts'
import { floorGas, intrinsicGas, outlineOf } from './tx/intrinsicGas.ts'
import type { EvmBlock, EvmLog, MovedPrecompiles } from './vm/EvmCall.ts'
import { interpreterRulesAt } from './vm/interpreterRules.ts'
import type { EvmObserver } from './vm/runEvm.ts'

/** A call or deployment that is applied to the state: all amounts in the EVM's unit. */
export interface EvmMessage {
	readonly from: Uint8Array
	/** Undefined deploys `data`. */
	readonly to: Uint8Array | undefined
	readonly nonce: bigint
	readonly value: bigint
	readonly gas: bigint
	readonly gasPrice: bigint
	readonly data: Uint8Array
	readonly accessList: readonly AccessEntry[] | undefined
	readonly authorizations?: readonly Authorization[] | undefined
}

/** What a transaction applies to the state of a block with a base fee. */
export function messageOfTx(tx: EthTx, from: Uint8Array, baseFee: bigint | undefined): EvmMessage {
	const { to, nonce, value = 0n, gas, data, accessList, authorizations } = tx
	return { from, to, nonce, value, gas, gasPrice: effectivePrice(tx, baseFee), data, accessList, authorizations }
}

/** Values shared by the messages of a block. */
export interface EvmConfig {
	readonly params: EvmParams
	readonly coinbase: Uint8Array
	readonly baseFee: bigint | undefined
}

/** Result of a message. */
export interface AppliedMessage {
	readonly gasUsed: bigint
	/** The most that was used before refunds. */
	readonly peakGas: bigint
	/** go-ethereum's text; empty when it succeeded. */
	readonly vmError: string
	readonly returned: Uint8Array
	readonly logs: readonly EvmLog[]
}

/** Options of one application. */
export interface ApplyOptions {
	/** Whether the changes are written. */
	readonly commit: boolean
	readonly observer?: EvmObserver
	/** Time limit; 10 seconds unless the result is committed. */
	readonly limit?: { readonly ms: number; readonly text: string } | undefined
	/** Who asked for a call. */
	readonly asker?: Asker | undefined
	/** What is read in place of the context's state, when nothing is committed: the same state, of which more is known. */
	readonly store?: EvmStore | undefined
	/** Precompiled contracts that are elsewhere than usual. */
	readonly precompiles?: MovedPrecompiles | undefined
	/** What a call shall see of its block in place of the chain's own. */
	readonly block?: Partial<Pick<EvmBlock, 'number' | 'gasLimit' | 'random' | 'blobBaseFee' | 'hashAt'>> | undefined
}

const callLimit = { ms: 10_000, text: 'execution aborted (timeout = 10s)' } as const

/** Shares one time limit among several calls of one request. Each run gets the remaining time. */
export function sharedLimit(): () => { readonly ms: number; readonly text: string } {
	const deadline = performance.now() + callLimit.ms
	return () => ({ ms: Math.max(0, deadline - performance.now()), text: callLimit.text })
}

/** The price of a call is above its gas: a search for enough gas looks for this very class. */
export class IntrinsicGasFault extends ChainError {
	constructor() {
		super('undefined', 1, 'apply message: intrinsic gas too low')
	}
}

/** Reads the configuration of messages (ethermint v0.14.1 EVMConfig): parameters, proposer, base fee. */
export function evmConfigOf(keeper: EvmKeeper, ctx: Context): EvmConfig {
	const params = keeper.getParams(ctx)
	const { proposerAddress } = ctx.header
	if (proposerAddress.length === 0) {
		throw noValidator
			.wrap('failed to retrieve validator from block proposer address ')
			.wrap('failed to obtain coinbase address')
	}
	const coinbase = new Uint8Array(20)
	coinbase.set(proposerAddress.slice(-20), 20 - Math.min(20, proposerAddress.length))
	return { params, coinbase, baseFee: keeper.baseFee(ctx, params) }
}

const noValidator = new ChainError('staking', 3, 'validator does not exist')

/**
 * Applies a message to the state (ethermint v0.14.1 x/evm/keeper ApplyMessageWithConfig): price, access list,
 * interpreter, refund, and the changes in order of addresses. Failures of the EVM are part of the result and leave no
 * changes; other errors are thrown.
 */
export async function applyMessage(
	keeper: EvmKeeper,
	ctx: Context,
	message: EvmMessage,
	config: EvmConfig,
	{ commit, observer, limit, asker, store, precompiles, block }: ApplyOptions,
): Promise<AppliedMessage> {
	const { params } = config
	const { chainConfig } = params
	const { height } = ctx.header
	if (message.to === undefined && !params.enableCreate) {
		throw evmErrors.createDisabled.wrap('failed to create new contract')
	}
	if (message.to !== undefined && !params.enableCall) throw evmErrors.callDisabled.wrap('failed to call contract')
	const state = new EvmState(store ?? keeper.storeOf(ctx))
	// The interpreter's configuration asks whether there is a base fee; what that costs counts where gas of reads does.
	if (store === undefined && isForked(chainConfig, 'london', height)) keeper.deps.feeMarket.getParams(ctx)
	const outline = outlineOf(message)
	const price = intrinsicGas(outline, chainConfig, height)
	const floor = floorGas(outline, chainConfig, height)
	if (message.gas < price || message.gas < floor) throw new IntrinsicGasFault()
	const { runEvm } = await import('./vm/runEvm.ts')
	const outcome = await runEvm({
		chainId: keeper.chainId,
		rules: interpreterRulesAt(chainConfig, params.extraEips, height),
		block: { ...blockOf(keeper, ctx, config), ...block },
		call: { ...message, gas: message.gas - price },
		state,
		observer,
		precompiles,
		limit: limit ?? (commit && ctx.mode === 'deliver' ? undefined : callLimit),
		asker,
		scheduler: keeper.deps.scheduler,
	})
	const used = message.gas - outcome.gasLeft
	const cap = used / (isForked(chainConfig, 'london', height) ? 5n : 2n)
	const refunded = used - smaller(outcome.refund, cap)
	if (commit) {
		inOtherWords(
			() => state.commit(outcome.destroyed),
			(error) => error.wrap('failed to commit stateDB'),
		)
	}
	return {
		gasUsed: larger(refunded, floor),
		peakGas: larger(used, floor),
		vmError: outcome.error,
		returned: outcome.returned,
		logs: outcome.logs,
	}
}

function blockOf(keeper: EvmKeeper, ctx: Context, { params, coinbase, baseFee }: EvmConfig): EvmBlock {
	const { chainConfig } = params
	const { header } = ctx
	return {
		height: header.height,
		timestamp: header.time.seconds,
		coinbase,
		gasLimit: blockGasLimit(ctx),
		baseFee,
		random: header.lastBlockId?.hash.length === 32 ? header.lastBlockId.hash : new Uint8Array(32),
		hashAt: (height) => keeper.deps.history.hashAt(ctx, height),
		hasAccessLists: isForked(chainConfig, 'berlin', header.height),
		warmCoinbase: isForked(chainConfig, 'shanghai', header.height),
	}
}
