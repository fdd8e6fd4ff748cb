import { blockOr, isPending } from '../args/blockParams.ts'
import type { BlockRef } from '../args/blockRef.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { createAccessList } from '../calls/createAccessList.ts'
import { estimateGas } from '../calls/estimateGas.ts'
import { nextBlock } from '../calls/nextBlock.ts'
import { type BlockOverride, blockOverride, stateOverride } from '../calls/overrides.ts'
import { returnedOrFault, runCall } from '../calls/runCall.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { optional } from '../rpc/EthMethod.ts'
import { simulate } from '../simulate/simulate.ts'
import { simulation } from '../simulate/simulation.ts'
import type { EvmView } from '../state/EvmReader.ts'

const served = { cost: 'code', endpoint: 'serve', dialects: ['geth'] } as const

/** Read-only calls; those of ethermint are in `ethermint/`. */
export const callMethods = [
	defineEthMethod({
		...served,
		name: 'eth_call',
		params: [callArgs, blockOr('latest'), optional(stateOverride), optional(blockOverride)],
		run: async ([args, { ref, height }, state, wanted], context, { asker }) => {
			const { evm } = context
			const isPlain = state === undefined && wanted === undefined && !isPending(ref)
			const view = await (isPlain ? evm.forCalls(height) : evm.at(height))
			const block = await blockSeen(view, ref, wanted, context)
			return hexBytes(returnedOrFault(await runCall(view, args, { state, block, asker })))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_estimateGas',
		// The transaction will be in the next block, so its gas is what it takes there, as for anvil and hardhat.
		params: [callArgs, blockOr('pending'), optional(stateOverride), optional(blockOverride)],
		run: async ([args, { ref, height }, state, wanted], context, { asker }) => {
			const view = await context.evm.at(height)
			const block = await blockSeen(view, ref, wanted, context)
			return quantity(await estimateGas(view, args, { state, block, asker }))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_createAccessList',
		params: [callArgs, blockOr('latest'), optional(stateOverride)],
		run: async ([args, { height }, state], { evm }, { asker }) =>
			createAccessList(await evm.at(height), args, { state, asker }),
	}),
	defineEthMethod({
		...served,
		name: 'eth_simulateV1',
		params: [simulation, blockOr('latest')],
		run: async ([wanted, { height }], context, { asker }) => {
			const base = await context.blocks.at(height)
			if (base === undefined) throw new EthFault('header not found')
			return simulate(wanted, base, await context.evm.at(height), context, asker)
		},
	}),
]

/** What a call sees of its block, with what its caller overrides. */
async function blockSeen(
	view: EvmView,
	ref: BlockRef,
	wanted: BlockOverride | undefined,
	context: EthContext,
): Promise<BlockOverride | undefined> {
	return isPending(ref) ? withOverride(await nextBlock(view, context), wanted) : wanted
}

/** Members that the caller gives stand in the place of the block's own. */
function withOverride(block: BlockOverride, wanted: BlockOverride | undefined): BlockOverride {
	const given = Object.entries(wanted ?? {}).filter(([, value]) => value !== undefined)
	return { ...block, ...Object.fromEntries(given) }
}
