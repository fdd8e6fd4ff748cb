import type { Greeting } from '../../../client/index.ts'
import { filterWords } from '../../kit/text/searching.ts'

/** Names of addresses, both ways. */
export interface Names {
	addressOf(name: string): string | undefined
	nameOf(address: string): string
}

/** Parses a filter: `#42` an id, `by:alice` an owner; other words must be in message, owner's name or address. */
export class GreetingFilter {
	/** Words that are marked where they occur. */
	readonly words: readonly string[]
	readonly #owners: readonly string[]
	readonly #id: string | undefined
	readonly #names: Names

	constructor(query: string, names: Names) {
		const parts = filterWords(query)
		this.#names = names
		this.#id = parts.find((part) => /^#\d+$/.test(part))?.slice(1)
		this.#owners = parts
			.filter((part) => part.startsWith('by:') && part.length > 3)
			.map((part) => names.addressOf(part.slice(3)) ?? part.slice(3))
		this.words = parts.filter((part) => !/^#\d*$/.test(part) && !part.startsWith('by:'))
	}

	/** @param lower The message in lower case. */
	matches({ id, owner }: Greeting, lower: string): boolean {
		if (this.#id !== undefined && id !== this.#id) return false
		const inOwner = (word: string): boolean =>
			owner.includes(word) || this.#names.nameOf(owner).toLowerCase().includes(word)
		return (
			this.words.every((word) => lower.includes(word) || inOwner(word)) &&
			this.#owners.every((wanted) => owner.includes(wanted))
		)
	}
}
