import { type ChainConfig, type Fork, isForked } from '../chainConfig.ts'

/** Which instructions at which prices an interpreter has. */
export interface InterpreterRules {
	/** Name of the fork as @ethereumjs/common knows it. */
	readonly hardfork: string
	/** Improvements on top of it. */
	readonly eips: readonly number[]
	/** Whether refunds of storage are those of Berlin still: a parameter that lists 2929 sets them back in London. */
	readonly berlinRefunds: boolean
}

const hardforks: readonly (readonly [Fork, string])[] = [
	['prague', 'prague'],
	['cancun', 'cancun'],
	['shanghai', 'shanghai'],
	['london', 'london'],
	['berlin', 'berlin'],
	['istanbul', 'istanbul'],
	['petersburg', 'petersburg'],
	['constantinople', 'constantinople'],
	['byzantium', 'byzantium'],
	['eip158', 'spuriousDragon'],
	['eip150', 'tangerineWhistle'],
	['homestead', 'homestead'],
]

/** The fork of each EIP; null for one of a fork that the chain has not. */
const homes: Readonly<Record<number, Fork | null>> = {
	1344: 'istanbul',
	1884: 'istanbul',
	2200: 'istanbul',
	2929: 'berlin',
	3198: 'london',
	3529: 'london',
	7951: null,
}

/**
 * The rules at a height: the newest fork that has begun, and improvements of later ones that the parameters switch on. The
 * list is applied in order on the fork's own table, so 2929 behind 3529 brings the refunds of Berlin back
 * (go-ethereum v1.10.16 core/vm/eips.go).
 */
export function interpreterRulesAt(
	config: ChainConfig,
	extraEips: readonly number[] | undefined,
	height: number,
): InterpreterRules {
	const hardfork = hardforks.find(([fork]) => isForked(config, fork, height))?.[1] ?? 'chainstart'
	const listed = extraEips ?? []
	const eips = listed.filter((eip) => {
		const home = homes[eip]
		return home === null || (home !== undefined && !isForked(config, home, height))
	})
	const lowRefunds = isForked(config, 'london', height) || listed.includes(3529)
	const berlinRefunds = lowRefunds && listed.lastIndexOf(2929) > listed.lastIndexOf(3529)
	return { hardfork, eips: [...new Set(eips)], berlinRefunds }
}
