import type { BlockTime, ConsensusParams } from '../../abci/Application.ts'
import type { BlockId, Validator } from '../../chain/blockTypes.ts'
import type { GenesisDocument } from '../../chain/GenesisDocument.ts'
import { BugError, UserError } from '../../errors/UserError.ts'
import { fromHex, fromUtf8, toHex, utf8 } from '../../util/bytes.ts'

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

/** Reads a record. @throws {UserError} if a newer program wrote it. */
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

/** JSON of a record with amounts (`12n`) and bytes (`xff`); its other texts must not look like either. */
export function stateJson(value: unknown): string {
	return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, member: unknown) {
		if (typeof member === 'bigint') return `${member}n`
		// A Buffer has made an object of itself before this is called.
		const own = this[key]
		return own instanceof Uint8Array ? `x${toHex(own)}` : member
	})
}

/** Reads what `stateJson` wrote. */
export function parseStateJson(text: string): unknown {
	return JSON.parse(text, (_key, member: unknown) => {
		if (typeof member !== 'string') return member
		if (/^-?\d+n$/.test(member)) return BigInt(member.slice(0, -1))
		return member.startsWith('x') ? (fromHex(member.slice(1)) ?? member) : member
	})
}
