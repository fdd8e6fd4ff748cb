import { emptyTxResult, type TxResult } from '../../abci/Application.ts'
import { abciInfo } from '../abciInfo.ts'
import { markForIndex } from '../EventList.ts'
import type { TxOutcome } from './runTx.ts'

/** Result of a simulation. */
export type SimulationResult = TxResult & { readonly error?: string }

/** The reply to CheckTx and DeliverTx; gas is cut to a signed 64-bit number, as the framework casts it. */
export function txResult({ gasWanted, gasUsed, result, error, anteEvents }: TxOutcome): TxResult {
	const gas = { gasWanted: BigInt.asIntN(64, gasWanted), gasUsed: BigInt.asIntN(64, gasUsed) }
	if (result === undefined) return { ...emptyTxResult, ...gas, ...abciInfo(error!), events: anteEvents }
	return { ...emptyTxResult, ...gas, data: result.data, log: result.log, events: markForIndex(result.events) }
}

/** The reply to a simulation: events are not marked for an index. */
export function simulationResult({ gasWanted, gasUsed, result, error }: TxOutcome): SimulationResult {
	const gas = { gasWanted: BigInt.asIntN(64, gasWanted), gasUsed: BigInt.asIntN(64, gasUsed) }
	if (error !== undefined) return { ...emptyTxResult, ...gas, ...abciInfo(error), error: error.log }
	return { ...emptyTxResult, ...gas, ...result }
}
