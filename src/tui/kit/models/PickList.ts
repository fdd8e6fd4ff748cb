/** A selectable value. */
export interface Choice {
	readonly value: string
	readonly label: string
}

/** A selection of several values, in the order of choosing. */
export class PickList {
	readonly choices: readonly Choice[]
	/** The row with the cursor. */
	at = 0
	/** The chosen values, in order. */
	chosen: readonly string[] = []

	constructor(choices: readonly Choice[]) {
		this.choices = choices
	}

	/** Moves the cursor; returns false at the end. */
	move(delta: number): boolean {
		const to = this.at + delta
		if (to < 0 || to >= this.choices.length) return false
		this.at = to
		return true
	}

	/** Chooses or unchooses a row, by default the one with the cursor. */
	toggle(index = this.at): void {
		const choice = this.choices[index]
		if (choice === undefined) return
		this.at = index
		const without = this.chosen.filter((value) => value !== choice.value)
		this.chosen = without.length < this.chosen.length ? without : [...without, choice.value]
	}

	/** Position of a row among the chosen, from 1; 0 if it is not chosen. */
	place(index: number): number {
		return this.chosen.indexOf(this.choices[index]?.value ?? '') + 1
	}

	/** The first row to draw so that the cursor is visible within `rows`. */
	top(rows: number): number {
		return Math.max(0, this.at - rows + 1)
	}
}
