import { type Labels, labelLines, labelSign, parseLabels, tidyLabel } from '../../../codec/address/labels.ts'
import type { Preferences } from '../Preferences.ts'
import { shownName } from './shownName.ts'

/** Labels of addresses, kept in the preferences and shared with the command line. */
export class LabelBook {
	readonly #preferences: Preferences
	#made: { readonly from: readonly string[]; readonly labels: Labels } = { from: [], labels: new Map() }

	constructor(preferences: Preferences) {
		this.#preferences = preferences
	}

	/** All labels by address. */
	get all(): Labels {
		const from = this.#preferences.get('labels')
		if (from !== this.#made.from) this.#made = { from, labels: parseLabels(from) }
		return this.#made.labels
	}

	/** The label of an address with its mark; undefined without a label. */
	shown(address: string): string | undefined {
		const label = this.all.get(address)
		return label === undefined ? undefined : `${labelSign}${shownName(label)}`
	}

	/** The address of a label, ignoring case. */
	addressOf(label: string): string | undefined {
		const wanted = tidyLabel(label).toLowerCase()
		return wanted === '' ? undefined : [...this.all].find(([, other]) => other.toLowerCase() === wanted)?.[0]
	}

	/** Labels an address; an empty label removes it. */
	set(address: string, label: string): void {
		this.refresh()
		const labels = new Map(this.all)
		const tidy = tidyLabel(label)
		if (tidy === '') labels.delete(address)
		else labels.set(address, tidy)
		this.#preferences.set('labels', labelLines(labels))
	}

	/** Reads changes that the command line made. */
	refresh(): void {
		this.#preferences.reread('labels')
	}
}
