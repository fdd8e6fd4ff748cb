import type { Preferences } from './Preferences.ts'

/** Lists with a stored filter. */
export type FilteredList = 'greetings' | 'logs' | 'logs.level' | 'requests'

/** The filter of a list from the last run; empty if there was none. */
export function rememberedFilter(preferences: Preferences, list: FilteredList): string {
	const line = preferences.get('filters').find((other) => other.startsWith(`${list}\t`))
	return line?.slice(list.length + 1) ?? ''
}

/** Stores the filter of a list for the next run; an empty one is removed. */
export function rememberFilter(preferences: Preferences, list: FilteredList, text: string): void {
	if (rememberedFilter(preferences, list) === text) return
	const others = preferences.get('filters').filter((line) => !line.startsWith(`${list}\t`))
	preferences.set('filters', text === '' ? others : [...others, `${list}\t${text}`])
}
