import type { Greeting } from '../../../client/ChainClient.ts'

/**
 * What a filter line asks for: `#42` an id, `by:alice` an owner (a key's name or part of an address), everything else
 * words that must all occur in the message.
 */
export class GreetingFilter {
	readonly #words: readonly string[]
	readonly #owners: readonly string[]
	readonly #id: string | undefined

	/** @param addressOf The address of a key's name, if it is one. */
	constructor(query: string, addressOf: (name: string) => string | undefined) {
		const parts = query
			.toLowerCase()
			.split(/\s+/)
			.filter((part) => part !== '')
		this.#id = parts.find((part) => /^#\d+$/.test(part))?.slice(1)
		this.#owners = parts
			.filter((part) => part.startsWith('by:') && part.length > 3)
			.map((part) => addressOf(part.slice(3)) ?? part.slice(3))
		this.#words = parts.filter((part) => !/^#\d*$/.test(part) && !part.startsWith('by:'))
	}

	/** @param lower The message in lower case. */
	matches(greeting: Greeting, lower: string): boolean {
		if (this.#id !== undefined && greeting.id !== this.#id) return false
		return (
			this.#words.every((word) => lower.includes(word)) && this.#owners.every((owner) => greeting.owner.includes(owner))
		)
	}
}
