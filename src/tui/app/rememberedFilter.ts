import type { Preferences } from './Preferences.ts'

/** Lists whose filter is remembered. */
export type FilteredList = 'greetings' | 'logs' | 'logs.level' | 'requests'

/** The filter of a list as it was when the app was left; empty when there was none. */
export function rememberedFilter(preferences: Preferences, list: FilteredList): string {
	const line = preferences.get('filters').find((other) => other.startsWith(`${list}\t`))
	return line?.slice(list.length + 1) ?? ''
}

/** Remembers the filter of a list for the next run; an empty one is forgotten. */
export function rememberFilter(preferences: Preferences, list: FilteredList, text: string): void {
	if (rememberedFilter(preferences, list) === text) return
	const others = preferences.get('filters').filter((line) => !line.startsWith(`${list}\t`))
	preferences.set('filters', text === '' ? others : [...others, `${list}\t${text}`])
}
