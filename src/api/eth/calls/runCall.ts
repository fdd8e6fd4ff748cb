import type { Context } from '../../../app/Context.ts'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import {
	type ApplyOptions,
	applyMessage,
	type EvmConfig,
	type EvmMessage,
	evmConfigOf,
} from '../../../modules/evm/applyMessage.ts'
import { isForked } from '../../../modules/evm/chainConfig.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import { callPrice } from '../../../modules/evm/queries/callArguments.ts'
import { revertOrPanicReason } from '../../../modules/evm/queries/revertReason.ts'
import type { EvmAccount } from '../../../modules/evm/state/EvmStore.ts'
import { precompilesAt } from '../../../modules/evm/vm/precompiles/precompilesAt.ts'
import type { EvmObserver } from '../../../modules/evm/vm/runEvm.ts'
import { smaller } from '../../../util/order.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import type { EvmView } from '../state/EvmReader.ts'
import { type CallArgs, inputOf, pricesIn } from './CallArgs.ts'
import {
	applyOverride,
	type BlockOverride,
	movedPrecompiles,
	overriddenBlock,
	overriddenHeader,
	type StateOverride,
} from './overrides.ts'
import { preCheck } from './preCheck.ts'

/** Gas limit of one call, whatever it requests (go-ethereum v1.16 eth/ethconfig RPCGasCap). */
export const callGasCap = 50_000_000n

/** Options of a call besides its arguments. */
export interface CallOptions {
	/** Not over a view that calls share. */
	readonly state?: StateOverride | undefined
	/** Whether precompiled contracts stay where they are whatever is overridden, as `eth_createAccessList` has it. */
	readonly fixedPrecompiles?: boolean
	/** Words around the reason why a call cannot be a transaction (default: those of `eth_call`). */
	readonly refusal?: (reason: string, gas: bigint) => string
	/** Not over a view that calls share. */
	readonly block?: BlockOverride | undefined
	readonly observer?: EvmObserver
	/** Replaces the gas of the arguments. */
	readonly gas?: bigint
	/** Time limit (default: that of one call). */
	readonly limit?: ApplyOptions['limit']
	readonly asker?: ApplyOptions['asker']
}

/** Result of a call. */
export interface CallOutcome {
	readonly gasUsed: bigint
	/** The most that was used before refunds. */
	readonly peakGas: bigint
	readonly returned: Uint8Array
	/** go-ethereum's error text; empty on success. */
	readonly vmError: string
}

const noAddress = new Uint8Array(20)

/** A call as it is applied to the state. */
export interface PreparedCall {
	readonly ctx: Context
	readonly message: EvmMessage
	readonly config: EvmConfig
	/** What of its surroundings is overridden. */
	readonly apply: Pick<ApplyOptions, 'precompiles' | 'block'>
}

/** Runs a call on the state after a block; writes nothing. @throws {EthFault}, or {ChainError} without its gas */
export async function runCall(view: EvmView, args: CallArgs, options: CallOptions = {}): Promise<CallOutcome> {
	const { ctx, message, config, apply } = await prepareCall(view, args, options)
	const { gasUsed, peakGas, returned, vmError } = await applyMessage(view.keeper, ctx, message, config, {
		...apply,
		commit: false,
		limit: options.limit,
		asker: options.asker,
		store: view.shared?.reads,
		...(options.observer === undefined ? {} : { observer: options.observer }),
	})
	return { gasUsed, peakGas, returned, vmError }
}

