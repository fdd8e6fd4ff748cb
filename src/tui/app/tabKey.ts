import { screenDigit } from '../kit/keymap/screenDigit.ts'
import type { Tab } from './tabs.ts'

/** The key of a tab by index: a digit for the first ten, `g r` for one with the letter r, otherwise empty. */
export function tabKey(tab: Pick<Tab, 'letter'>, index: number): string {
	const digit = screenDigit(index)
	if (digit !== '') return digit
	return tab.letter === undefined ? '' : `g ${tab.letter}`
}

/** The same in at most two cells, as shown before a tab's name: `1`, `gr`. */
export function tabMark(tab: Pick<Tab, 'letter'>, index: number): string {
	return tabKey(tab, index).replace(' ', '')
}
