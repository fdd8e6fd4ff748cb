import type { Asker } from '../../../util/schedule/Scheduler.ts'
import { blockOr, isPending, type NamedBlock } from '../args/blockParams.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { createAccessList } from '../calls/createAccessList.ts'
import { estimateGas } from '../calls/estimateGas.ts'
import { blockOverride, stateOverride } from '../calls/overrides.ts'
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
		run: async ([args, at, state, block], context, { asker }) => {
			const isPlain = state === undefined && block === undefined && !isPending(at.ref)
			const view = await (isPlain ? context.evm.forCalls(at.height) : stateOf(at, context, asker))
			return hexBytes(returnedOrFault(await runCall(view, args, { state, block, asker })))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_estimateGas',
		// The transaction will be in the next block, so its gas is what it takes there, as for anvil and hardhat.
		params: [callArgs, blockOr('pending'), optional(stateOverride), optional(blockOverride)],
		run: async ([args, at, state, block], context, { asker, usesKeys }) => {
			// The sender is the one that eth_sendTransaction takes.
			const from = args.from ?? (usesKeys === true ? context.keys.book.first : undefined)
			return quantity(await estimateGas(await stateOf(at, context, asker), { ...args, from }, { state, block, asker }))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_createAccessList',
		params: [callArgs, blockOr('latest'), optional(stateOverride)],
		run: async ([args, at, state], context, { asker }) =>
			createAccessList(await stateOf(at, context, asker), args, { state, asker }),
	}),
	defineEthMethod({
		...served,
		name: 'eth_simulateV1',
		params: [simulation, blockOr('latest')],
		run: async ([wanted, { height }], context, call) => {
			const base = await context.blocks.at(height)
			if (base === undefined) throw new EthFault('header not found')
			return simulate(wanted, base, await context.evm.at(height), context, call)
		},
	}),
]

/** The state of the block that a caller names; that of the pending one has what waits. */
async function stateOf({ ref, height }: NamedBlock, context: EthContext, asker?: Asker): Promise<EvmView> {
	return isPending(ref) ? (await context.pending.at(asker)).view : context.evm.at(height)
}
