import { latest } from '../args/blockParams.ts'
import { optional } from '../args/EthParam.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { createAccessList } from '../calls/createAccessList.ts'
import { estimateGas } from '../calls/estimateGas.ts'
import { blockOverride, stateOverride } from '../calls/overrides.ts'
import { returnedOrFault, runCall } from '../calls/runCall.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'

/** Read-only calls. */
export function ethCallMethods(context: EthContext): EthMethods {
	const { dialect, evm } = context
	const { numberOrHash } = dialect
	const params = [callArgs, optional(numberOrHash), optional(stateOverride), optional(blockOverride)] as const
	return {
		eth_call: defineEthMethod(params, async (args, ref = latest, state, block, asker) => {
			const height = await heightOf(ref, context)
			const isPlain = state === undefined && block === undefined
			const view = await (isPlain ? evm.forCalls(height) : evm.at(height))
			return hexBytes(returnedOrFault(await runCall(view, args, { state, block, asker })))
		}),
		eth_estimateGas: defineEthMethod(params, async (args, ref = latest, state, block, asker) => {
			const view = await evm.at(await heightOf(ref, context))
			return quantity(await estimateGas(view, args, { state, block, asker }))
		}),
		eth_createAccessList: defineEthMethod(
			[callArgs, optional(numberOrHash), optional(stateOverride)],
			async (args, ref = latest, state, asker) =>
				createAccessList(await evm.at(await heightOf(ref, context)), args, { state, asker }),
		),
	}
}
