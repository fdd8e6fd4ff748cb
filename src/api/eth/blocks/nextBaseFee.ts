import type { EvmView } from '../state/EvmReader.ts'

/** The base fee of the block after the one of a view; undefined where the chain has none. */
export function nextBaseFee({ keeper, ctx, height }: EvmView): bigint | undefined {
	return keeper.deps.feeMarket.nextBaseFee(ctx.withHeader({ ...ctx.header, height: height + 1 }, ctx.headerHash))
}
