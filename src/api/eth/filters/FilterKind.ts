import type { LogFilter } from './LogFilter.ts'

/** The kind of events that a filter collects between polls. */
export type FilterKind =
	| { readonly kind: 'blocks' }
	| { readonly kind: 'pending' }
	| { readonly kind: 'logs'; readonly filter: LogFilter }
