/** A part that many documents have in common: `writeJson` writes it once and not for each. */
export class SharedJson<Value = unknown> {
	readonly value: Value
	readonly #written = new Map<string, string>()

	constructor(value: Value) {
		this.value = value
	}

	/** The text at an indentation, as `write` makes it the first time. */
	text(line: string, write: (value: Value, line: string) => string): string {
		let text = this.#written.get(line)
		if (text === undefined) {
			text = write(this.value, line)
			this.#written.set(line, text)
		}
		return text
	}

	/** For plain JSON.stringify. */
	toJSON(): unknown {
		return this.value
	}
}
