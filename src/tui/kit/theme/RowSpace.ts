import type { Theme } from './Theme.ts'

/** What rows of text are made for: a width, and the colours. */
export interface RowSpace {
	readonly theme: Theme
	readonly width: number
}
