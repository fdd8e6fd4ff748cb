import type { Context } from '../../app/Context.ts'

/** Gas limit of the block, 0 when it is unlimited (ethermint v0.14.1 types/block.go). */
export function blockGasLimit(ctx: Context): bigint {
	if (ctx.blockGasMeter.limit !== 0n) return ctx.blockGasMeter.limit
	const maxGas = ctx.consensusParams?.block?.maxGas ?? 0n
	return maxGas > 0n ? maxGas : 0n
}
