/** Which heights are kept (framework: store/types/pruning.go at v0.44.5). */
export interface PruningOptions {
	/** Heights kept below the latest one. */
	readonly keepRecent: number
	/** Multiples of it are kept for ever; 1 keeps all, 0 none. */
	readonly keepEvery: number
	/** Heights are dropped when the height is a multiple of it; 0 never. */
	readonly interval: number
}

/** `nothing` and `everything` are the framework's; `default` keeps the last 1,000 heights. */
const pruningStrategies = {
	default: { keepRecent: 999, keepEvery: 0, interval: 1 },
	nothing: { keepRecent: 0, keepEvery: 1, interval: 0 },
	everything: { keepRecent: 0, keepEvery: 0, interval: 10 },
} as const satisfies Record<string, PruningOptions>

/** A named strategy or figures of one's own. */
export type Pruning = keyof typeof pruningStrategies | PruningOptions

/** The figures of a strategy. */
export function pruningOptions(pruning: Pruning): PruningOptions {
	return typeof pruning === 'string' ? pruningStrategies[pruning] : pruning
}
