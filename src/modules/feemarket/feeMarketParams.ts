import type { Context } from '../../app/Context.ts'
import type { Subspace } from '../../app/expectedKeepers.ts'
import { PanicError } from '../../errors/ChainError.ts'

/** Parameters of the base fee (ethermint v0.14.1 x/feemarket/types/params.go). */
export interface FeeMarketParams {
	/** Whether there is no base fee at all. */
	readonly noBaseFee: boolean
	readonly baseFeeChangeDenominator: number
	readonly elasticityMultiplier: number
	/** The current base fee, in units of the EVM per unit of gas. */
	readonly baseFee: bigint
	/** First height with a base fee. */
	readonly enableHeight: bigint
}

/** Parameters of a new chain. */
export const defaultFeeMarketParams: FeeMarketParams = {
	noBaseFee: false,
	baseFeeChangeDenominator: 8,
	elasticityMultiplier: 2,
	baseFee: 1_000_000_000n,
	enableHeight: 0n,
}

const keys = ['NoBaseFee', 'BaseFeeChangeDenominator', 'ElasticityMultiplier', 'BaseFee', 'EnableHeight'] as const

/** Reads the parameters: five store reads. Panics when they were never set. */
export function readFeeMarketParams(ctx: Context, subspace: Subspace): FeeMarketParams {
	const [noBaseFee, denominator, elasticity, baseFee, enableHeight] = keys.map((key) => subspace.get(ctx, key))
	return {
		noBaseFee: noBaseFee === 'true',
		baseFeeChangeDenominator: Number(denominator),
		elasticityMultiplier: Number(elasticity),
		baseFee: quoted(baseFee),
		enableHeight: quoted(enableHeight),
	}
}

/** Checks and writes the parameters. Panics with the text of the first fault. */
export function writeFeeMarketParams(ctx: Context, subspace: Subspace, params: FeeMarketParams): void {
	// The check of the parameter itself has a shorter text than that of all of them.
	const fault = params.baseFee < 0n ? 'base fee cannot be negative' : feeMarketParamsFault(params)
	if (fault !== undefined) throw new PanicError(`value from ParamSetPair is invalid: ${fault}`)
	subspace.set(ctx, keys[0], String(params.noBaseFee))
	subspace.set(ctx, keys[1], String(params.baseFeeChangeDenominator))
	subspace.set(ctx, keys[2], String(params.elasticityMultiplier))
	writeBaseFee(ctx, subspace, params.baseFee)
	subspace.set(ctx, keys[4], `"${params.enableHeight}"`)
}

/** Writes the base fee of the current block. */
export function writeBaseFee(ctx: Context, subspace: Subspace, baseFee: bigint): void {
	subspace.set(ctx, keys[3], `"${baseFee}"`)
}

/** The fault of parameters; undefined if they are valid. */
export function feeMarketParamsFault(params: FeeMarketParams): string | undefined {
	if (params.baseFeeChangeDenominator === 0) return 'base fee change denominator cannot be 0'
	if (params.baseFee < 0n) return `initial base fee cannot be negative: ${params.baseFee}`
	if (params.enableHeight < 0n) return `enable height cannot be negative: ${params.enableHeight}`
	return undefined
}

function quoted(json: string | undefined): bigint {
	return BigInt((json ?? '').slice(1, -1))
}
