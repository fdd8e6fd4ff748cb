import type { AbciEvent } from '../abci/Application.ts'
import { PanicError } from '../errors/ChainError.ts'
import type { AppContext } from './AppContext.ts'
import type { AppModule } from './AppModule.ts'
import { readConsensusParams } from './consensusParams.ts'
import { EventList, markForIndex } from './EventList.ts'
import type { Subspace } from './expectedKeepers.ts'
import { type GasMeter, infiniteGasMeter, limitedGasMeter } from './GasMeter.ts'

/** The events that modules emit at the begin or end of a block, marked for the index. */
export function blockEvents(
	state: AppContext,
	modules: readonly AppModule[] | undefined,
	run: (module: AppModule, ctx: AppContext) => void,
): readonly AbciEvent[] {
	if (modules === undefined) return []
	const ctx = state.with({ events: new EventList() })
	for (const module of modules) run(module, ctx)
	return markForIndex(ctx.events.events)
}

/** Limits a block's gas by the consensus parameters (framework: baseapp BeginBlock). */
export function withBlockGas(state: AppContext, consensusParams: Subspace): AppContext {
	const maxGas = readConsensusParams(state, consensusParams).block?.maxGas ?? 0n
	if (maxGas < -1n) throw new PanicError(`invalid maximum block gas: ${maxGas}`)
	const blockGasMeter: GasMeter = maxGas > 0n ? limitedGasMeter(maxGas) : infiniteGasMeter()
	return state.with({ blockGasMeter })
}
