import { type BlockRef, latest } from '../args/blockParams.ts'
import { optional } from '../args/EthParam.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { createAccessList } from '../calls/createAccessList.ts'
import { estimateGas } from '../calls/estimateGas.ts'
import { nextBlock } from '../calls/nextBlock.ts'
import { type BlockOverride, blockOverride, stateOverride } from '../calls/overrides.ts'
import { returnedOrFault, runCall } from '../calls/runCall.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import type { EvmView } from '../state/EvmReader.ts'

/** Read-only calls. */
export function ethCallMethods(context: EthContext): EthMethods {
	const { dialect, evm } = context
	const { numberOrHash } = dialect
	const params = [callArgs, optional(numberOrHash), optional(stateOverride), optional(blockOverride)] as const
	/** What a call sees of its block, with what its caller overrides. */
	const blockSeen = async (
		view: EvmView,
		ref: BlockRef,
		wanted: BlockOverride | undefined,
	): Promise<BlockOverride | undefined> =>
		isPending(ref) ? withOverride(await nextBlock(view, context), wanted) : wanted
	return {
		eth_call: defineEthMethod(params, async (args, ref = latest, state, wanted, asker) => {
			const height = await heightOf(ref, context)
			const isPlain = state === undefined && wanted === undefined && !isPending(ref)
			const view = await (isPlain ? evm.forCalls(height) : evm.at(height))
			const block = await blockSeen(view, ref, wanted)
			return hexBytes(returnedOrFault(await runCall(view, args, { state, block, asker })))
		}),
		// The transaction will be in the next block, so its gas is what it takes there, as for anvil and hardhat.
		eth_estimateGas: defineEthMethod(params, async (args, ref = pending, state, wanted, asker) => {
			const view = await evm.at(await heightOf(ref, context))
			const block = await blockSeen(view, ref, wanted)
			return quantity(await estimateGas(view, args, { state, block, asker }))
		}),
		eth_createAccessList: defineEthMethod(
			[callArgs, optional(numberOrHash), optional(stateOverride)],
			async (args, ref = latest, state, asker) =>
				createAccessList(await evm.at(await heightOf(ref, context)), args, { state, asker }),
		),
	}
}

const pending: BlockRef = { tag: 'pending' }

function isPending(ref: BlockRef): boolean {
	return 'tag' in ref && ref.tag === 'pending'
}

/** Members that the caller gives stand in the place of the block's own. */
function withOverride(block: BlockOverride, wanted: BlockOverride | undefined): BlockOverride {
	const given = Object.entries(wanted ?? {}).filter(([, value]) => value !== undefined)
	return { ...block, ...Object.fromEntries(given) }
}
