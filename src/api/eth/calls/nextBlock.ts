import type { EthChain } from '../EthChain.ts'
import type { EvmView } from '../state/EvmReader.ts'
import { type BlockOverride, noBlockOverride } from './overrides.ts'

/**
 * The block after the newest one, as a call of the tag `pending` sees it (go-ethereum v1.16 eth/api_backend.go
 * HeaderByNumber): its number, a later second, its base fee and PREVRANDAO. Transactions that wait are not in it.
 * A contract that counts by block or time costs another amount of gas there than in the newest block.
 */
export async function nextBlock(view: EvmView, { blocks, now }: EthChain): Promise<BlockOverride> {
	const newest = await blocks.at(view.height)
	const time = BigInt(Math.floor(now() / 1000))
	const last = view.ctx.header.time.seconds
	return {
		...noBlockOverride,
		number: BigInt(view.height + 1),
		time: time > last ? time : last + 1n,
		baseFee: nextBaseFee(view),
		prevRandao: newest?.hash,
	}
}

/** The base fee of the block after the one of a view; undefined where the chain has none. */
export function nextBaseFee({ keeper, ctx, height }: EvmView): bigint | undefined {
	return keeper.deps.feeMarket.nextBaseFee(ctx.withHeader({ ...ctx.header, height: height + 1 }, ctx.headerHash))
}
