import type { Filterable } from '../models/Filterable.ts'
import { safeText } from './safeText.ts'

/** The remark of a panel with a list, `/words · 3 of 40`; what else there is to say without a filter. */
export function filterRemark(list: Filterable, otherwise = ''): string {
	return list.filter === '' ? otherwise : `/${safeText(list.filter, 24)} · ${list.found}`
}
