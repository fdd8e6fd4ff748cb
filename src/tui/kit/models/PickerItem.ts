/** A row of a picker. */
export interface PickerItem {
	readonly label: string
	/** Text at the right end: a key, a value. */
	readonly right: string
	/** Secondary text. */
	readonly detail: string
	/** The reason it cannot run; empty if it can. */
	readonly disabled: string
	/** Group; a heading is drawn where it changes. */
	readonly group: string
	readonly run: () => void
}
