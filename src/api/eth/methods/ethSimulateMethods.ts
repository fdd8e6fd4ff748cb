import { latest } from '../args/blockParams.ts'
import { optional } from '../args/EthParam.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { simulate } from '../simulate/simulate.ts'
import { simulation } from '../simulate/simulation.ts'

/** Calls in blocks that nobody makes. */
export function ethSimulateMethods(context: EthContext): EthMethods {
	const { blocks, dialect, evm } = context
	return {
		eth_simulateV1: defineEthMethod(
			[simulation, optional(dialect.numberOrHash)],
			async (wanted, ref = latest, asker) => {
				const height = await heightOf(ref, context)
				const base = await blocks.at(height)
				if (base === undefined) throw new EthFault('header not found')
				return simulate(wanted, base, await evm.at(height), context, asker)
			},
		),
	}
}
