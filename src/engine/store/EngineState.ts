import type { BlockTime, ConsensusParams } from '../../abci/Application.ts'
import type { BlockId, Validator } from '../../chain/blockTypes.ts'
import type { GenesisDocument } from '../../chain/GenesisDocument.ts'
import { BugError } from '../../errors/BugError.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import { parseStateJson, stateJson } from './stateJson.ts'

/** The consensus parameters with the engine's own member. */
export type EngineParams = GenesisDocument['consensusParams']

/** The engine's state between two blocks (tendermint state.State of a chain with a fixed validator set). */
export interface EngineState {
	/** Latest committed height, 0 before the first block. */
	readonly height: number
	/** Lowest kept block, 0 before the first. */
	readonly earliestHeight: number
	/** Time of the latest block; the genesis time before the first. */
	readonly time: BlockTime
	readonly blockId: BlockId
	/** App hash for the next header. */
	readonly appHash: Uint8Array
	/** Results hash for the next header. */
	readonly lastResultsHash: Uint8Array
	readonly appVersion: bigint
	readonly validators: readonly Validator[]
	/** The parameters in force from each height on, oldest first, at least one. */
	readonly params: readonly { readonly from: number; readonly params: EngineParams }[]
}

/** Number of the layout of the engine's records. */
const layout = 1

/** The record of a state. */
export function encodeState(state: EngineState): Uint8Array {
	return utf8(stateJson({ layout, ...state }))
}

/**
 * Reads a record.
 *
 * @throws {UserError} if a newer program wrote it.
 */
export function decodeState(bytes: Uint8Array): EngineState {
	const parsed = parseStateJson(fromUtf8(bytes)) as EngineState & { layout: number }
	if (parsed.layout > layout) {
		throw new UserError('This home was written by a newer version of chain-tui.', {
			why: `Its chain database has layout ${parsed.layout}; this version reads up to ${layout}.`,
			next: 'Update chain-tui, or use another --home.',
		})
	}
	const { layout: _, ...state } = parsed
	return state
}

/** The parameters in force at a height. */
export function paramsAt(state: EngineState, height: number): EngineParams {
	const found = state.params.findLast((entry) => entry.from <= height) ?? state.params[0]
	if (found === undefined) throw new BugError('a chain without consensus parameters')
	return found.params
}

/** Sets what an application asks for; the history grows only when something changed (tendermint UpdateConsensusParams). */
export function withParamUpdates(
	state: EngineState['params'],
	updates: { readonly [K in keyof ConsensusParams]?: ConsensusParams[K] } | undefined,
	from: number,
): EngineState['params'] {
	const current = state.at(-1)
	if (updates === undefined || current === undefined) return state
	const params = {
		...current.params,
		...(updates.block && { block: updates.block }),
		...(updates.evidence && { evidence: updates.evidence }),
		...(updates.validator && { validator: updates.validator }),
		...(updates.version && { version: updates.version }),
	}
	if (stateJson(params) === stateJson(current.params)) return state
	return [...state, { from, params }]
}
