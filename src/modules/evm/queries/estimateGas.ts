import type { Context } from '../../../app/Context.ts'
import { ChainError, inOtherWords, plainError } from '../../../errors/ChainError.ts'
import { GrpcStatusError, withStatus } from '../../../errors/GrpcStatusError.ts'
import { smaller } from '../../../util/order.ts'
import {
	type AppliedMessage,
	applyMessage,
	type EvmConfig,
	evmConfigOf,
	IntrinsicGasFault,
	sharedLimit,
} from '../applyMessage.ts'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { type CallArguments, messageOf, parseCallArguments, senderOf } from './callArguments.ts'
import { revertText } from './revertReason.ts'

const leastGas = 21_000n

/**
 * The least gas a call succeeds with, by halving (ethermint v0.14.1 x/evm/keeper EstimateGas). A call that fails with all the
 * gas there is fails at once: an endless one is run once and not at every step. All runs together have the time of one call.
 */
export async function estimateGas(keeper: EvmKeeper, ctx: Context, json: Uint8Array, gasCap: bigint): Promise<bigint> {
	if (gasCap < leastGas) throw new GrpcStatusError('InvalidArgument', 'gas cap cannot be lower than 21,000')
	const args = withStatus('InvalidArgument', () => parseCallArguments(json))
	const cap = highest(ctx, args, gasCap)
	const config = configOf(keeper, ctx)
	const nonce = keeper.getAccountWithoutBalance(ctx, senderOf(args))?.nonce ?? 0n
	const limit = sharedLimit()
	const run = async (gas: bigint): Promise<AppliedMessage | undefined> => {
		const message = messageOf({ ...args, gas }, { gasCap, baseFee: config.baseFee, nonce })
		try {
			return await applyMessage(keeper, ctx.branch().ctx, message, config, {
				commit: false,
				limit: limit(),
			})
		} catch (error) {
			// Too little even to begin: more gas may do.
			if (error instanceof IntrinsicGasFault) return undefined
			throw error
		}
	}
	try {
		const most = await run(cap)
		assertEnough(most, cap)
		let low = leastGas - 1n
		let high = cap
		while (low + 1n < high) {
			const middle = (high + low) / 2n
			const result = await run(middle)
			if (result === undefined || result.vmError !== '') low = middle
			else high = middle
		}
		return high
	} catch (error) {
		if (error instanceof ChainError && !(error instanceof RevertFault)) throw new GrpcStatusError('Internal', error.log)
		throw error
	}
}

/** A revert is reported without its own status. */
class RevertFault extends ChainError {}

function assertEnough(result: AppliedMessage | undefined, cap: bigint): void {
	if (result !== undefined && result.vmError === '') return
	if (result !== undefined && result.vmError !== 'out of gas') {
		if (result.vmError === 'execution reverted') throw new RevertFault('undefined', 1, revertText(result.returned))
		throw plainError(result.vmError)
	}
	throw plainError(`gas required exceeds allowance (${cap})`)
}

function highest(ctx: Context, { gas }: CallArguments, gasCap: bigint): bigint {
	const maxGas = ctx.consensusParams?.block?.maxGas ?? 0n
	const wanted = gas !== undefined && gas >= leastGas ? gas : maxGas > 0n ? maxGas : gasCap
	return smaller(wanted, gasCap)
}

function configOf(keeper: EvmKeeper, ctx: Context): EvmConfig {
	return inOtherWords(
		() => evmConfigOf(keeper, ctx),
		() => new GrpcStatusError('Internal', 'failed to load evm config'),
	)
}
