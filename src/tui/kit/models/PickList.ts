/** A value to choose from. */
export interface Choice {
	readonly value: string
	readonly label: string
}

/** Several of a list, in the order they were chosen. */
export class PickList {
	readonly choices: readonly Choice[]
	/** The row the keys are on. */
	at = 0
	#chosen: readonly string[] = []

	constructor(choices: readonly Choice[]) {
		this.choices = choices
	}

	/** Values of the chosen, in the order they were chosen. */
	get chosen(): readonly string[] {
		return this.#chosen
	}

	/** Goes to another row; false when there is none in that direction. */
	move(delta: number): boolean {
		const to = this.at + delta
		if (to < 0 || to >= this.choices.length) return false
		this.at = to
		return true
	}

	/** Chooses a row, the one the keys are on by default, or chooses it no more. */
	toggle(index = this.at): void {
		const choice = this.choices[index]
		if (choice === undefined) return
		this.at = index
		const without = this.#chosen.filter((value) => value !== choice.value)
		this.#chosen = without.length < this.#chosen.length ? without : [...without, choice.value]
	}

	/** Place of a row among the chosen, counted from 1; 0 when it is not chosen. */
	place(index: number): number {
		return this.#chosen.indexOf(this.choices[index]?.value ?? '') + 1
	}

	/** The first row to draw, so that the row the keys are on is among `rows`. */
	top(rows: number): number {
		return Math.max(0, Math.min(this.at - rows + 1, this.choices.length - rows))
	}
}
