import type { Filterable } from '../models/List.ts'
import { safeText } from './safeText.ts'

/** The remark of a panel with a list, `/words · 3 of 40`; without a filter another remark. */
export function filterRemark(list: Filterable, otherwise = ''): string {
	return list.filter === '' ? otherwise : `/${safeText(list.filter, 24)} · ${list.found}`
}
