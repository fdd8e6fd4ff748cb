import type { Movable } from './List.ts'

/** Scroll position of a text longer than its panel. */
export class TextScroll implements Movable {
	top = 0
	#count = 0
	#height = 1

	window(lines: readonly string[], height: number): readonly string[] {
		this.#count = lines.length
		this.#height = Math.max(1, height)
		this.#to(this.top)
		return lines.slice(this.top, this.top + this.#height)
	}

	/** `12-30 of 80`; empty if everything is visible. */
	get remark(): string {
		if (this.#count <= this.#height) return ''
		return `${this.top + 1}-${Math.min(this.#count, this.top + this.#height)} of ${this.#count}`
	}

	/** Scrolls to make a line visible. */
	reveal(line: number): void {
		this.#to(line >= this.top + this.#height ? line - 1 : Math.min(this.top, line))
	}

	move(delta: number): void {
		this.#to(this.top + delta)
	}

	page(pages: number): void {
		this.move(Math.trunc(pages * Math.max(1, this.#height - 1)))
	}

	edge(end: 'first' | 'last'): void {
		this.#to(end === 'first' ? 0 : this.#count)
	}

	#to(top: number): void {
		this.top = Math.max(0, Math.min(top, this.#count - this.#height))
	}
}
