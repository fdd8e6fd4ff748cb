/** A row of a picker. */
export interface PickerItem {
	readonly label: string
	/** At the right end: a key, a value. */
	readonly right: string
	/** Second, quieter text. */
	readonly detail: string
	/** Why it cannot be run; empty when it can. */
	readonly disabled: string
	/** A heading is drawn where it changes. */
	readonly group: string
	readonly run: () => void
}
