import type { Key } from '../terminal/Key.ts'
import { graphemes } from '../text/cells.ts'

/** A text being edited. The cursor moves by grapheme clusters, so an emoji is one step. */
export class TextBuffer {
	readonly multiline: boolean
	#parts: string[]
	#cursor: number
	#isProposal: boolean

	/** @param options.proposal The text is only proposed: what is typed first replaces it, an arrow key keeps it. */
	constructor(text = '', options: { readonly multiline?: boolean; readonly proposal?: boolean } = {}) {
		this.multiline = options.multiline ?? false
		this.#isProposal = options.proposal === true && text !== ''
		this.#parts = [...graphemes(text)]
		this.#cursor = this.#parts.length
	}

	get isEmpty(): boolean {
		return this.#parts.length === 0
	}

	/** Whether what is typed next replaces the whole text. */
	get isProposal(): boolean {
		return this.#isProposal
	}

	get text(): string {
		return this.#parts.join('')
	}

	/** The clusters around the cursor and the cursor's index among them: the visible part of a very long text. */
	around(before: number, after: number): { readonly parts: readonly string[]; readonly cursor: number } {
		const from = Math.max(0, this.#cursor - before)
		return { parts: this.#parts.slice(from, this.#cursor + after), cursor: this.#cursor - from }
	}

	set(text: string): void {
		this.#parts = [...graphemes(text)]
		this.#cursor = this.#parts.length
		this.#isProposal = false
	}

	/** Inserts at the cursor, or in place of a proposal. A one-line field turns line breaks into spaces. */
	insert(text: string): void {
		if (this.#isProposal) this.set('')
		// A run of blanks is looked at once, from its first: a paste may hold many without any line break.
		const clean = this.multiline ? text : text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
		// Segments again, because a combining mark or joiner belongs to the character before it.
		const before = [...graphemes(this.#parts.slice(0, this.#cursor).join('') + clean)]
		this.#parts = [...before, ...this.#parts.slice(this.#cursor)]
		this.#cursor = before.length
	}

	/** Handles editing keys as a shell does. Returns true if it took the key. */
	edit(key: Key): boolean {
		const action = this.#action(key.id)
		if (action !== undefined) {
			if (this.#isProposal && (key.id === 'backspace' || key.id === 'delete')) this.set('')
			else action()
			this.#isProposal = false
			return true
		}
		if (key.text === undefined) return false
		this.insert(key.text)
		return true
	}

	#action(id: string): (() => void) | undefined {
		switch (id) {
			case 'left':
			case 'ctrl+b':
				return () => this.#to(this.#cursor - 1)
			case 'right':
			case 'ctrl+f':
				return () => this.#to(this.#cursor + 1)
			case 'home':
			case 'ctrl+a':
				return () => this.#to(this.#lineStart())
			case 'end':
			case 'ctrl+e':
				return () => this.#to(this.#lineEnd())
			case 'alt+b':
			case 'ctrl+left':
				return () => this.#to(this.#wordStart())
			case 'alt+f':
			case 'ctrl+right':
				return () => this.#to(this.#wordEnd())
			case 'backspace':
				return () => this.#cut(this.#cursor - 1, this.#cursor)
			case 'delete':
			case 'ctrl+d':
				return () => this.#cut(this.#cursor, this.#cursor + 1)
			case 'ctrl+w':
			case 'alt+backspace':
				return () => this.#cut(this.#wordStart(), this.#cursor)
			case 'ctrl+u':
				return () => this.#cut(this.#lineStart(), this.#cursor)
			case 'ctrl+k':
				return () => this.#cut(this.#cursor, this.#lineEnd())
		}
		if (!this.multiline) return undefined
		if (id === 'ctrl+j' || id === 'alt+enter' || id === 'shift+enter') return () => this.insert('\n')
		if (id === 'up' && this.#lineStart() > 0) return () => this.#vertical(this.#lineStart() - 1)
		if (id === 'down' && this.#lineEnd() < this.#parts.length) return () => this.#vertical(this.#lineEnd() + 1)
		return undefined
	}

	#to(cursor: number): void {
		this.#cursor = Math.max(0, Math.min(this.#parts.length, cursor))
	}

	#cut(from: number, to: number): void {
		const start = Math.max(0, from)
		this.#parts.splice(start, Math.min(this.#parts.length, to) - start)
		this.#to(start)
	}

	#lineStart(): number {
		return this.#cursor === 0 ? 0 : this.#parts.lastIndexOf('\n', this.#cursor - 1) + 1
	}

	#lineEnd(): number {
		const end = this.#parts.indexOf('\n', this.#cursor)
		return end < 0 ? this.#parts.length : end
	}

	#wordStart(): number {
		const end = this.#parts.findLastIndex((part, index) => index < this.#cursor && !isSpace(part)) + 1
		return this.#parts.slice(0, end).findLastIndex(isSpace) + 1
	}

	#wordEnd(): number {
		const start = this.#next(this.#cursor, (part) => !isSpace(part))
		return this.#next(start, isSpace)
	}

	/** Index of the next such cluster; the end if there is none. */
	#next(from: number, is: (part: string) => boolean): number {
		const found = this.#parts.slice(from).findIndex(is)
		return found < 0 ? this.#parts.length : from + found
	}

	/** Goes to the same column of the line that has a place. */
	#vertical(place: number): void {
		const column = this.#cursor - this.#lineStart()
		this.#to(place)
		const start = this.#lineStart()
		this.#to(Math.min(start + column, this.#lineEnd()))
	}
}

function isSpace(part: string): boolean {
	return /\s/.test(part)
}
