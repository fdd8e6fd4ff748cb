import { isDenom } from '../../codec/coins/coins.ts'
import { bool, coins, membersOf, shown } from '../aminoRules.ts'
import type { GenesisReader, Json } from '../GenesisReader.ts'
import type { WrittenCoin } from './auth.ts'

// Source: cosmos-sdk v0.44.5 x/bank/legacy/{v036,v038,v040,v043}.

/** The parameters of `bank`. */
export function bankParams(value: unknown, reader: GenesisReader): Json {
	const { send_enabled: enabled } = membersOf(value, reader)
	return { default_send_enabled: reader.attempt('send_enabled', () => bool(enabled, reader), null), send_enabled: [] }
}

/** The total supply from the old module `supply`. */
export function supplyCoins(value: unknown, reader: GenesisReader): readonly WrittenCoin[] {
	const { supply } = membersOf(value, reader)
	return reader.attempt('supply', () => coinSet(coins(supply, reader) as unknown as readonly WrittenCoin[], reader), [])
}

/**
 * Coins sorted by denomination and without zeros (types/coin.go NewCoins). The faults of each are noted: an amount below
 * zero, a word that is no denomination, one that comes twice.
 */
export function coinSet(written: readonly (WrittenCoin | null)[], reader: GenesisReader): readonly WrittenCoin[] {
	const seen = new Set<string>()
	const kept = written.filter((coin, index): coin is WrittenCoin => {
		const { amount, denom } = coin ?? {}
		// A coin or part that was refused has no value; its fault is noted.
		if (typeof amount !== 'string' || typeof denom !== 'string' || amount === '0') return false
		reader.inside(index, () => {
			if (amount.startsWith('-')) reader.inside('amount', () => reader.note(`must not be below zero, is ${amount}`))
			if (seen.has(denom))
				reader.inside('denom', () => reader.note(`comes twice: ${shown(denom)}`, 'write one coin with the sum'))
			else if (!isDenom(denom)) reader.inside('denom', () => reader.note(`${shown(denom)} is no denomination`))
		})
		seen.add(denom)
		return true
	})
	return kept.sort((a, b) => (a.denom < b.denom ? -1 : 1))
}
