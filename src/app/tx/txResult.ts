import { emptyTxResult, type TxResult } from '../../abci/Application.ts'
import { abciInfo } from '../abciInfo.ts'
import { markForIndex } from '../EventList.ts'
import type { TxOutcome } from './runTx.ts'

/** Result of a simulation. */
export type SimulationResult = TxResult & { readonly error?: string }

/** The reply to CheckTx and DeliverTx. */
export function txResult(outcome: TxOutcome): TxResult {
	const { result, error, anteEvents } = outcome
	if (result === undefined) return { ...emptyTxResult, ...gasOf(outcome), ...abciInfo(error!), events: anteEvents }
	return {
		...emptyTxResult,
		...gasOf(outcome),
		data: result.data,
		log: result.log,
		events: markForIndex(result.events),
	}
}

/** The reply to a simulation: events are not marked for an index. */
export function simulationResult(outcome: TxOutcome): SimulationResult {
	const { result, error } = outcome
	if (error !== undefined) return { ...emptyTxResult, ...gasOf(outcome), ...abciInfo(error), error: error.log }
	return { ...emptyTxResult, ...gasOf(outcome), ...result }
}

/** The gas, cut to signed 64-bit numbers, as the framework casts it. */
function gasOf({ gasWanted, gasUsed }: TxOutcome) {
	return { gasWanted: BigInt.asIntN(64, gasWanted), gasUsed: BigInt.asIntN(64, gasUsed) }
}