/** Makes a call's message, overrides written into a branch of the state. @throws {EthFault} for contradictions. */
export async function prepareCall(view: EvmView, args: CallArgs, options: CallOptions): Promise<PreparedCall> {
	const { keeper, shared } = view
	pricesIn(args)
	const block = { gasLimit: view.gasLimit, ...overriddenBlock(options.block) }
	const ctx = shared === undefined ? await branchOf(view, options) : view.ctx
	const config = shared?.config ?? evmConfigOf(keeper, ctx)
	const baseFee = options.block?.baseFee ?? config.baseFee
	const from = args.from ?? noAddress
	const sender = shared === undefined ? keeper.getAccountWithoutBalance(ctx, from) : shared.reads.getAccount(from)
	const wanted = options.gas ?? args.gas ?? callGasCap
	const message = {
		from,
		to: args.to,
		nonce: sender?.nonce ?? 0n,
		value: args.value ?? 0n,
		gas: smaller(wanted, callGasCap),
		gasPrice: callPrice(args, baseFee),
		data: inputOf(args),
		accessList: args.accessList,
		authorizations: args.authorizationList,
	}
	assertCanDelegate(args, config, ctx)
	assertPaid(args, message, baseFee, keeper, ctx, options)
	// Who pays nothing for gas sees no base fee either, not even one that it overrides (go-ethereum v1.17 internal/ethapi applyMessage).
	const seenFee = baseFee !== undefined && message.gasPrice === 0n ? 0n : baseFee
	return {
		ctx,
		message,
		config: { ...config, baseFee: seenFee },
		apply: { block, precompiles: movedIn(ctx, config, options) },
	}
}

/** @throws {EthFault} for authorizations that no transaction of the block can have (go-ethereum v1.16 core/state_transition.go preCheck) */
export function assertCanDelegate(
	{ authorizationList, from = noAddress, to }: Pick<CallArgs, 'authorizationList' | 'from' | 'to'>,
	{ params }: EvmConfig,
	{ header }: Pick<Context, 'header'>,
): void {
	if (authorizationList === undefined) return
	const sender = `(sender ${checksumAddress(from)})`
	if (!isForked(params.chainConfig, 'prague', header.height)) throw new EthFault('transaction type not supported')
	if (to === undefined) throw new EthFault(`EIP-7702 transaction cannot be used to create contract ${sender}`)
	if (authorizationList.length === 0) throw new EthFault(`EIP-7702 transaction with empty auth list ${sender}`)
}

/** @throws {EthFault} for a call that does not pay the base fee, or whose sender cannot pay */
function assertPaid(
	{ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: CallArgs,
	{ from, gas, value }: EvmMessage,
	baseFee: bigint | undefined,
	keeper: EvmKeeper,
	ctx: Context,
	{ refusal = (reason) => `err: ${reason} (supplied gas ${gas})` }: CallOptions,
): void {
	const cap = gasPrice ?? maxFeePerGas ?? 0n
	const tip = gasPrice ?? maxPriorityFeePerGas ?? 0n
	const counts = cap > 0n || tip > 0n
	const refused = preCheck({ from, gas, cap, tip, value }, counts ? baseFee : undefined, () =>
		keeper.getBalance(ctx, from),
	)
	if (refused !== undefined) throw new EthFault(refusal(refused.text, gas))
}

function movedIn(
	{ header }: Context,
	{ params }: EvmConfig,
	{ state, fixedPrecompiles = false }: CallOptions,
): ApplyOptions['precompiles'] {
	if (state === undefined) return undefined
	return movedPrecompiles(state, fixedPrecompiles ? [] : precompilesAt(params, header.height).values())
}

/** A branch of the state as the caller wants to have it. */
async function branchOf({ ctx, keeper }: EvmView, { asker, block, state }: CallOptions): Promise<Context> {
	const { ctx: branch } = ctx.branch()
	const changed =
		block === undefined ? branch : branch.withHeader(overriddenHeader(branch.header, block), branch.headerHash)
	if (state === undefined) return changed
	const pause = keeper.deps.scheduler.steps(asker?.caller)
	const store = {
		...keeper.storeOf(changed),
		setAccount: (address: Uint8Array, account: EvmAccount) => keeper.setAccount(changed, address, account),
		clearSlots: async (address: Uint8Array) => {
			for (const [slot] of keeper.getStorage(changed, address)) {
				keeper.setState(changed, address, slot, noBytes)
				await pause()
			}
		},
	}
	await applyOverride(state, store, pause)
	return changed
}

/** What a call returned, or the fault that its failure becomes. */
export function returnedOrFault({ returned, vmError }: CallOutcome): Uint8Array {
	if (vmError === '') return returned
	if (vmError !== 'execution reverted') throw new EthFault(vmError)
	const reason = revertOrPanicReason(returned)
	const message = reason === undefined ? vmError : `${vmError}: ${reason}`
	throw new EthFault(message, ethCodes.reverted, hexBytes(returned))
}
