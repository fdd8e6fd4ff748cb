import type { LogFilter } from './LogFilter.ts'

/** What a filter collects between two polls. */
export type FilterKind =
	| { readonly kind: 'blocks' }
	| { readonly kind: 'pending' }
	| { readonly kind: 'logs'; readonly filter: LogFilter }
