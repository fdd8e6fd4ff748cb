import { screenDigit } from '../kit/keymap/screenDigit.ts'
import type { Tab } from './tabs.ts'

/** The key of the tab at a place, counted from 0: a digit for the first ten, `g r` for one with the letter r; else empty. */
export function tabKey(tab: Pick<Tab, 'letter'>, index: number): string {
	const digit = screenDigit(index)
	if (digit !== '') return digit
	return tab.letter === undefined ? '' : `g ${tab.letter}`
}

/** The same in two cells at most, as it stands before a tab's name: `1`, `gr`. */
export function tabMark(tab: Pick<Tab, 'letter'>, index: number): string {
	return tabKey(tab, index).replace(' ', '')
}
